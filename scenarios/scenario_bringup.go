package scenarios

import (
	"time"

	"onelane.test/faults"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/workload"
)

// bringUpScenario ends processes while the replica's processes find each other, alone, several at once, and without all of
// them noticing.
func bringUpScenario() *Scenario {
	return &Scenario{
		Name:     "bring-up-generations",
		Doc:      "Processes end while the mesh comes up, in sets, and with a peer that does not notice.",
		topology: topologyUnified,
		replicas: 1, processes: 3, workers: 2, several: true,
		unseen: []string{"restarts"},
		workload: workload.Profile{
			Min: 3, Max: 8, From: 5 * time.Millisecond, Span: 1500 * time.Millisecond,
			Weights: workload.Everything(), Ticks: ticks,
		},
		faults: faults.Profile{
			Kinds:  []string{"cut", "mesh-delay", "mesh-hold", "slow-accept"},
			Always: []string{"kill-bring-up", "kill-set", "stale-peer"},
			Min:    3, Max: 7, From: 10 * time.Millisecond, To: 2500 * time.Millisecond,
			Budget: faults.Budget{Kills: 5, EnvKills: 1, SourceErrors: 2, Apart: 20 * time.Millisecond},
		},
	}
}

// flagSkewScenario starts a process with another topology flag than the rest of its replica.
func flagSkewScenario() *Scenario {
	return &Scenario{
		Name:     "flag-skew",
		Doc:      "A process is started with another topology flag than its replica has, which is put right later.",
		topology: topologyUnified,
		replicas: 2, processes: 3, workers: 2, several: true,
		unseen: []string{"restarts"},
		workload: workload.Profile{
			Min: 3, Max: 6, From: 5 * time.Millisecond, Span: 800 * time.Millisecond,
			Weights: workload.Everything(), Ticks: ticks,
		},
		faults: faults.Profile{
			Kinds: []string{"cut", "kill", "slow-persist"},
			Max:   2, From: 10 * time.Millisecond, To: 1500 * time.Millisecond, Budget: faults.DefaultBudget(),
		},
		shape: func(d *drawing) {
			processes := d.plan.Cluster.Site().ProcessNames()
			f := faults.FlagSkew{Process: processes[d.rng.IntN(len(processes))]}
			if d.rng.Chance(1, 2) {
				d.add(0, plan.Fault{Fault: f})
				return
			}
			at := d.rng.Duration(50*time.Millisecond, 800*time.Millisecond).Truncate(time.Millisecond)
			d.add(at, plan.Fault{Fault: f})
			d.add(at, plan.Fault{Fault: faults.Kill{Node: f.Process}})
		},
	}
}
