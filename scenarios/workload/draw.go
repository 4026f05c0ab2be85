package workload

import (
	"slices"
	"strconv"
	"time"

	"onelane.test/scenarios/plan"
)

// stepsPerCreation bounds how many statements are drawn for each creation asked for, should the weights favour others.
const stepsPerCreation = 4

// Draw draws the statements of one run, sorted by time, and applies them to the objects. The same choices give the same
// statements.
func Draw(src Source, p Profile, objects *plan.Objects) []plan.Line {
	d := &drawer{src: src, profile: p, objects: objects, at: p.From}
	creations := p.Min + src.IntN("creations", p.Max-p.Min+1)
	var lines []plan.Line
	for steps := 0; creations > 0 && steps < stepsPerCreation*p.Max; steps++ {
		statement, creates := d.statement()
		if creates {
			creations--
		}
		d.at = d.later(creations)
		line := plan.Line{At: d.at, Statement: statement}
		if err := objects.Apply(line); err != nil {
			panic("workload: drew what cannot happen: " + line.String() + ": " + err.Error())
		}
		lines = append(lines, line)
	}
	return lines
}

// drawer draws the parts of one statement after the other.
type drawer struct {
	src     Source
	profile Profile
	objects *plan.Objects
	at      time.Duration // the time of the last statement
}

// statement draws a statement that can happen now. Where the drawn kind cannot, a source takes its place.
func (d *drawer) statement() (s plan.Statement, creates bool) {
	kind := d.kind()
	if s, ok := kind.draw(d); ok {
		return s, kind.creates
	}
	s, _ = sourceKind().draw(d)
	return s, true
}

// kind draws a kind by the profile's weights.
func (d *drawer) kind() Kind {
	total := 0
	for _, w := range d.profile.Weights {
		total += w.Weight
	}
	drawn := d.src.IntN("kind", total)
	for _, w := range d.profile.Weights {
		if drawn -= w.Weight; drawn < 0 {
			return lookup(w.Kind)
		}
	}
	panic("workload: profile without weights")
}

// later draws the time of the next statement when so many creations are still to come: half of the time at once, since
// what comes together meets, and otherwise so that the span is used up.
func (d *drawer) later(left int) time.Duration {
	room := d.profile.From + d.profile.Span - d.at
	if room <= 0 || d.src.Chance("burst", 1, 2) {
		return d.at
	}
	gap := min(room, 4*room/time.Duration(left+1))
	return d.at + d.src.Duration("gap", 0, gap).Truncate(time.Millisecond)
}

// collection draws something that can be read.
func (d *drawer) collection() (string, bool) {
	all := d.objects.Collections()
	if len(all) == 0 {
		return "", false
	}
	return pick(d, "collection", all), true
}

// name returns a name that was not used before.
func (d *drawer) name(prefix string, kind plan.Kind) string {
	taken := d.objects.Created()
	for n := d.objects.Count(kind) + 1; ; n++ {
		if name := prefix + strconv.Itoa(n); !slices.Contains(taken, name) {
			return name
		}
	}
}

func pick[T any](d *drawer, label string, options []T) T {
	return options[d.src.IntN(label, len(options))]
}
