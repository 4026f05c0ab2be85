package scenarios

import (
	"time"

	"onelane.test/faults"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/workload"
)

// gateScenario blocks a worker's thread by a compute operator, the only failure of the proposal's tests
// (test/testdrive/cluster-controller.td in MaterializeInc/materialize#38579).
func gateScenario() *Scenario {
	return &Scenario{
		Name:     "gate",
		Doc:      "A materialized view blocks the thread of a worker, for a while or for ever, beside storage objects.",
		Aliases:  []string{"gate-worker0", "gate-worker1"},
		topology: topologyUnified,
		unseen:   []string{"first-reports"},
		replicas: 1, processes: 2, workers: 2,
		workload: workload.Profile{
			Min: 4, Max: 10, From: 5 * time.Millisecond, Span: 2500 * time.Millisecond,
			Weights: append(workload.Everything(), workload.Weight{Kind: "gate", Weight: 3}),
			Ticks:   ticks, Gates: []time.Duration{time.Second, time.Second, time.Minute, 0},
		},
		faults: faults.Profile{
			Kinds: []string{"cut", "source-error", "slow-persist"},
			Max:   3, From: 50 * time.Millisecond, To: 3 * time.Second, Budget: faults.DefaultBudget(),
		},
		quiet: 5 * time.Minute,
		shape: func(d *drawing) {
			d.rareMaintenance()
			if d.rng.Chance(1, 2) {
				d.cutWhileBlocked()
			}
		},
	}
}

// cutWhileBlocked cuts the storage controller off while a worker is blocked: it has to get its connection back all the
// same.
func (d *drawing) cutWhileBlocked() {
	for _, line := range d.plan.Lines {
		view, ok := line.Statement.(plan.CreateMaterializedView)
		if !ok || len(sleepsOf(view.Query)) == 0 {
			continue
		}
		last := d.scenario.faults.To
		at := min(line.At+d.rng.Duration(100*time.Millisecond, time.Second), last-100*time.Millisecond).Truncate(time.Millisecond)
		processes := d.plan.Cluster.Site().ProcessNames()
		d.add(at, plan.Fault{Fault: faults.Cut{
			Plane: faults.Storage, Process: processes[d.rng.IntN(len(processes))],
			For: d.rng.Duration(time.Millisecond, 50*time.Millisecond).Truncate(time.Millisecond),
		}})
		return
	}
}

// rareMaintenance makes a world in which a worker sleeps for long wake up seldom: nothing is learnt from thousands of
// rounds of maintenance in which nothing happens.
func (d *drawing) rareMaintenance() {
	for _, op := range sleeps(d.plan) {
		if op.Forever || op.For > 10*time.Second {
			d.set("maintenance", "200ms")
			d.set("statistics", "10s")
			return
		}
	}
}
