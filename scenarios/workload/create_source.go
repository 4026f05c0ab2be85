package workload

import (
	"time"

	"onelane.test/scenarios/plan"
)

func sourceKind() Kind {
	return Kind{
		Name:    "source",
		Doc:     "Creates a source with one to three exports.",
		creates: true,
		draw:    drawSource,
	}
}

// shapes is how many variants of a source's dataflow are drawn.
const shapes = 3

func drawSource(d *drawer) (plan.Statement, bool) {
	s := plan.CreateSource{
		Name:       d.name("s", plan.KindSource),
		Kind:       plan.SourceKinds[0],
		Partitions: pick(d, "partitions", []int{1, 2, 3, 4}),
		Rate:       pick(d, "rate", []int64{20, 100, 50, 5, 200, 0}),
		Exports:    pick(d, "exports", []int{1, 1, 2, 3}),
		Tick:       time.Second,
		Shape:      d.src.IntN("shape", shapes),
	}
	if ticks := d.profile.Ticks; len(ticks) > 0 {
		s.Tick = pick(d, "tick", ticks)
	}
	return s, true
}
