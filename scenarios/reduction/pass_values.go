package reduction

import (
	"iter"
	"slices"
	"time"

	"onelane.test/faults/words"
	"onelane.test/scenarios/plan"
	"onelane.test/sim/shrink"
)

// lowerValues makes durations, rates and counts smaller and rounder, queries simpler, and brings lines together in time.
func (r *reducer) lowerValues() {
	r.takes(r.changed(atOnce))
	r.lowerTimes()
	for line := range len(r.search.Best().plan.Lines) {
		if line < len(r.search.Best().plan.Lines) {
			r.lowerLine(line)
		}
	}
	r.lowerSettings()
}

// lowerTimes makes the gaps between lines shorter, which moves all that follows, then the time of each line alone.
func (r *reducer) lowerTimes() {
	for i := range len(r.search.Best().plan.Lines) {
		r.lower(shrink.Number[*story]{
			Get: func(s *story) int64 { return inUnits(gap(s.plan, i)) },
			Set: func(s *story, v int64) (*story, bool) { return shifted(s.plan, i, v) },
		})
	}
	for i := range len(r.search.Best().plan.Lines) {
		r.lower(shrink.Number[*story]{
			Get: func(s *story) int64 { return inUnits(at(s.plan, i)) },
			Set: func(s *story, v int64) (*story, bool) { return timed(s.plan, i, v) },
		})
	}
}

// lower makes a number simpler, if need be a little larger.
func (r *reducer) lower(n shrink.Number[*story]) {
	r.search.Lower(n)
	best := r.search.Best()
	if rounder, ok := n.Set(best, int64(roundUp(time.Duration(n.Get(best))))); ok {
		r.takes(rounder)
	}
}

// at returns the time of a line; gap what has passed since the line above. Both are zero for a line that is gone.
func at(p *plan.Plan, i int) time.Duration {
	if i >= len(p.Lines) {
		return 0
	}
	return p.Lines[i].At
}

func gap(p *plan.Plan, i int) time.Duration {
	if i == 0 {
		return at(p, i)
	}
	return max(0, at(p, i)-at(p, i-1))
}

// unitOf returns the unit in which a duration is made simpler: nobody wants to read nanoseconds.
func unitOf(d time.Duration) time.Duration {
	for _, unit := range []time.Duration{time.Millisecond, time.Microsecond} {
		if d >= unit {
			return unit
		}
	}
	return 1
}

// inUnits returns how many units a duration has, rounded up.
func inUnits(d time.Duration) int64 {
	unit := unitOf(d)
	return int64((d + unit - 1) / unit)
}

// shifted returns the plan with another gap above a line, and all that follows moved by the difference.
func shifted(p *plan.Plan, i int, units int64) (*story, bool) {
	if i >= len(p.Lines) {
		return nil, false
	}
	by := gap(p, i) - time.Duration(units)*unitOf(gap(p, i))
	lines := slices.Clone(p.Lines)
	for j := i; j < len(lines); j++ {
		lines[j].At -= by
	}
	next, ok := withAll(p, lines)
	return storyOf(next), ok
}

// timed returns the plan with another time for one line.
func timed(p *plan.Plan, i int, units int64) (*story, bool) {
	if i >= len(p.Lines) {
		return nil, false
	}
	lines := slices.Clone(p.Lines)
	lines[i].At = time.Duration(units) * unitOf(lines[i].At)
	next, ok := withAll(p, lines)
	return storyOf(next), ok
}

// lowerLine makes the text of a line simpler: words left out, a part of its query, smaller numbers.
func (r *reducer) lowerLine(i int) {
	for {
		if _, ok := r.search.First(r.simplerLines(i)); !ok {
			break
		}
	}
	for n := range numbersIn(r.search.Best().plan.Lines[i].Statement.String()) {
		r.lower(shrink.Number[*story]{
			Get: func(s *story) int64 {
				if all := numbersOf(s.plan, i); n < len(all) {
					return scaled(all[n])
				}
				return 0
			},
			Set: func(s *story, v int64) (*story, bool) { return withNumber(s.plan, i, n, v) },
		})
	}
}

// scaled returns a number in the unit in which it is made simpler.
func scaled(n number) int64 {
	if n.unit == "" {
		return n.value
	}
	return inUnits(time.Duration(n.value))
}

func numbersOf(p *plan.Plan, i int) []number {
	if i >= len(p.Lines) {
		return nil
	}
	return numbersIn(p.Lines[i].Statement.String())
}

// withNumber returns the plan with another value for a number of a line.
func withNumber(p *plan.Plan, i, n int, v int64) (*story, bool) {
	all := numbersOf(p, i)
	if n >= len(all) {
		return nil, false
	}
	if all[n].unit != "" {
		v *= int64(unitOf(time.Duration(all[n].value)))
	}
	return withText(p, i, all[n].with(p.Lines[i].Statement.String(), v))
}

// withText returns the plan with another text for a line.
func withText(p *plan.Plan, i int, text string) (*story, bool) {
	line, ok := reworded(p.Lines[i], text)
	if !ok {
		return nil, false
	}
	lines := slices.Clone(p.Lines)
	lines[i] = line
	next, ok := withAll(p, lines)
	return storyOf(next), ok
}

// simplerLines returns the best plan with a line that lacks a word or has a part of its query.
func (r *reducer) simplerLines(i int) iter.Seq[*story] {
	return func(yield func(*story) bool) {
		p := r.search.Best().plan
		if i >= len(p.Lines) {
			return
		}
		for _, text := range simplerTexts(p.Lines[i].Statement.String()) {
			if next, ok := withText(p, i, text); ok && !yield(next) {
				return
			}
		}
	}
}

// lowerSettings makes the values of knobs rounder.
func (r *reducer) lowerSettings() {
	for i := range r.search.Best().plan.Sets {
		r.search.First(func(yield func(*story) bool) {
			set := r.search.Best().plan.Sets[i]
			value, err := words.ParseDuration(set.Value)
			if err != nil {
				return
			}
			for v := range shrink.Simpler(inUnits(value)) {
				next := r.changed(func(p *plan.Plan) {
					p.Sets[i].Value = words.FormatDuration(time.Duration(v) * unitOf(value))
				})
				if v > 0 && !yield(next) {
					return
				}
			}
		})
	}
}
