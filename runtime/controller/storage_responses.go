package controller

import (
	"maps"
	"slices"

	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// absorbUpper moves the frontier of a collection if the replica is ahead of all others. A collection that is being
// dropped is no longer of interest.
func (c *StorageController) absorbUpper(t *sim.Task, said protocol.FrontierUpper) {
	collection, ok := c.collections[said.ID]
	if !ok || collection.dropped || !collection.upper.Lt(said.Upper) {
		return
	}
	collection.upper = said.Upper
	t.Emit(FrontierAdvanced{Plane: Storage, ID: said.ID, Frontier: said.Upper})
	var reached []wait
	c.waits = slices.DeleteFunc(c.waits, func(w wait) bool {
		hit := w.id == said.ID && beyond(said.Upper, w.at)
		if hit {
			reached = append(reached, w)
		}
		return hit
	})
	for _, w := range reached {
		w.notify(t)
	}
}

// absorbDropped takes a replica's last word on a collection. One that nobody waits for is a fault of the replica.
func (c *StorageController) absorbDropped(t *sim.Task, replica int, id query.ID) {
	collection, ok := c.collections[id]
	if !ok || !collection.owes[replica] {
		t.Exit(sim.ExitPanic, "controller: unexpected DroppedId for %s from replica %s", id, c.cfg.Replicas[replica].Name)
	}
	collection.owes[replica] = false
	c.forgetIfSilent(t, collection)
}

// absorbStatus notes that an object runs. The first replica that says so decides.
func (c *StorageController) absorbStatus(said protocol.StatusUpdate) {
	if collection, ok := c.collections[said.ID]; ok && said.Status == protocol.Running {
		collection.running = true
	}
}

// lost plans the next task of a replica whose last one ended.
func (c *StorageController) lost(t *sim.Task, replica int) {
	if !c.cfg.OwedForGood {
		c.forgive(t, replica)
	}
	c.fleet.rest(t, replica, func() {
		c.instruct(nil, func(t *sim.Task) { c.rehydrate(t, replica) })
	})
}

// forgive ends the wait for what a replica has yet to say on dropped collections: the next connection is not told of
// them, so the replica cannot answer for them.
func (c *StorageController) forgive(t *sim.Task, replica int) {
	for _, collection := range c.inOrder() {
		collection.owes[replica] = false
		c.forgetIfSilent(t, collection)
	}
}

// forgetIfSilent drops the memory of a dropped collection once no replica can report on it.
func (c *StorageController) forgetIfSilent(t *sim.Task, collection *storedCollection) {
	if !collection.dropped || collection.owed() {
		return
	}
	delete(c.collections, collection.id)
	c.placement.forget(collection.id)
	t.Emit(Forgotten{Plane: Storage, ID: collection.id})
	if c.onGone != nil {
		c.onGone(t, collection.id)
	}
}

// inOrder returns the known collections by creation.
func (c *StorageController) inOrder() []*storedCollection {
	return slices.SortedFunc(maps.Values(c.collections), func(a, b *storedCollection) int { return a.id.Compare(b.id) })
}
