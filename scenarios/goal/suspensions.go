package goal

import (
	"slices"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/environ"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// suspensionGoals are about storage objects that fail and are built anew.
func suspensionGoals() []Goal {
	return []Goal{
		{"drop-in-flight-while-suspended", "A worker consumes the drop of an object that it has suspended.", dropInFlight},
		{"drop-while-suspended", "An object is dropped while a worker has suspended it.", dropWhileSuspended},
		{"late-drop", "A drop comes to a worker behind a later start of the same object.", lateDrop},
		{"late-start", "A start comes to a worker behind a later one of the same object.", lateStart},
		{"suspension-in-reconciliation", "A worker suspends an object while a new connection has not said all yet.", suspendedInReconciliation},
		{"suspension-of-nothing", "A suspension comes to a worker that has nothing to suspend.", suspensionOfNothing},
		{"suspension-while-away", "A worker suspends an object while its guest has no connection.", suspendedWhileAway},
		{"two-fail-at-once", "A dataflow fails on two workers before any has suspended it.", twoFail},
	}
}

// held is an object on a worker.
type held struct {
	seat
	id query.ID
}

// suspended are the objects that workers have let go of in order to build them anew.
type suspended map[held]bool

func (s suspended) observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case storage.Suspended:
		s[held{seat{r.Node, e.Worker}, e.ID}] = true
	case storage.Rendered:
		delete(s, held{seat{r.Node, e.Worker}, e.ID})
	case storage.NotRendered:
		delete(s, held{seat{r.Node, e.Worker}, e.ID})
	case sim.NodeExited:
		for h := range s {
			if h.node == e.Node {
				delete(s, h)
			}
		}
	}
}

func dropInFlight(plan.Cluster) watcher {
	objects := suspended{}
	return func(r *trace.Record) bool {
		objects.observe(r)
		e, ok := r.Event.(lane.Delivered)
		if !ok {
			return false
		}
		drop, ok := e.Item.Storage.(protocol.DropDataflow)
		return ok && slices.ContainsFunc(drop.IDs, func(id query.ID) bool { return objects[held{seat{r.Node, e.Worker}, id}] })
	}
}

func dropWhileSuspended(plan.Cluster) watcher {
	objects := suspended{}
	return func(r *trace.Record) bool {
		objects.observe(r)
		e, ok := r.Event.(environ.Dropped)
		if !ok {
			return false
		}
		for h := range objects {
			if h.id == e.ID {
				return true
			}
		}
		return false
	}
}

func lateDrop(plan.Cluster) watcher {
	return func(r *trace.Record) bool {
		_, ok := r.Event.(storage.DropIgnored)
		return ok
	}
}

func lateStart(plan.Cluster) watcher {
	return func(r *trace.Record) bool {
		_, ok := r.Event.(storage.StartIgnored)
		return ok
	}
}

func suspendedInReconciliation(plan.Cluster) watcher {
	guests := reconciling{}
	return func(r *trace.Record) bool {
		guests.observe(r)
		e, ok := r.Event.(storage.Suspended)
		return ok && guests[seat{r.Node, e.Worker}]
	}
}

func suspensionOfNothing(plan.Cluster) watcher {
	return func(r *trace.Record) bool {
		_, ok := r.Event.(storage.SuspendIgnored)
		return ok
	}
}

func suspendedWhileAway(plan.Cluster) watcher {
	connected := map[seat]bool{}
	return func(r *trace.Record) bool {
		switch e := r.Event.(type) {
		case clusterd.ClientConnected:
			connected[seat{r.Node, e.Worker}] = connected[seat{r.Node, e.Worker}] || e.Plane == clusterd.Storage
		case clusterd.ClientDisconnected:
			if e.Plane == clusterd.Storage {
				delete(connected, seat{r.Node, e.Worker})
			}
		case storage.Suspended:
			return !connected[seat{r.Node, e.Worker}]
		}
		return false
	}
}

func twoFail(plan.Cluster) watcher {
	type dataflow struct {
		replica string
		id      query.ID
	}
	asked := map[dataflow]int{} // the worker that asked, plus 1
	return func(r *trace.Record) bool {
		switch e := r.Event.(type) {
		case storage.SuspendRequested:
			d := dataflow{replicaOf(r.Node), e.ID}
			if by := asked[d]; by != 0 && by != e.Worker+1 {
				return true
			}
			asked[d] = e.Worker + 1
		case storage.Suspended:
			delete(asked, dataflow{replicaOf(r.Node), e.ID})
		}
		return false
	}
}
