package scenarios

import (
	"time"

	"onelane.test/faults"
	"onelane.test/runtime/protocol"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/workload"
)

// idleFor is how long nothing happens in the scenario idle-liveness.
const idleFor = 10 * time.Minute

// idleScenario leaves a replica alone: reports go on, and nobody spins.
func idleScenario() *Scenario {
	return &Scenario{
		Name:     "idle-liveness",
		Doc:      "Nothing happens for ten minutes; reports still come, and no worker spins.",
		topology: topologyUnified,
		replicas: 1, processes: 2, workers: 2, least: 2,
		usual:  []string{"keepalive"},
		unseen: []string{"reflected", "restarts", "last-words", "drops", "first-reports"},
		workload: workload.Profile{
			Min: 1, Max: 3, From: 5 * time.Millisecond, Span: 100 * time.Millisecond,
			Weights: []workload.Weight{{Kind: "source", Weight: 2}, {Kind: "index", Weight: 1}, {Kind: "sink", Weight: 1}},
			Ticks:   []time.Duration{3 * time.Second, 30 * time.Second},
		},
		faults: faults.Profile{To: 200 * time.Millisecond},
		shape: func(d *drawing) {
			d.set("maintenance", pickFrom(d.rng, "10500us", "100ms", "1s"))
			d.set("statistics", pickFrom(d.rng, "5s", "60s"))
			last := plan.Configure{Params: protocol.NoParams()}
			last.Params.StatisticsInterval = time.Second
			d.add(idleFor, last)
		},
	}
}

// lostUnparkScenario lets code on the workers' threads wait for replies and take the tokens that were meant for queues.
func lostUnparkScenario() *Scenario {
	s := stormScenario()
	s.Name, s.Aliases = "lost-unpark", nil
	s.Doc = "Code on the workers' threads parks until it has a reply, and takes the tokens meant for their queues."
	s.workload.Min, s.workload.Max = 1, 8
	s.processes, s.workers = 2, 2
	s.faults.Kinds = append(s.faults.Kinds, "cut")
	s.shape = func(d *drawing) {
		// Only a worker without a storage connection may park for ever; a new one is what it can miss then.
		d.set("maintenance", pickFrom(d.rng, "1ms", "10ms"))
		d.cuts(faults.Storage)
		d.cuts(faults.Storage)
		d.add(0, plan.Fault{Fault: faults.BlockingReply{
			Replica: faults.ReplicaName(0), For: d.scenario.faults.To,
			Delay: d.rng.Duration(100*time.Microsecond, 20*time.Millisecond).Truncate(100 * time.Microsecond),
		}})
	}
	return s
}
