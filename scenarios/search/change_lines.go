package search

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"onelane.test/faults"
	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/workload"
)

// maxFaults is how many faults a plan has at most, and maxLost how many lines may become impossible by a change.
const maxFaults, maxLost = 12, 2

// body is what a plan does before everything heals.
type body struct {
	plan  *plan.Plan
	lines []plan.Line
	end   []plan.Line // heal and check
	heal  time.Duration
}

func bodyOf(p *plan.Plan) *body {
	b := &body{plan: p}
	b.heal, _ = scenarios.Phases(p)
	b.heal = max(b.heal, time.Millisecond)
	for _, line := range p.Lines {
		switch line.Statement.(type) {
		case plan.Heal, plan.Check:
			b.end = append(b.end, line)
		default:
			b.lines = append(b.lines, line)
		}
	}
	return b
}

// with returns the plan with other lines before its end; the plan as it is, if that makes too many impossible.
func (b *body) with(lines []plan.Line) *plan.Plan {
	all := plan.Merge(lines, b.end)
	if next := b.plan.WithLines(all); len(next.Lines)+maxLost >= len(all) {
		return next
	}
	return b.plan
}

// faults returns the faults of lines.
func faultsOf(lines []plan.Line) (all []faults.Timed) {
	for _, line := range lines {
		if f, ok := line.Statement.(plan.Fault); ok {
			all = append(all, faults.Timed{At: line.At, Fault: f.Fault})
		}
	}
	return all
}

// admits reports whether a line may stand beside others: the scenario's budget of faults, and how much it creates.
func (c *changer) admits(others []plan.Line, line plan.Line) bool {
	if f, ok := line.Statement.(plan.Fault); ok {
		all := faultsOf(others)
		return len(all) < maxFaults && c.scenario.Budget().Admits(all, faults.Timed{At: line.At, Fault: f.Fault})
	}
	return !creates(line) || creations(others) < c.scenario.Workload().Max
}

func creates(line plan.Line) bool {
	_, ok := line.Statement.(interface{ Creates() string })
	return ok
}

func creations(lines []plan.Line) (n int) {
	for _, line := range lines {
		if creates(line) {
			n++
		}
	}
	return n
}

// time draws when something is to happen: anywhere, or close to a line.
func (c *changer) time(b *body) time.Duration {
	last := b.heal - time.Millisecond
	at := c.rng.Duration(0, last)
	if len(b.lines) > 0 && c.rng.Chance(2, 3) {
		near := []time.Duration{0, 3 * time.Millisecond, 30 * time.Millisecond, 300 * time.Millisecond}[c.rng.IntN(4)]
		at = b.lines[c.rng.IntN(len(b.lines))].At + c.rng.Duration(-near, near)
	}
	return min(max(at.Truncate(time.Millisecond), 0), last)
}

// move lets a line take effect at another time.
func (c *changer) move(p, _ *plan.Plan) *plan.Plan {
	b := bodyOf(p)
	if len(b.lines) == 0 {
		return p
	}
	i := c.rng.IntN(len(b.lines))
	line := b.lines[i]
	line.At = c.time(b)
	others := slices.Delete(slices.Clone(b.lines), i, i+1)
	if !c.admits(others, line) {
		return p
	}
	return b.with(plan.Merge(others, []plan.Line{line}))
}

// drop leaves out a line.
func (c *changer) drop(p, _ *plan.Plan) *plan.Plan {
	b := bodyOf(p)
	if len(b.lines) < 2 {
		return p
	}
	i := c.rng.IntN(len(b.lines))
	return b.with(slices.Delete(slices.Clone(b.lines), i, i+1))
}

// repeat lets a line take effect once more at another time, what it creates under another name.
func (c *changer) repeat(p, _ *plan.Plan) *plan.Plan {
	b := bodyOf(p)
	if len(b.lines) == 0 {
		return p
	}
	line := b.lines[c.rng.IntN(len(b.lines))]
	line.At = c.time(b)
	return c.insert(b, line)
}

// addFault adds a fault of a plan that the scenario draws.
func (c *changer) addFault(p, _ *plan.Plan) *plan.Plan {
	b := bodyOf(p)
	var drawn []plan.Line
	for _, line := range bodyOf(c.drawn()).lines {
		if _, ok := line.Statement.(plan.Fault); ok {
			drawn = append(drawn, line)
		}
	}
	if len(drawn) == 0 {
		return p
	}
	line := drawn[c.rng.IntN(len(drawn))]
	if line.At >= b.heal || c.rng.Chance(1, 2) {
		line.At = c.time(b)
	}
	return c.insert(b, line)
}

// insert adds a line, if the scenario may have it.
func (c *changer) insert(b *body, line plan.Line) *plan.Plan {
	if !c.admits(b.lines, line) {
		return b.plan
	}
	line.Statement = renamed(line.Statement, b.lines)
	return b.with(plan.Merge(b.lines, []plan.Line{line}))
}

// addCommand adds what the scenario's user may do at some time.
func (c *changer) addCommand(p, _ *plan.Plan) *plan.Plan {
	b, profile := bodyOf(p), c.scenario.Workload()
	if creations(b.lines) >= profile.Max {
		return p
	}
	at := c.time(b)
	objects := plan.NewObjects(p.Cluster)
	for _, line := range b.lines {
		if line.At > at {
			break
		}
		if err := objects.Apply(line); err != nil {
			panic("search: a line of the plan cannot happen: " + line.String() + ": " + err.Error())
		}
	}
	profile.Min, profile.Max, profile.From, profile.Span = 1, 1, at, 0
	added := workload.Draw(workload.FromStream(c.rng), profile, objects)
	for i := range added {
		added[i].Statement = renamed(added[i].Statement, b.lines)
	}
	return b.with(plan.Merge(b.lines, added))
}

// splice lets a mate take over at some time.
func (c *changer) splice(p, mate *plan.Plan) *plan.Plan {
	b := bodyOf(p)
	at := c.time(b)
	var lines []plan.Line
	for _, line := range b.lines {
		if line.At < at {
			lines = append(lines, line)
		}
	}
	for _, line := range bodyOf(mate).lines {
		if line.At >= at && line.At < b.heal && c.admits(lines, line) {
			lines = append(lines, line)
		}
	}
	return p.WithLines(plan.Merge(lines, b.end))
}

// renamed returns a statement whose name is new, if it creates something under a name that is taken.
func renamed(s plan.Statement, beside []plan.Line) plan.Statement {
	created, ok := s.(interface{ Creates() string })
	if !ok {
		return s
	}
	prefix := strings.TrimRight(created.Creates(), "0123456789")
	name := created.Creates()
	for n := 1; taken(name, beside); n++ {
		name = prefix + strconv.Itoa(n)
	}
	switch s := s.(type) {
	case plan.CreateSource:
		s.Name = name
		return s
	case plan.CreateMaterializedView:
		s.Name = name
		return s
	case plan.CreateIndex:
		s.Name = name
		return s
	case plan.CreateSink:
		s.Name = name
		return s
	}
	panic("search: no way to rename " + s.String())
}

func taken(name string, beside []plan.Line) bool {
	return slices.ContainsFunc(beside, func(line plan.Line) bool {
		created, ok := line.Statement.(interface{ Creates() string })
		return ok && created.Creates() == name
	})
}
