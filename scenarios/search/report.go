package search

import (
	"cmp"
	"slices"
	"time"

	"onelane.test/scenarios"
	"onelane.test/scenarios/goal"
)

// Report is what a search showed.
type Report struct {
	Worlds int
	// Drawn are the worlds whose plans were not made of others, Kept those whose plans were kept.
	Drawn, Kept int
	// Pairs is how many different orders came about, see [Pair]; Features tells their frequencies apart, and has the goals.
	Pairs, Features int
	Goals           []Goal // sorted by name
	Failures        []*Failure
	// SinceNew is how many worlds have shown nothing new since the last that did; Chance is an estimate, in a thousand, of
	// the chance that the next one does.
	SinceNew, Chance int
	Class            scenarios.Class
	Real             time.Duration
}

// Goal is how often a goal was reached.
type Goal struct {
	Name   string
	Worlds int
	// First is the number of the first world that reached it, 0 if none did.
	First int
}

// Failure is a way in which worlds failed.
type Failure struct {
	scenarios.Failure
	// First is the number of the first world that failed so.
	First int
}

func newReport(goals []goal.Goal) *Report {
	r := &Report{Goals: make([]Goal, len(goals))}
	for i, g := range goals {
		r.Goals[i].Name = g.Name
	}
	return r
}

// Reached returns how many goals were reached.
func (r *Report) Reached() (n int) {
	for _, g := range r.Goals {
		if g.First > 0 {
			n++
		}
	}
	return n
}

// Failed returns how many worlds failed.
func (r *Report) Failed() (n int) {
	for _, f := range r.Failures {
		n += f.Count
	}
	return n
}

// add adds a world, which the coverage has taken into account.
func (r *Report) add(w World, c *coverage) {
	r.Worlds++
	if !w.Changed {
		r.Drawn++
	}
	if w.Kept {
		r.Kept++
	}
	r.SinceNew++
	if w.New > 0 {
		r.SinceNew = 0
	}
	r.Pairs, r.Features, r.Chance = c.pairs, len(c.worlds), c.chance()
	for i := range r.Goals {
		f := goalFeature(i)
		r.Goals[i].Worlds, r.Goals[i].First = c.worlds[f], c.first[f]
	}
	if w.Result.Failed() {
		r.fail(w)
	}
}

func (r *Report) fail(w World) {
	i := slices.IndexFunc(r.Failures, func(f *Failure) bool { return f.Signature == w.Result.Signature })
	if i < 0 {
		i = len(r.Failures)
		r.Failures = append(r.Failures, &Failure{First: w.Number, Failure: scenarios.Failure{
			Signature: w.Result.Signature, Class: w.Result.Class, Scenarios: map[string]int{},
		}})
	}
	f := r.Failures[i]
	f.Count++
	f.Scenarios[w.Result.Plan.Scenario]++
	if f.Witness == nil || w.Result.Stats.Steps < f.Witness.Stats.Steps {
		f.Witness = w.Result
	}
}

// finish sums up.
func (r *Report) finish(took time.Duration) {
	r.Real = took
	slices.SortStableFunc(r.Failures, func(a, b *Failure) int { return cmp.Compare(b.Count, a.Count) })
	var classes []scenarios.Class
	for _, f := range r.Failures {
		classes = append(classes, f.Class)
	}
	r.Class = scenarios.Worst(classes...)
}
