package goal

import (
	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/timely"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// processGoals are about processes that come and go.
func processGoals() []Goal {
	return []Goal{
		{"end-in-bring-up", "A process of a replica ends before it is connected to the others.", endInBringUp},
		{"end-in-reconciliation", "A process ends while a guest in it has a new connection that has not said all yet.", endInReconciliation},
		{"frame-for-a-dead-channel", "What a worker sent arrives where the dataflow has ended already.", deadFrame},
		{"two-generations-of-the-mesh", "A process joins a new mesh while another of its replica is alive in the last one.", twoGenerations},
	}
}

func endInBringUp(plan.Cluster) watcher {
	starting := map[string]bool{}
	return func(r *trace.Record) bool {
		switch e := r.Event.(type) {
		case sim.NodeStarted:
			starting[e.Node] = replicaOf(e.Node) != ""
		case timely.MeshUp:
			delete(starting, r.Node)
		case sim.NodeExited:
			return starting[e.Node]
		}
		return false
	}
}

// reconciling are the guests that have a connection which has not said all that it wants.
type reconciling map[seat]bool

func (g reconciling) observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case clusterd.ClientConnected:
		if e.Plane == clusterd.Storage {
			g[seat{r.Node, e.Worker}] = true
		}
	case clusterd.ClientDisconnected:
		if e.Plane == clusterd.Storage {
			delete(g, seat{r.Node, e.Worker})
		}
	case clusterd.GuestReconciled:
		delete(g, seat{r.Node, e.Worker})
	case sim.NodeExited:
		for s := range g {
			if s.node == e.Node {
				delete(g, s)
			}
		}
	}
}

func endInReconciliation(plan.Cluster) watcher {
	guests := reconciling{}
	return func(r *trace.Record) bool {
		if e, ok := r.Event.(sim.NodeExited); ok {
			for s := range guests {
				if s.node == e.Node {
					return true
				}
			}
		}
		guests.observe(r)
		return false
	}
}

func deadFrame(plan.Cluster) watcher {
	return func(r *trace.Record) bool {
		e, ok := r.Event.(timely.Discarded)
		return ok && !e.Live
	}
}

func twoGenerations(plan.Cluster) watcher {
	up := map[string]uint64{}
	return func(r *trace.Record) bool {
		switch e := r.Event.(type) {
		case sim.NodeExited:
			delete(up, e.Node)
		case timely.MeshUp:
			up[r.Node] = e.Generation
			for other, generation := range up {
				if replicaOf(other) == replicaOf(r.Node) && generation < e.Generation {
					return true
				}
			}
		}
		return false
	}
}
