package goal

import (
	"onelane.test/runtime/controller"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/render"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// connectionGoals are about the two controllers and their ways to a replica.
func connectionGoals() []Goal {
	return []Goal{
		{"compute-back-first", "Both controllers have lost a replica, and the compute controller is the first to be back.", backFirst(controller.Compute)},
		{"cut-in-initialisation", "A connection ends before its controller has said all that is there.", cutInInitialisation},
		{"reconnect-beside-a-blocked-worker", "A controller connects to a replica of which a worker's thread is blocked.", reconnectBesideBlock},
		{"storage-back-first", "Both controllers have lost a replica, and the storage controller is the first to be back.", backFirst(controller.Storage)},
		{"two-environments", "Two environments are connected to a replica in the same plane.", twoEnvironments},
	}
}

// connection is a plane's way to a replica.
type connection struct {
	plane   controller.Plane
	replica string
}

// absences are the connections that a controller had, lost, and has not got back.
type absences map[connection]bool

func (a absences) observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case controller.Connected:
		delete(a, connection{e.Plane, e.Replica})
	case controller.Disconnected:
		a[connection{e.Plane, e.Replica}] = true
	}
}

func backFirst(plane controller.Plane) func(plan.Cluster) watcher {
	return func(plan.Cluster) watcher {
		lost := absences{}
		return func(r *trace.Record) bool {
			e, ok := r.Event.(controller.Connected)
			reached := ok && e.Plane == plane &&
				lost[connection{controller.Compute, e.Replica}] && lost[connection{controller.Storage, e.Replica}]
			lost.observe(r)
			return reached
		}
	}
}

// way is a connection of one environment.
type way struct {
	connection
	environment string
}

func cutInInitialisation(plan.Cluster) watcher {
	talking := map[way]bool{}
	return func(r *trace.Record) bool {
		switch e := r.Event.(type) {
		case controller.Connected:
			talking[way{connection{e.Plane, e.Replica}, r.Node}] = true
		case controller.ControllerSent:
			switch e.Command.(type) {
			case protocol.ComputeInitializationComplete, protocol.StorageInitializationComplete:
				delete(talking, way{connection{e.Plane, e.Replica}, r.Node})
			}
		case controller.Disconnected:
			return talking[way{connection{e.Plane, e.Replica}, r.Node}]
		}
		return false
	}
}

func reconnectBesideBlock(plan.Cluster) watcher {
	blocked := map[seat]bool{}
	return func(r *trace.Record) bool {
		switch e := r.Event.(type) {
		case render.Blocked:
			blocked[seat{r.Node, e.Worker}] = true
		case render.Unblocked:
			delete(blocked, seat{r.Node, e.Worker})
		case sim.NodeExited:
			for s := range blocked {
				if s.node == e.Node {
					delete(blocked, s)
				}
			}
		case controller.Connected:
			for s := range blocked {
				if replicaOf(s.node) == e.Replica {
					return true
				}
			}
		}
		return false
	}
}

func twoEnvironments(plan.Cluster) watcher {
	connected := map[connection]string{}
	return func(r *trace.Record) bool {
		switch e := r.Event.(type) {
		case controller.Connected:
			c := connection{e.Plane, e.Replica}
			if other := connected[c]; other != "" && other != r.Node {
				return true
			}
			connected[c] = r.Node
		case controller.Disconnected:
			if c := (connection{e.Plane, e.Replica}); connected[c] == r.Node {
				delete(connected, c)
			}
		case sim.NodeExited:
			for c, environment := range connected {
				if environment == e.Node {
					delete(connected, c)
				}
			}
		}
		return false
	}
}
