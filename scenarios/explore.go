package scenarios

import (
	"fmt"

	"onelane.test/faults/words"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// ExploreOptions say how a plan's world is explored.
type ExploreOptions struct {
	// Pool lends coroutines; nil means that the exploration makes its own.
	Pool *sim.Pool
	// Reduction, Delays, Max, Samples and Until are those of [sim.ExploreOptions].
	Reduction sim.Reduction
	Delays    int
	Max       uint64
	Samples   int
	Until     func() bool
	// Ran, if not nil, is given the result of each complete order, in which Plan and Deviations are missing.
	Ran func(*Result)
}

// Exploration is what all orders of a plan's world showed.
type Exploration struct {
	*sim.Exploration
	// Witnesses are the first results of each way to fail, with plans that fail in the same way.
	Witnesses []*Result
}

// Explore runs the world of a plan under every order of its steps, one of each class, in place of the plan's schedule.
// The world must be one in which nothing is drawn.
func Explore(p *plan.Plan, o ExploreOptions) (*Exploration, error) {
	if err := Explorable(p); err != nil {
		return nil, err
	}
	k, err := knobsOf(p.Sets)
	if err != nil {
		return nil, err
	}
	var s *system
	cfg := worldConfig(p)
	cfg.Pool = o.Pool
	found := sim.Explore(cfg, func(w *sim.World) {
		s = &system{plan: p, knobs: k, fixed: fixedState(p)}
		s.furnish(w, true)
		s.start()
	}, sim.ExploreOptions{
		Reduction: o.Reduction, Delays: o.Delays, Max: o.Max, Samples: o.Samples, Until: o.Until, From: closedBegin,
		Run: func(*sim.World) *sim.Stop { return s.explored(o.Ran) },
	})
	e := &Exploration{Exploration: found}
	return e, e.witness(p)
}

// Explorable returns an error if the plan's world is not one whose schedules can all be run.
func Explorable(p *plan.Plan) error {
	if p.Cluster.Topology != topologyClosed || p.Cluster.Processes > 1 || len(p.Choices) > 0 {
		return &words.Error{
			Word: p.Scenario,
			Want: "a world in which nothing is drawn, to run all its schedules: topology=" + topologyClosed + ", one process, no choices",
		}
	}
	return nil
}

// Class is the worst class of the orders that failed.
func (e *Exploration) Class() Class {
	worst := ClassHeld
	for _, r := range e.Witnesses {
		worst = Worst(worst, r.Class)
	}
	return worst
}

// explored runs one order to its end and judges it.
func (s *system) explored(ran func(*Result)) *sim.Stop {
	stop := s.live()
	if ran == nil && stop == nil && s.settled() {
		return nil
	}
	r := s.result(stop)
	if ran != nil {
		ran(r)
	}
	if !r.Failed() {
		return nil
	}
	return &sim.Stop{Kind: sim.StopViolation, Reason: r.Report, Signature: r.Signature}
}

// witness runs each way to fail once more, from a plan.
func (e *Exploration) witness(p *plan.Plan) error {
	for _, f := range e.Failures {
		witness := p.Clone()
		witness.Schedule, witness.Choices = sim.FIFO().Name(), f.Deviations
		r, err := Run(witness, RunOptions{})
		if err != nil {
			return err
		}
		if r.Signature != f.Stop.Signature {
			return fmt.Errorf("scenarios: explore %s: an order fails with %q, and again with %q", p.Scenario, f.Stop.Signature, r.Signature)
		}
		e.Witnesses = append(e.Witnesses, r)
	}
	return nil
}
