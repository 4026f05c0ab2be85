package search

import (
	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// changer makes one plan of another. What it draws, it draws as the scenario does: statements by the scenario's workload,
// everything else out of a plan that the scenario draws for the occasion. All that it makes is legal, as what has become
// impossible is left out.
type changer struct {
	scenario  *scenarios.Scenario
	rng       *sim.Stream
	overrides scenarios.PlanOptions
	steps     uint64 // of the run of the plan that is changed
}

// change is one way to change a plan. It may leave it as it is.
type change struct {
	weight int
	apply  func(*changer, *plan.Plan, *plan.Plan) *plan.Plan // of the plan, and of a mate
}

func changes() []change {
	return []change{
		{4, (*changer).reschedule},
		{6, (*changer).move},
		{2, (*changer).drop},
		{2, (*changer).repeat},
		{3, (*changer).addCommand},
		{3, (*changer).addFault},
		{2, (*changer).otherSettings},
		{1, (*changer).otherCluster},
		{2, (*changer).splice},
	}
}

// change changes a plan in one to four ways. Half of the time the seed stays, so that only what the changes reach is
// different; a plan that came out as it was gets another one.
func (c *changer) change(p, mate *plan.Plan) *plan.Plan {
	all, total := changes(), 0
	for _, way := range all {
		total += way.weight
	}
	next := p.Clone()
	next.File, next.Choices = "", nil
	for range 1 + c.rng.IntN(2) + c.rng.IntN(3) {
		drawn := c.rng.IntN(total)
		for _, way := range all {
			if drawn -= way.weight; drawn < 0 {
				next = way.apply(c, next, mate)
				break
			}
		}
	}
	if c.rng.Chance(1, 2) || next.String() == p.String() {
		next.Seed = c.rng.Uint64()
	}
	c.demandLegal(next)
	return next
}

// demandLegal panics if the plan could not be run: a mistake of this package.
func (c *changer) demandLegal(p *plan.Plan) {
	err := p.Validate()
	if err == nil {
		err = p.ValidateNames(scenarios.Names())
	}
	if err != nil {
		panic("search: made a plan that cannot happen: " + err.Error() + "\n" + p.String())
	}
}

// drawn returns a plan that the scenario draws for the occasion.
func (c *changer) drawn() *plan.Plan {
	p, err := c.scenario.Plan(c.rng.Uint64(), c.overrides)
	if err != nil {
		panic("search: draw a plan: " + err.Error())
	}
	return p
}

// longest is how many times as long as the plan's run the horizon of a pct schedule is at most, and least the shortest.
const longest, least = 2, 16

// reschedule changes how the plan is scheduled, unless all plans have one schedule.
func (c *changer) reschedule(p, _ *plan.Plan) *plan.Plan {
	if c.overrides.Schedule != "" {
		return p
	}
	switch c.rng.IntN(4) {
	case 0:
		p.Schedule = sim.Random().Name()
	case 1:
		p.Schedule = sim.POS().Name()
	default:
		p.Schedule = sim.PCT(c.rng.Between(1, maxDepth), c.rng.LogUniform(least, max(least, longest*c.steps))).Name()
	}
	return p
}

// maxDepth is the largest depth that is drawn for pct.
const maxDepth = 6

// otherSettings changes the knobs and the world. They are drawn together, since together they decide what can be carried: over
// links that are slow and carry little, more would be said than is ever heard.
func (c *changer) otherSettings(p, _ *plan.Plan) *plan.Plan {
	other := c.drawn()
	p.Sets, p.World = other.Sets, other.World
	return p
}

// otherCluster changes the size of the cluster; statements and faults that name what is gone go with it.
func (c *changer) otherCluster(p, _ *plan.Plan) *plan.Plan {
	p.Cluster = c.drawn().Cluster
	return p.WithLines(p.Lines)
}
