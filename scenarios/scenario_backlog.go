package scenarios

import (
	"time"

	"onelane.test/faults"
)

// backlogScenario lets the commands of several compute connections gather before a worker sees any: it then receives the
// next connection's together with the InitializationComplete of the last. The storage controller is away for longer, so
// that no duty of the guest ends a park that should not have begun.
func backlogScenario() *Scenario {
	s := reconnectScenario("reconnect-backlog", faults.Both, nil,
		"Compute comes back several times before a worker hears of it, and then of all at once, while the storage controller is away.")
	s.faults.Max, s.unseen = 1, []string{"first-reports"}
	s.shape = func(d *drawing) {
		if d.rng.Chance(1, 2) {
			d.set("maintenance", "0s")
		}
		d.set("rehydrate", "10ms")
		for range d.rng.Between(1, 3) {
			d.backlog()
		}
	}
	return s
}

// backlog makes the adapters lag while compute is cut off and comes back, two to four times.
func (d *drawing) backlog() {
	at := d.rng.Duration(100*time.Millisecond, time.Second).Truncate(time.Millisecond)
	cuts := d.rng.Between(2, 4)
	length := time.Duration(cuts) * d.rng.Duration(20*time.Millisecond, 100*time.Millisecond).Truncate(time.Millisecond)
	d.fault(at, faults.SlowAdapter{Replica: faults.ReplicaName(0), Delay: time.Second, For: length})
	processes := d.plan.Cluster.Site().ProcessNames()
	for i := range cuts {
		d.fault(at+time.Duration(i)*length/time.Duration(cuts), faults.Cut{
			Plane: faults.Compute, Process: processes[d.rng.IntN(len(processes))], For: time.Millisecond,
		})
	}
	for _, process := range processes {
		d.fault(at, faults.Cut{Plane: faults.Storage, Process: process, For: length + 500*time.Millisecond})
	}
	d.dropWithin(at, at+length)
}
