package controller

import (
	"maps"
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// absorbFrontiers takes what a replica says about a collection into account. An unknown collection is a fault of the
// replica: what is dropped here stays known until the replica has said its last word on it.
func (c *ComputeController) absorbFrontiers(t *sim.Task, replica int, said protocol.Frontiers) {
	collection, ok := c.collections[said.ID]
	if !ok {
		t.Exit(sim.ExitPanic, "controller: frontiers of unknown collection %s from replica %s",
			said.ID, c.cfg.Replicas[replica].Name)
	}
	known := &collection.replicas[replica]
	known.said(said.Write, said.Input, said.Output)
	if said.Output != nil && beyond(*said.Output, collection.asOf) {
		collection.hydrated = true
	}
	if collection.dropped {
		known.owes = known.owes && !known.empty()
		c.forgetIfSilent(t, collection)
		return
	}
	if said.Write != nil {
		c.advance(t, collection, *said.Write)
	}
}

// advance moves the write frontier of the collection if the replica is ahead of all others, and wakes its readers.
func (c *ComputeController) advance(t *sim.Task, collection *dataflowCollection, write frontier.Antichain) {
	if !collection.write.Lt(write) {
		return
	}
	collection.write = write
	t.Emit(FrontierAdvanced{Plane: Compute, ID: collection.id, Frontier: write})
	for _, reader := range slices.Clone(c.waiting) {
		if slices.Contains(reader.pending, collection.id) && beyond(write, reader.asOf) {
			c.inputReached(t, reader, collection.id)
		}
	}
}

// lost plans the next task of a replica whose last one ended. What the replica owed it will never say: the next
// connection is not told of dropped collections.
func (c *ComputeController) lost(t *sim.Task, replica int) {
	for _, collection := range c.inOrder() {
		collection.replicas[replica] = replicaFrontiers{}
		c.forgetIfSilent(t, collection)
	}
	c.fleet.rest(t, replica, func() {
		c.instruct(nil, func(t *sim.Task) { c.rehydrate(t, replica) })
	})
}

// inOrder returns the known collections by creation.
func (c *ComputeController) inOrder() []*dataflowCollection {
	return slices.SortedFunc(maps.Values(c.collections), func(a, b *dataflowCollection) int { return a.id.Compare(b.id) })
}

// forgetIfSilent drops the memory of a dropped collection once no replica can report on it.
func (c *ComputeController) forgetIfSilent(t *sim.Task, collection *dataflowCollection) {
	if !collection.dropped || collection.owed() {
		return
	}
	delete(c.collections, collection.id)
	t.Emit(Forgotten{Plane: Compute, ID: collection.id})
	if c.onGone != nil {
		c.onGone(t, collection.id)
	}
}
