package scenarios

import (
	"slices"
	"time"

	"onelane.test/faults"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/workload"
)

// processKillScenario kills processes of the replica, which share fate, in the middle of everything.
func processKillScenario() *Scenario {
	return &Scenario{
		Name:     "process-kill",
		Doc:      "Processes of a replica are killed and started again while objects are created and dropped.",
		topology: topologyUnified,
		replicas: 1, processes: 3, workers: 2,
		workload: workload.Profile{
			Min: 4, Max: 12, From: 5 * time.Millisecond, Span: 1500 * time.Millisecond,
			Weights: workload.Everything(), Ticks: ticks,
		},
		faults: faults.Profile{
			Kinds: []string{
				"clock-skew", "cut", "half-open", "mesh-cut", "pause", "slow-adapter", "slow-async", "slow-persist", "source-error",
			},
			Always: []string{"kill"},
			Min:    2, Max: 6, From: 10 * time.Millisecond, To: 2 * time.Second, Budget: faults.DefaultBudget(),
		},
	}
}

// controllerKillScenario kills the environment in the middle of a storm, which the proposal's author did by hand.
func controllerKillScenario() *Scenario {
	return &Scenario{
		Name:     "controller-kill",
		Doc:      "The environment is killed in the middle of a storm and starts again from its catalog.",
		topology: topologyUnified,
		replicas: 1, processes: 2, workers: 2,
		workload: workload.Profile{
			Min: 6, Max: 16, From: 5 * time.Millisecond, Span: 1200 * time.Millisecond,
			Weights: workload.Everything(), Ticks: ticks,
		},
		faults: faults.Profile{
			Kinds: []string{"cut", "half-open", "pause", "reorder", "slow-adapter", "slow-async", "slow-persist", "source-error"},
			Max:   3, From: 10 * time.Millisecond, To: 2 * time.Second, Budget: faults.DefaultBudget(),
		},
		shape: func(d *drawing) {
			d.kills(faults.Environment)
			if d.rng.Chance(1, 3) {
				d.cutBootstraps()
			}
		},
	}
}

// cutBootstraps makes the environment come back soon after each kill, and breaks its connections to a process while it
// tells what there is.
func (d *drawing) cutBootstraps() {
	d.set("restart", "20ms")
	processes := d.plan.Cluster.Site().ProcessNames()
	for _, line := range slices.Clone(d.plan.Lines) {
		kill, ok := line.Statement.(plan.Fault)
		if !ok || kill.Fault != faults.Fault(faults.Kill{Node: faults.Environment}) {
			continue
		}
		process := processes[d.rng.IntN(len(processes))]
		for range d.rng.Between(1, 6) {
			at := line.At + d.rng.Duration(2*time.Millisecond, 40*time.Millisecond).Truncate(time.Millisecond)
			d.add(min(at, d.scenario.faults.To-time.Millisecond), plan.Fault{Fault: faults.Cut{
				Plane: faults.Storage, Process: process, For: time.Millisecond,
			}})
		}
	}
}

// kills adds one or two kills of a node.
func (d *drawing) kills(node string) {
	for range d.rng.Between(1, 2) {
		at := d.rng.Duration(50*time.Millisecond, d.scenario.faults.To-10*time.Millisecond).Truncate(time.Millisecond)
		d.add(at, plan.Fault{Fault: faults.Kill{Node: node}})
	}
}
