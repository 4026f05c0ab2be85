package scenarios

import (
	"strings"
	"time"

	"onelane.test/faults"
)

// reconcileOrderScenario puts the end of what each controller says first at every position among the storage items of the
// lane, and before and after each other: dataflows that a reconciliation builds, those that the guest restarts meanwhile,
// and what a guest learns at its own time, in every order.
func reconcileOrderScenario() *Scenario {
	cases := reconcileOrders()
	return &Scenario{
		Name:     "reconcile-order",
		Doc:      "Each protocol's InitializationComplete comes at every position among restarts in the lane, and before or after the other's.",
		topology: topologyUnified,
		replicas: 1, processes: 2, workers: 2,
		unseen: []string{"last-words", "drops"},
		faults: faults.Profile{To: 1500 * time.Millisecond},
		enumeration: &enumeration{
			cases:  len(cases),
			shape:  func(d *drawing, i int) { cases[i].shape(d) },
			course: func(i int) string { return cases[i].course() },
		},
	}
}

// reconcileOrder is one case: behind how many storage items of the lane each protocol's InitializationComplete comes, and
// which is first where that is the same.
type reconcileOrder struct {
	compute, storage int
	storageFirst     bool
}

// restartItems are the storage items of the lane in the time in question, as [course] tells them: two sources are suspended
// and restarted, one after the other.
const restartItems = "ScSc"

// reconcileOrders returns all cases.
func reconcileOrders() []reconcileOrder {
	var all []reconcileOrder
	for compute := range len(restartItems) + 1 {
		for storage := range len(restartItems) + 1 {
			all = append(all, reconcileOrder{compute, storage, storage < compute})
			if compute == storage {
				all = append(all, reconcileOrder{compute, storage, true})
			}
		}
	}
	return all
}

// The positions in time. The items are a stride apart, since a source fails when it ticks, every two strides, and its start
// is held up for one. What is released at orderBegin is before all of them, and each stride later behind one more.
const (
	orderBegin  = 770 * time.Millisecond
	orderStride = 100 * time.Millisecond
	// orderApart is by how much two releases at one position are apart.
	orderApart = 16 * time.Millisecond
	orderLost  = 500 * time.Millisecond // when the connections break
)

func (o reconcileOrder) shape(d *drawing) {
	d.plan.Cluster.Processes = 2
	d.set("suspend-delay", "10ms")
	d.set("rehydrate", "10ms")
	d.populate(2 * orderStride)
	d.fault(0, faults.SlowAsync{Replica: faults.ReplicaName(0), Delay: orderStride - 5*time.Millisecond, For: 2 * time.Second})
	d.fault(orderLost, faults.Cut{Plane: faults.Both, Process: faults.ProcessName(0, 0), For: 20 * time.Millisecond})
	compute, storage := o.releases()
	d.holdBack(faults.Compute, compute)
	d.holdBack(faults.Storage, storage)
	for i, source := range []string{"s1", "s2"} {
		d.fault(orderBegin+time.Duration(2*i-1)*orderStride, faults.SourceError{Source: source, Worker: 0})
	}
}

// holdBack keeps InitializationComplete back until a time.
func (d *drawing) holdBack(plane faults.Plane, until time.Duration) {
	d.fault(orderLost+15*time.Millisecond, faults.StallAt{
		Plane: plane, Replica: faults.ReplicaName(0), Index: faults.Last, Until: until,
	})
}

// releases returns until when each protocol's InitializationComplete is kept back.
func (o reconcileOrder) releases() (compute, storage time.Duration) {
	compute = orderBegin + time.Duration(o.compute)*orderStride
	storage = orderBegin + time.Duration(o.storage)*orderStride
	if o.storageFirst {
		return compute + orderApart/2, storage - orderApart/2
	}
	return compute - orderApart/2, storage + orderApart/2
}

// course returns the order of events in the case.
func (o reconcileOrder) course() string {
	var b strings.Builder
	for i := range len(restartItems) + 1 {
		last := []byte{}
		if o.compute == i {
			last = append(last, courseCompute)
		}
		if o.storage == i {
			last = append(last, courseStorage)
		}
		if len(last) == 2 && o.storageFirst {
			last[0], last[1] = last[1], last[0]
		}
		b.Write(last)
		if i < len(restartItems) {
			b.WriteByte(restartItems[i])
		}
	}
	return b.String()
}
