package reduction

import (
	"slices"
	"time"

	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/shrink"
)

// cutSchedule makes of the schedule a few differences from fifo, none if fifo itself fails for some seed and grain.
func (r *reducer) cutSchedule() {
	if r.search.Best().size.exactly == 0 || r.fifoAlone() {
		return
	}
	if r.search.Best().plan.Schedule != fifo && !r.asChoices() {
		return // the drawn schedule stays
	}
	r.cutChoices()
	for _, other := range r.otherDraws() {
		r.cutAside(other)
	}
}

// cutChoices drops choices, and finds others that do with fewer.
func (r *reducer) cutChoices() {
	choices := shrink.List[*story]{
		Len: func(s *story) int { return len(s.plan.Choices) },
		Keep: func(s *story, keep func(int) bool) (*story, bool) {
			return exactly(following(s.plan, kept(s.plan.Choices, keep))), true
		},
	}
	r.search.Thin(choices)
	if r.joinChoices() {
		r.search.Thin(choices)
	}
	if len(r.search.Best().plan.Choices) > 1 && !r.oneDelay() {
		for r.swapChoices() {
		}
	}
}

// Bounds of the search for other draws: how many seeds are tried, and how many of those that fail are followed.
const (
	otherSeeds   = 16
	otherStories = 4
)

// otherDraws returns other draws that fail, if the best plan has choices left that might be fewer.
func (r *reducer) otherDraws() (stories []*story) {
	best := r.search.Best()
	if len(best.plan.Choices) <= 1 {
		return nil
	}
	for seed := range uint64(otherSeeds * draws(best.result.Stats.Steps) / 8) {
		drawn := storyOf(under(best.plan, sim.Random().Name(), seed))
		if failed, _ := r.try(drawn); failed != nil && !r.search.Over() {
			stories = append(stories, exactly(following(failed.plan, failed.result.Deviations)))
			stories[len(stories)-1].result = failed.result
		}
		if len(stories) == otherStories {
			break
		}
	}
	return stories
}

// cutAside drops choices of another draw, and takes what is left if it is less.
func (r *reducer) cutAside(other *story) {
	search := r.search
	r.search, r.aside = r.searchFrom(other), true
	r.cutChoices()
	found := r.search.Best()
	r.search, r.aside = search, false
	r.takes(exactly(found.plan))
}

// fifoSeeds is how many seeds are tried under fifo.
const fifoSeeds = 4

// fifoAlone looks for a seed that fails under fifo, in worlds of every grain.
func (r *reducer) fifoAlone() bool {
	grains := []sim.Grain{
		r.search.Best().plan.World.Grain, sim.Grain(100 * time.Microsecond), sim.GrainInstant, sim.GrainExact, sim.Grain1ms,
	}
	_, ok := r.search.First(func(yield func(*story) bool) {
		best := r.search.Best()
		for seed := range uint64(fifoSeeds * draws(best.result.Stats.Steps)) {
			for _, grain := range grains {
				p := under(best.plan, fifo, seed)
				p.World.Grain = grain
				if !yield(exactly(p)) {
					return
				}
			}
		}
	})
	return ok
}

// asChoices turns the drawn schedule into the differences of its picks from fifo.
func (r *reducer) asChoices() bool {
	best := r.search.Best()
	return r.takes(exactly(following(best.plan, best.result.Deviations)))
}

// joinChoices makes one choice of several at the same place: whoever is passed over again and again waits for all others.
func (r *reducer) joinChoices() (changed bool) {
	for {
		var candidates []*story
		best := r.search.Best().plan
		for i := range best.Choices {
			if all := joined(best.Choices, i); len(all) < len(best.Choices) {
				candidates = append(candidates, exactly(following(best, all)))
			}
		}
		if !r.takes(candidates...) {
			return changed
		}
		changed = true
	}
}

// joined returns the choices with one that lets all others run in place of choice i and those that follow at its place.
func joined(choices []sim.Deviation, i int) []sim.Deviation {
	all := slices.Clone(choices[:i+1])
	all[i].Run = sim.Others
	for _, choice := range choices[i+1:] {
		if !samePlace(choice, all[i]) {
			all = append(all, choice)
		}
	}
	return all
}

// Bounds of the search for delays.
const (
	delaySeeds  = 4
	delayPlaces = 1000
	swapped     = 8 // up to how many choices are swapped
)

// oneDelay looks for a step of the run under fifo that leads to the failure if it waits for all others.
func (r *reducer) oneDelay() bool {
	_, ok := r.search.First(func(yield func(*story) bool) {
		best := r.search.Best()
		for seed := range uint64(delaySeeds) {
			if !r.delays(under(best.plan, fifo, seed), nil, yield) {
				return
			}
		}
	})
	return ok
}

// swapChoices looks for one delay in place of two choices.
func (r *reducer) swapChoices() bool {
	choices := r.search.Best().plan.Choices
	if len(choices) > swapped {
		return false
	}
	_, ok := r.search.First(func(yield func(*story) bool) {
		for a := range choices {
			for b := range a {
				rest := kept(choices, func(i int) bool { return i != a && i != b })
				if !r.delays(r.search.Best().plan, rest, yield) {
					return
				}
			}
		}
	})
	return ok
}

// delays yields the plan with the choices and one more delay, for each place where one can be.
func (r *reducer) delays(p *plan.Plan, choices []sim.Deviation, yield func(*story) bool) bool {
	places := r.placesIn(following(p, choices))
	for i, place := range places[:min(len(places), delayPlaces)] {
		at := 0
		for at < len(choices) && slices.ContainsFunc(places[:i], func(d sim.Deviation) bool { return samePlace(d, choices[at]) }) {
			at++
		}
		if !yield(exactly(following(p, slices.Insert(slices.Clone(choices), at, place)))) {
			return false
		}
	}
	return true
}

func samePlace(a, b sim.Deviation) bool { return a.Actor == b.Actor && a.Step == b.Step }

// placesIn returns a delay for each place of a plan's run under fifo at which others could run.
func (r *reducer) placesIn(p *plan.Plan) []sim.Deviation {
	lister := &lister{Schedule: sim.FIFO()}
	if _, err := r.run(p, scenarios.RunOptions{Schedule: sim.Recorded(lister, p.Choices)}); err != nil {
		return nil
	}
	return lister.places
}

// lister is a schedule that lists where it has a choice.
type lister struct {
	sim.Schedule
	places []sim.Deviation
}

// Pick notes whom it picks.
func (l *lister) Pick(enabled []*sim.Actor) int {
	picked := l.Schedule.Pick(enabled)
	a := enabled[picked]
	l.places = append(l.places, sim.Deviation{Actor: a.Name, Step: a.Steps + 1, Run: sim.Others})
	return picked
}
