package scenarios

import (
	"time"

	"onelane.test/faults"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/workload"
)

// reconnectComputeScenario cuts the compute controller off while storage objects live on.
func reconnectComputeScenario() *Scenario {
	s := reconnectScenario("reconnect-compute", faults.Compute, []string{"reconnect-compute-live-storage"},
		"The compute controller is cut off and comes back, again and again, while storage objects live on.")
	s.unseen = []string{"first-reports"}
	return s
}

// reconnectStorageScenario cuts the storage controller off while compute dataflows live on.
func reconnectStorageScenario() *Scenario {
	return reconnectScenario("reconnect-storage", faults.Storage, []string{"reconnect-storage-live-compute"},
		"The storage controller is cut off and comes back, while materialized views and indexes live on.")
}

// reconnectBothScenario cuts both controllers off, in any order and overlap.
func reconnectBothScenario() *Scenario {
	return reconnectScenario("reconnect-both", faults.Both, nil,
		"Both controllers are cut off and come back, in any order.")
}

// reconnectScenario cuts the plane's connections to drawn processes while objects are created and dropped.
func reconnectScenario(name string, plane faults.Plane, aliases []string, doc string) *Scenario {
	return &Scenario{
		Name: name, Doc: doc, Aliases: aliases,
		topology: topologyUnified,
		replicas: 1, processes: 2, workers: 2,
		workload: workload.Profile{
			Min: 5, Max: 14, From: 5 * time.Millisecond, Span: 1500 * time.Millisecond,
			Weights: workload.Everything(), Ticks: ticks,
		},
		faults: faults.Profile{
			Kinds: []string{
				"clock-skew", "clog", "half-open", "oneway", "pause", "pause-worker", "reorder", "slow-async", "slow-link",
				"slow-persist", "source-error",
			},
			Max: 5, From: 10 * time.Millisecond, To: 2 * time.Second, Budget: faults.DefaultBudget(),
		},
		shape: func(d *drawing) { d.cuts(plane) },
	}
}

// cuts adds one to five cuts, short and long, of one plane or, for both, of a drawn one each. Beside half of them an object
// is dropped while nobody can tell the replica.
func (d *drawing) cuts(plane faults.Plane) {
	planes := []faults.Plane{plane}
	if plane == faults.Both {
		planes = []faults.Plane{faults.Compute, faults.Storage, faults.Both}
	}
	processes := d.plan.Cluster.Site().ProcessNames()
	last := d.scenario.faults.To
	if plane != faults.Storage && d.rng.Chance(1, 2) {
		d.lag(last)
	}
	for range d.rng.Between(1, 5) {
		at := d.rng.Duration(20*time.Millisecond, last-10*time.Millisecond).Truncate(time.Millisecond)
		scale := []time.Duration{time.Millisecond, 10 * time.Millisecond, 100 * time.Millisecond}[d.rng.IntN(3)]
		length := d.rng.Duration(scale, 5*scale).Truncate(time.Millisecond)
		d.add(at, plan.Fault{Fault: faults.Cut{
			Plane:   planes[d.rng.IntN(len(planes))],
			Process: processes[d.rng.IntN(len(processes))],
			For:     min(length, last-at),
		}})
		if d.rng.Chance(1, 2) {
			d.dropWithin(at, min(at+length+dropAfterCut, last))
		}
	}
}

// dropAfterCut is how long after the end of a cut an object is dropped at most: the controller is not back at once.
const dropAfterCut = 100 * time.Millisecond

// lag makes the adapters slow over the whole time of the cuts: processes then learn of a new connection at different
// times, and one answers it before another has its client.
func (d *drawing) lag(until time.Duration) {
	from := d.rng.Duration(0, 100*time.Millisecond).Truncate(time.Millisecond)
	d.add(from, plan.Fault{Fault: faults.SlowAdapter{
		Replica: faults.ReplicaName(0), For: until - from,
		Delay: d.rng.Duration(20*time.Millisecond, time.Second).Truncate(time.Millisecond),
	}})
}
