package search

import (
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// entry is a plan that is kept, because it was the first to show something.
type entry struct {
	plan  *plan.Plan
	steps uint64 // of its run
	own   []feature
	// picked is how often the plan was changed.
	picked int
}

// maxOwn bounds the features that make a plan worth changing; the first worlds would have thousands.
const maxOwn = 24

// corpus are the kept plans of one scenario.
type corpus struct{ entries []*entry }

func (c *corpus) keep(p *plan.Plan, steps uint64, fresh []feature) {
	c.entries = append(c.entries, &entry{plan: p, steps: steps, own: fresh[max(0, len(fresh)-maxOwn):]})
}

// pick draws a plan to be changed. What few worlds have shown counts for much, and less with each time that it has been
// tried.
func (c *corpus) pick(rng *sim.Stream, worlds map[feature]int) *entry {
	weights := make([]int, len(c.entries))
	total := 0
	for i, e := range c.entries {
		weights[i] = e.energy(worlds)
		total += weights[i]
	}
	drawn := rng.IntN(total)
	for i, e := range c.entries {
		if drawn -= weights[i]; drawn < 0 {
			e.picked++
			return e
		}
	}
	panic("search: nothing picked")
}

// unit is the energy of a feature that one world has shown.
const unit = 1 << 16

// energy is in whole numbers, so that no platform rounds it otherwise. It is never zero.
func (e *entry) energy(worlds map[feature]int) int {
	sum := 0
	for _, f := range e.own {
		sum += unit / worlds[f]
	}
	return 1 + sum/(1+e.picked)
}

// mate draws a kept plan without regard to its energy.
func (c *corpus) mate(rng *sim.Stream) *plan.Plan { return c.entries[rng.IntN(len(c.entries))].plan }
