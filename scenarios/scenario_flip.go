package scenarios

import (
	"time"

	"onelane.test/faults"
	"onelane.test/runtime/protocol"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/workload"
	"onelane.test/sim"
)

// flipScenario changes a setting that shapes dataflows in the midst of a storm.
func flipScenario() *Scenario {
	s := stormScenario()
	s.Name, s.Aliases = "shape-flag-flip", nil
	s.Doc = "A setting that changes what dataflows are built of flips in the midst of a storm."
	s.faults.Kinds = append(s.faults.Kinds, "oneway", "cut", "mesh-delay")
	s.shape = func(d *drawing) {
		for range d.rng.Between(1, 8) {
			flip := plan.Configure{Params: protocol.NoParams()}
			flip.Params.Stages = d.rng.IntN(3)
			d.add(d.rng.Duration(5*time.Millisecond, 600*time.Millisecond).Truncate(time.Millisecond), flip)
		}
	}
	return s
}

// floodScenario keeps workers busy with commands of one kind while both kinds have work to do.
func floodScenario() *Scenario {
	return &Scenario{
		Name:     "flood-starves-guest",
		Doc:      "A controller floods the workers with commands, each of which takes a while.",
		topology: topologyUnified,
		replicas: 1, processes: 2, workers: 2,
		unseen: []string{"first-reports"},
		usual:  []string{"capacity", "command", "iteration", "latency"},
		workload: workload.Profile{
			Min: 3, Max: 8, From: 5 * time.Millisecond, Span: 2 * time.Second,
			Weights: workload.Everything(), Ticks: ticks,
		},
		faults: faults.Profile{
			Kinds: []string{"source-error"},
			Max:   1, From: 50 * time.Millisecond, To: 4 * time.Second, Budget: faults.DefaultBudget(),
		},
		shape: func(d *drawing) {
			cost := []time.Duration{100 * time.Microsecond, 400 * time.Microsecond, time.Millisecond}[d.rng.IntN(3)]
			d.set("command", cost.String())
			// From what keeps workers half busy to a little more than they can do.
			perMille := []int{500, 900, 1050, 1150}[d.rng.IntN(4)]
			d.plan.World.Grain = sim.GrainExact
			d.add(300*time.Millisecond, plan.Fault{Fault: faults.Flood{
				Plane: []faults.Plane{faults.Compute, faults.Storage}[d.rng.IntN(2)],
				Rate:  int(time.Second/cost) * perMille / 1000,
				For:   d.rng.Duration(1100*time.Millisecond, 1500*time.Millisecond).Truncate(time.Millisecond),
			}})
		},
	}
}
