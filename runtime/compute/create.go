package compute

import (
	"slices"

	"onelane.test/runtime/query"
	"onelane.test/runtime/render"
)

// create builds a dataflow, which does not begin to read until it is scheduled. One that imports nothing has nothing to
// wait for. A collection that exists ends the process: Materialize logs an error and writes over it
// (src/compute/src/compute_state.rs), so that nobody would know any more of the first.
func (s *State) create(d *query.Description) {
	for _, id := range d.ExportIDs() {
		if s.collection(id) != nil {
			s.panic("collection %s exists already", id)
		}
	}
	flow := &dataflow{start: &render.StartSignal{}, live: len(d.Exports), suspended: len(d.Exports)}
	if len(d.SourceImports)+len(d.IndexImports) == 0 {
		flow.start.Fire()
	}
	flow.rendered = render.Build(s.worker, s.persist, s.trace, d, flow.start, max(0, s.params.Stages))
	for _, export := range flow.rendered.Exports {
		s.install(flow, export, d)
	}
	s.worker.Task().Emit(Installed{Worker: s.worker.Index(), IDs: d.ExportIDs(), Dataflow: flow.rendered.Index})
}

// install registers an export. The first that is reported of it is its as_of or later.
func (s *State) install(flow *dataflow, export *render.Export, d *query.Description) {
	c := &collection{
		id: export.ID, flow: flow, export: export, reported: notReported(d.AsOf), suspended: true,
	}
	if export.Trace != nil {
		c.hold = export.Trace.Hold()
		c.hold.Downgrade(d.AsOf)
	}
	i, _ := s.find(c.id)
	s.collections = slices.Insert(s.collections, i, c)
}

// schedule lets a collection start; a dataflow starts with the last of its exports. A collection that is not there has
// been dropped meanwhile.
func (s *State) schedule(id query.ID) {
	if c := s.collection(id); c != nil {
		c.resume()
	}
}

// resume gives up the collection's share in keeping its dataflow suspended.
func (c *collection) resume() {
	if !c.suspended {
		return
	}
	c.suspended = false
	c.flow.suspended--
	if c.flow.suspended == 0 {
		c.flow.start.Fire()
	}
}

// allowWrites ends the read-only state of a collection; it means nothing for an index.
func (s *State) allowWrites(id query.ID) {
	if c := s.collection(id); c != nil && c.export.Sink != nil {
		c.export.Sink.AllowWrites()
	}
}
