package controller

import (
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// storedCollection is what the storage controller knows of one collection: an export or the remap collection of an
// ingestion, or a sink.
type storedCollection struct {
	id      query.ID
	upper   frontier.Antichain
	running bool
	dropped bool
	owes    []bool // by replica: whether it has yet to say that it dropped the collection
}

// owed says whether some replica may still report on the dropped collection.
func (c *storedCollection) owed() bool { return slices.Contains(c.owes, true) }

// wait is somebody's wish to hear when a collection can be read at a time.
type wait struct {
	id     query.ID
	at     frontier.Time
	notify func(*sim.Task)
}
