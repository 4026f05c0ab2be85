package reduction

import (
	"cmp"
	"slices"
	"time"

	"onelane.test/scenarios/plan"
)

// withAll returns the plan with the given lines in the order of time, if all of them can happen.
func withAll(p *plan.Plan, lines []plan.Line) (*plan.Plan, bool) {
	lines = slices.Clone(lines)
	slices.SortStableFunc(lines, func(a, b plan.Line) int { return cmp.Compare(a.At, b.At) })
	next := p.WithLines(lines)
	return next, len(next.Lines) == len(lines)
}

// withEnd returns the plan with another time for its check.
func withEnd(p *plan.Plan, check time.Duration) *plan.Plan {
	next := *p
	next.Lines = slices.Clone(p.Lines)
	for i, line := range next.Lines {
		if kindOf(line) == checkLine {
			next.Lines[i].At = check
		}
	}
	return &next
}
