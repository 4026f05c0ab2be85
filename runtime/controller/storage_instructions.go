package controller

import (
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// UpdateConfiguration tells all replicas the parameters.
func (c *StorageController) UpdateConfiguration(t *sim.Task, params protocol.Params) {
	c.instruct(t, func(t *sim.Task) { c.send(t, protocol.StorageUpdateConfiguration{Params: params}) })
}

// InitializationComplete ends the stage in which replicas only gather commands. It is called once.
func (c *StorageController) InitializationComplete(t *sim.Task) {
	c.instruct(t, func(t *sim.Task) { c.send(t, protocol.StorageInitializationComplete{}) })
}

// AllowWrites lets all replicas write. It is called once.
func (c *StorageController) AllowWrites(t *sim.Task) {
	c.instruct(t, func(t *sim.Task) { c.send(t, protocol.StorageAllowWrites{}) })
}

// RunIngestion starts an ingestion, whose primary id is among its exports, on all replicas.
func (c *StorageController) RunIngestion(t *sim.Task, ingestion *query.Ingestion) {
	c.instruct(t, func(t *sim.Task) {
		for _, id := range ingestion.CollectionIDs() {
			c.create(id)
		}
		c.send(t, protocol.RunIngestion{Ingestion: ingestion})
	})
}

// RunSink starts a sink on the replica that the placement chooses.
func (c *StorageController) RunSink(t *sim.Task, sink *query.Sink) {
	c.instruct(t, func(t *sim.Task) {
		c.placement.scheduleSingle(sink.ID)
		c.create(sink.ID)
		c.send(t, protocol.RunSink{Sink: sink})
	})
}

// Drop ends collections: those of an ingestion, all of them, or a sink. What reads them must have been dropped before.
func (c *StorageController) Drop(t *sim.Task, ids ...query.ID) {
	c.instruct(t, func(t *sim.Task) {
		for _, id := range ids {
			c.drop(t, id)
		}
	})
}

// WhenBeyond implements [Upstream].
func (c *StorageController) WhenBeyond(t *sim.Task, id query.ID, at frontier.Time, notify func(*sim.Task)) {
	c.instruct(t, func(t *sim.Task) {
		if collection, ok := c.collections[id]; ok && beyond(collection.upper, at) {
			notify(t)
			return
		}
		c.waits = append(c.waits, wait{id: id, at: at, notify: notify})
	})
}

func (c *StorageController) create(id query.ID) {
	c.collections[id] = &storedCollection{id: id, owes: make([]bool, len(c.fleet.members))}
}

func (c *StorageController) drop(t *sim.Task, id query.ID) {
	collection, ok := c.collections[id]
	if !ok || collection.dropped {
		return
	}
	collection.dropped = true
	c.waits = slices.DeleteFunc(c.waits, func(w wait) bool { return w.id == id })
	for replica := range collection.owes {
		collection.owes[replica] = c.fleet.serves(replica) && c.placement.runs(id, replica)
	}
	c.send(t, protocol.StorageAllowCompaction{ID: id, Frontier: frontier.Empty()})
	c.forgetIfSilent(t, collection)
}
