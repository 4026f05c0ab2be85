package controller

import (
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// Frontier returns how far the collection is complete as far as any replica told this incarnation of the environment:
// the minimum where none has, false where the controller does not know the collection.
func (c *ComputeController) Frontier(id query.ID) (frontier.Antichain, bool) {
	collection, ok := c.collections[id]
	if !ok {
		return frontier.Antichain{}, false
	}
	return collection.write, true
}

// Hydrated says whether some replica has computed the collection beyond its as_of.
func (c *ComputeController) Hydrated(id query.ID) bool {
	collection, ok := c.collections[id]
	return ok && collection.hydrated
}

// Connected says whether all processes of the replica are connected.
func (c *ComputeController) Connected(replica int) bool {
	return c.fleet.members[replica].connected
}

// Epoch returns how many tasks the replica has had.
func (c *ComputeController) Epoch(replica int) uint64 { return c.fleet.members[replica].epoch }

// Frontier returns how far the collection is complete as far as any replica told this incarnation of the environment:
// the minimum where none has, false where the controller does not know the collection.
func (c *StorageController) Frontier(id query.ID) (frontier.Antichain, bool) {
	collection, ok := c.collections[id]
	if !ok {
		return frontier.Antichain{}, false
	}
	return collection.upper, true
}

// Hydrated says whether some replica reported the object as running.
func (c *StorageController) Hydrated(id query.ID) bool {
	collection, ok := c.collections[id]
	return ok && collection.running
}

// Connected says whether all processes of the replica are connected.
func (c *StorageController) Connected(replica int) bool {
	return c.fleet.members[replica].connected
}

// Epoch returns how many tasks the replica has had.
func (c *StorageController) Epoch(replica int) uint64 { return c.fleet.members[replica].epoch }

// Owed returns the dropped collections that some replica has yet to report as dropped, by creation.
func (c *StorageController) Owed() []query.ID {
	var ids []query.ID
	for _, collection := range c.inOrder() {
		if collection.dropped {
			ids = append(ids, collection.id)
		}
	}
	return ids
}
