package controller

import (
	"slices"

	"onelane.test/runtime/fail"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// UpdateConfiguration tells all replicas the parameters.
func (c *ComputeController) UpdateConfiguration(t *sim.Task, params protocol.Params) {
	c.instruct(t, func(t *sim.Task) { c.send(t, protocol.ComputeUpdateConfiguration{Params: params}) })
}

// InitializationComplete ends the stage in which replicas only gather commands. It is called once.
func (c *ComputeController) InitializationComplete(t *sim.Task) {
	c.instruct(t, func(t *sim.Task) { c.send(t, protocol.ComputeInitializationComplete{}) })
}

// CreateDataflow installs a dataflow on all replicas, suspended until each of its inputs has passed the as_of. A
// dataflow with an empty as_of has nothing left to compute and is not installed.
func (c *ComputeController) CreateDataflow(t *sim.Task, d *query.Description) {
	c.instruct(t, func(t *sim.Task) { c.createDataflow(t, d) })
}

// AllowWrites lets a materialized view write. It is sent once per collection, after its creation.
func (c *ComputeController) AllowWrites(t *sim.Task, id query.ID) {
	c.instruct(t, func(t *sim.Task) {
		if _, ok := c.collections[id]; ok {
			c.send(t, protocol.ComputeAllowWrites{ID: id})
		}
	})
}

// Drop lets a collection compact to the empty frontier. What reads it must have been dropped before.
func (c *ComputeController) Drop(t *sim.Task, id query.ID) {
	c.instruct(t, func(t *sim.Task) { c.drop(t, id) })
}

func (c *ComputeController) createDataflow(t *sim.Task, d *query.Description) {
	asOf, ok := d.AsOf.Time()
	if !ok {
		return
	}
	c.send(t, protocol.CreateDataflow{Description: d})
	for _, id := range d.ExportIDs() {
		created := newDataflowCollection(id, asOf, imports(d), len(c.fleet.members))
		c.collections[id] = created
		if len(created.pending) == 0 {
			c.send(t, protocol.Schedule{ID: id})
			continue
		}
		c.waiting = append(c.waiting, created)
		c.awaitInputs(t, created)
	}
}

// imports returns everything a dataflow reads, each once.
func imports(d *query.Description) []query.ID {
	var ids []query.ID
	for _, source := range d.SourceImports {
		ids = append(ids, source.ID)
	}
	ids = append(ids, d.IndexImports...)
	slices.SortFunc(ids, query.ID.Compare)
	return slices.Compact(ids)
}

// awaitInputs checks the inputs that compute itself writes, and asks upstream to tell about the others.
func (c *ComputeController) awaitInputs(t *sim.Task, reader *dataflowCollection) {
	for _, input := range slices.Clone(reader.pending) {
		if written, ok := c.collections[input]; ok {
			if beyond(written.write, reader.asOf) {
				c.inputReached(t, reader, input)
			}
			continue
		}
		c.upstream.WhenBeyond(t, input, reader.asOf, func(t *sim.Task) {
			c.instruct(t, func(t *sim.Task) { c.inputReached(t, reader, input) })
		})
	}
}

// inputReached schedules the collection if this was the last input it waited for.
func (c *ComputeController) inputReached(t *sim.Task, reader *dataflowCollection, input query.ID) {
	if reader.dropped || !reader.reached(input) {
		return
	}
	c.waiting = slices.DeleteFunc(c.waiting, func(w *dataflowCollection) bool { return w == reader })
	c.send(t, protocol.Schedule{ID: reader.id})
}

func (c *ComputeController) drop(t *sim.Task, id query.ID) {
	collection, ok := c.collections[id]
	if !ok || collection.dropped {
		return
	}
	collection.dropped = true
	c.waiting = slices.DeleteFunc(c.waiting, func(w *dataflowCollection) bool { return w == collection })
	for i := range collection.replicas {
		collection.replicas[i].owes = c.fleet.serves(i) && !collection.replicas[i].empty()
	}
	c.send(t, protocol.ComputeAllowCompaction{ID: id, Frontier: frontier.Empty()})
	if fail.On(t, fail.ForgetsAtDrop) {
		delete(c.collections, id)
	}
	c.forgetIfSilent(t, collection)
}
