package environ

import (
	"slices"

	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// finalise closes the shards of a dropped object for good, a moment later. An environment that dies before does it
// after its next bootstrap.
func (c *coordinator) finalise(t *sim.Task, object Object) {
	if !c.cfg.Finalise {
		return
	}
	pause := t.Stream("finalise").Duration(c.cfg.CommitMin, c.cfg.CommitMax)
	t.Node().After(pause, "finalise", func() {
		for _, shard := range object.Shards() {
			c.cfg.Store.Finalise(shard)
		}
		c.catalog.finalise(object.ID.Name)
	}, sim.Write(t.World().Object("catalog")))
}

// gone is told by a controller that no replica can report on a collection any more. When this was the last one of an
// object, its shards can be closed.
func (c *coordinator) gone(t *sim.Task, id query.ID) {
	for _, object := range c.catalog.unfinalised() {
		if collections := object.Collections(); slices.Contains(collections, id) && !slices.ContainsFunc(collections, c.knows) {
			c.finalise(t, object)
		}
	}
}

// knows says whether a controller still expects reports on a collection.
func (c *coordinator) knows(id query.ID) bool {
	_, computed := c.compute.Frontier(id)
	_, stored := c.storage.Frontier(id)
	return computed || stored
}
