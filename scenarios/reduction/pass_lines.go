package reduction

import (
	"iter"
	"slices"
	"time"

	"onelane.test/scenarios/plan"
	"onelane.test/sim/shrink"
)

// cutFaults drops faults, also one where another one that lasts longer makes up for it.
func (r *reducer) cutFaults() {
	faults := linesOf(faultLine)
	r.search.Thin(faults)
	if faults.Len(r.search.Best()) > 1 && r.effort == 1 {
		r.search.Trade(faults, longer)
	}
}

// cutCommands drops commands, each with those that refer to what it makes.
func (r *reducer) cutCommands() { r.search.Thin(linesOf(commandLine)) }

// linesOf returns the list that the lines of a kind are.
func linesOf(kind lineKind) shrink.List[*story] {
	return shrink.List[*story]{
		Len: func(s *story) int { return len(placesOf(s.plan, kind)) },
		Keep: func(s *story, keep func(int) bool) (*story, bool) {
			places := placesOf(s.plan, kind)
			lines := kept(s.plan.Lines, func(i int) bool {
				n := slices.Index(places, i)
				return n < 0 || keep(n)
			})
			return storyOf(s.plan.WithLines(lines)), true
		},
	}
}

// placesOf returns where the lines of a kind stand.
func placesOf(p *plan.Plan, kind lineKind) (places []int) {
	for i, line := range p.Lines {
		if kindOf(line) == kind {
			places = append(places, i)
		}
	}
	return places
}

// lengths are the factors by which a fault is made longer in exchange for another one.
var lengths = []int64{100, 10}

// longer returns the plan with a fault's durations many times as long.
func longer(s *story, fault int) iter.Seq[*story] {
	place := placesOf(s.plan, faultLine)[fault]
	line := s.plan.Lines[place]
	text := line.Statement.String()
	return func(yield func(*story) bool) {
		for _, factor := range lengths {
			for _, n := range numbersIn(text) {
				bigger, ok := reworded(line, n.with(text, n.value*factor))
				if n.unit == "" || !ok || n.value > int64(time.Minute) {
					continue
				}
				lines := slices.Clone(s.plan.Lines)
				lines[place] = bigger
				if !yield(storyOf(s.plan.WithLines(lines))) {
					return
				}
			}
		}
	}
}

// rewire drops a command and lets those that refer to what it makes refer to something else: what it reads itself, or
// what else is there.
func (r *reducer) rewire() {
	for {
		_, ok := r.search.First(func(yield func(*story) bool) {
			p := r.search.Best().plan
			for _, place := range placesOf(p, commandLine) {
				for next := range rewired(p, place) {
					if !yield(storyOf(next)) {
						return
					}
				}
			}
		})
		if !ok {
			return
		}
	}
}

// rewired returns the plan without a command, with all that referred to a collection of it referring to another one.
func rewired(p *plan.Plan, place int) iter.Seq[*plan.Plan] {
	return func(yield func(*plan.Plan) bool) {
		before := plan.NewObjects(p.Cluster)
		for _, line := range p.Lines[:place] {
			if before.Apply(line) != nil {
				return
			}
		}
		known := before.Collections()
		if before.Apply(p.Lines[place]) != nil {
			return
		}
		made := before.Collections()
		if len(made) <= len(known) {
			return
		}
		for _, other := range known {
			rest := slices.Clone(p.Lines[:place])
			for _, line := range p.Lines[place+1:] {
				rest = append(rest, referring(line, made[len(known)], other))
			}
			if !yield(p.WithLines(rest)) {
				return
			}
		}
	}
}

// referring returns the line with another name in place of one, or as it is if that makes no sense.
func referring(line plan.Line, old, name string) plan.Line {
	text := line.Statement.String()
	if changed := renamed(text, old, name); changed != text {
		line, _ = reworded(line, changed)
	}
	return line
}
