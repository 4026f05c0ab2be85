package reduction

import (
	"cmp"
	"slices"
	"time"

	"onelane.test/scenarios/plan"
)

// withLines returns the plan with the given lines, without those that cannot happen any more: they refer to what is gone,
// or drop what is still read. The rest is as legal as what a seed draws.
func withLines(p *plan.Plan, lines []plan.Line) *plan.Plan {
	next := *p
	next.Lines = nil
	objects := plan.NewObjects(p.Cluster)
	for _, line := range lines {
		if objects.Apply(line) == nil {
			next.Lines = append(next.Lines, line)
		}
	}
	return &next
}

// withAll returns the plan with the given lines in the order of time, if all of them can happen.
func withAll(p *plan.Plan, lines []plan.Line) (*plan.Plan, bool) {
	lines = slices.Clone(lines)
	slices.SortStableFunc(lines, func(a, b plan.Line) int { return cmp.Compare(a.At, b.At) })
	next := withLines(p, lines)
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
