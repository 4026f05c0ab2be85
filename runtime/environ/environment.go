package environ

import (
	"onelane.test/runtime/controller"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// Environment is how the outside sees the environment, over all incarnations of its process. Except for
// [Environment.Execute] its methods only look, and may be called between steps; what a dead process knew is not known.
type Environment struct {
	catalog  *Catalog
	node     *sim.Node
	replicas []controller.Replica

	// of the incarnation that was started last
	compute      *controller.ComputeController
	storage      *controller.StorageController
	bootstrapped bool
}

// NewEnvironment returns the handle that [Factory] binds to a node.
func NewEnvironment() *Environment { return &Environment{} }

// Up says whether a process runs that has told its controllers everything and takes statements.
func (e *Environment) Up() bool { return e.alive() && e.bootstrapped }

// ready notes that the incarnation that was started last has bootstrapped.
func (e *Environment) ready(c *coordinator) {
	if e.compute == c.compute {
		e.bootstrapped = true
	}
}

// Reconfigure makes a controller send the parameters in force once more. It may be called between steps.
func (e *Environment) Reconfigure(plane controller.Plane) {
	switch {
	case !e.alive():
	case plane == controller.Compute:
		e.compute.UpdateConfiguration(nil, e.catalog.Params())
	default:
		e.storage.UpdateConfiguration(nil, e.catalog.Params())
	}
}

func (e *Environment) alive() bool { return e.node != nil && e.node.Alive() }

// Wanted returns the objects that exist according to the catalog, by creation.
func (e *Environment) Wanted() []Object { return e.catalog.Live() }

// Catalog returns the catalog.
func (e *Environment) Catalog() *Catalog { return e.catalog }

// Frontier returns how far a collection is complete as far as this incarnation of the environment knows: the minimum
// where nothing is known.
func (e *Environment) Frontier(id query.ID) frontier.Antichain {
	if !e.alive() {
		return frontier.Antichain{}
	}
	if known, ok := e.compute.Frontier(id); ok {
		return known
	}
	known, _ := e.storage.Frontier(id)
	return known
}

// Owed returns the dropped collections on which this incarnation's storage controller waits for the last word of some
// replica, by creation.
func (e *Environment) Owed() []query.ID {
	if !e.alive() {
		return nil
	}
	return e.storage.Owed()
}

// Hydrated says whether some replica told this incarnation that the object runs: a dataflow beyond its as_of, or an
// ingestion or sink in status running.
func (e *Environment) Hydrated(id query.ID) bool {
	return e.alive() && (e.compute.Hydrated(id) || e.storage.Hydrated(id))
}

// Connected says whether all processes of the replica are connected on the plane.
func (e *Environment) Connected(replica int, plane controller.Plane) bool {
	if !e.alive() {
		return false
	}
	if plane == controller.Compute {
		return e.compute.Connected(replica)
	}
	return e.storage.Connected(replica)
}

// AllConnected says whether every replica is connected on both planes.
func (e *Environment) AllConnected() bool {
	for replica := range e.replicas {
		if !e.Connected(replica, controller.Compute) || !e.Connected(replica, controller.Storage) {
			return false
		}
	}
	return e.alive()
}

// Replicas returns the replicas; an index into them is a replica's id.
func (e *Environment) Replicas() []controller.Replica { return e.replicas }
