package goal

import (
	"onelane.test/runtime/compute"
	"onelane.test/runtime/controller"
	"onelane.test/runtime/environ"
	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// catalogGoals are about what becomes of objects while something else happens.
func catalogGoals() []Goal {
	return []Goal{
		{"creation-cut-off", "A controller loses a replica on which some workers have built a new object and others have not.", creationCutOff},
		{"drop-before-build", "An object is dropped before any worker has built it.", dropBeforeBuild},
		{"environment-ends-mid-creation", "The environment ends between the creation of an object and the first worker's building it.", endsMidCreation},
		{"reconnect-overlaps-a-creation", "An object is created while a controller has lost a replica.", creationWhileAway},
	}
}

// unbuilt follows new objects until they are built: on which workers of which replica they are.
type unbuilt map[query.ID]map[seat]bool

func (u unbuilt) observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case environ.Created:
		u[e.ID] = map[seat]bool{}
	case environ.Dropped:
		delete(u, e.ID)
	case storage.Rendered:
		u.built(e.ID, seat{r.Node, e.Worker})
	case storage.NotRendered:
		u.built(e.ID, seat{r.Node, e.Worker})
	case compute.Installed:
		for _, id := range e.IDs {
			u.built(id, seat{r.Node, e.Worker})
		}
	case sim.NodeExited:
		for id, on := range u {
			if len(on) > 0 && replicaOf(e.Node) != "" {
				delete(u, id) // it will be built by others, and is not new to them
			}
		}
	}
}

func (u unbuilt) built(id query.ID, by seat) {
	if on, ok := u[id]; ok {
		on[by] = true
	}
}

func creationCutOff(c plan.Cluster) watcher {
	objects := unbuilt{}
	return func(r *trace.Record) bool {
		objects.observe(r)
		e, ok := r.Event.(controller.Disconnected)
		return ok && objects.partly(e.Replica, c.Peers())
	}
}

// partly reports whether some but not all workers of a replica have built some object.
func (u unbuilt) partly(replica string, peers int) bool {
	for _, on := range u {
		n := 0
		for s := range on {
			if replicaOf(s.node) == replica {
				n++
			}
		}
		if n > 0 && n < peers {
			return true
		}
	}
	return false
}

func dropBeforeBuild(plan.Cluster) watcher {
	objects := unbuilt{}
	return func(r *trace.Record) bool {
		if e, ok := r.Event.(environ.Dropped); ok {
			if on, known := objects[e.ID]; known && len(on) == 0 {
				return true
			}
		}
		objects.observe(r)
		return false
	}
}

func endsMidCreation(plan.Cluster) watcher {
	objects := unbuilt{}
	return func(r *trace.Record) bool {
		objects.observe(r)
		e, ok := r.Event.(sim.NodeExited)
		if !ok || replicaOf(e.Node) != "" {
			return false
		}
		for _, on := range objects {
			if len(on) == 0 {
				return true
			}
		}
		return false
	}
}

func creationWhileAway(plan.Cluster) watcher {
	lost := absences{}
	return func(r *trace.Record) bool {
		lost.observe(r)
		_, ok := r.Event.(environ.Created)
		return ok && len(lost) > 0
	}
}
