package scenarios

import (
	"time"

	"onelane.test/faults"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/workload"
)

// reconnectSkewedScenario lets the processes of a replica get their connections back at different times, of both planes.
func reconnectSkewedScenario() *Scenario {
	s := reconnectScenario("reconnect-both-skewed", faults.Both, nil,
		"Both controllers are cut off; the processes of the replica get them back in unequal order.")
	s.several = true
	s.shape = func(d *drawing) {
		for range d.rng.Between(1, 3) {
			d.skewedCut(faults.Both)
		}
	}
	return s
}

// stashScenario lets a process answer a connection that another one does not have yet.
func stashScenario() *Scenario {
	s := reconnectScenario("stash-future-nonce", faults.Compute, nil,
		"Adapters lag behind, so that one process answers a connection before another has heard of it.")
	s.several, s.unseen = true, []string{"first-reports"}
	s.shape = func(d *drawing) {
		d.lag(d.scenario.faults.To)
		for range d.rng.Between(3, 8) {
			d.momentaryCut(faults.Compute)
		}
	}
	return s
}

// momentaryCut cuts one process off, so briefly that the controller is back before the others' adapters have looked: they
// still have what is left of the old connection when their workers answer the new one.
func (d *drawing) momentaryCut(plane faults.Plane) {
	processes := d.plan.Cluster.Site().ProcessNames()
	at := d.rng.Duration(20*time.Millisecond, d.scenario.faults.To-10*time.Millisecond).Truncate(time.Millisecond)
	d.add(at, plan.Fault{Fault: faults.Cut{
		Plane: plane, Process: processes[d.rng.IntN(len(processes))],
		For: d.rng.Duration(time.Millisecond, 5*time.Millisecond).Truncate(time.Millisecond),
	}})
}

// skewedCut cuts all processes at about the same time, for lengths of their own, and makes some accept late.
func (d *drawing) skewedCut(plane faults.Plane) {
	last := d.scenario.faults.To
	at := d.rng.Duration(20*time.Millisecond, last-200*time.Millisecond).Truncate(time.Millisecond)
	for _, process := range d.plan.Cluster.Site().ProcessNames() {
		length := d.rng.Duration(time.Millisecond, 300*time.Millisecond).Truncate(time.Millisecond)
		start := at + d.rng.Duration(0, 20*time.Millisecond).Truncate(time.Millisecond)
		d.add(start, plan.Fault{Fault: faults.Cut{Plane: plane, Process: process, For: min(length, last-start)}})
		if d.rng.Chance(1, 2) {
			d.add(start, plan.Fault{Fault: faults.SlowAccept{
				Process: process, Delay: d.rng.Duration(time.Millisecond, 400*time.Millisecond).Truncate(time.Millisecond),
				For: last - start,
			}})
		}
	}
}

// twoEnvironmentsScenario lets an old environment go on beside the new one.
func twoEnvironmentsScenario() *Scenario {
	return &Scenario{
		Name:     "two-envds",
		Doc:      "An environment is succeeded by another while it is still alive, and both command the replica.",
		topology: topologyUnified,
		replicas: 1, processes: 2, workers: 2,
		workload: workload.Profile{
			Min: 5, Max: 12, From: 5 * time.Millisecond, Span: 1500 * time.Millisecond,
			Weights: workload.Everything(), Ticks: ticks,
		},
		faults: faults.Profile{
			Kinds:  []string{"cut", "slow-accept", "slow-adapter", "slow-async", "slow-persist", "source-error"},
			Always: []string{"old-env"},
			Min:    1, Max: 4, From: 10 * time.Millisecond, To: 2 * time.Second, Budget: faults.DefaultBudget(),
		},
		shape: func(d *drawing) {
			at := d.rng.Duration(50*time.Millisecond, 1500*time.Millisecond).Truncate(time.Millisecond)
			for _, line := range d.plan.Lines {
				if f, ok := line.Statement.(plan.Fault); ok && f.Kind() == "old-env" {
					return
				}
			}
			d.add(at, plan.Fault{Fault: faults.OldEnvironment{
				For: d.rng.Duration(time.Millisecond, 400*time.Millisecond).Truncate(time.Millisecond),
			}})
		},
	}
}
