package model

import (
	"fmt"

	"onelane.test/runtime/environ"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
)

// Model knows what every collection of an environment should hold.
type Model struct {
	store     *persist.Store
	objects   map[query.ID]environ.Object
	histories map[query.ID]history // of exports and views, as far as they were asked for
	compared  uint64
}

// New returns the model of the objects, with the bindings that the store holds.
func New(store *persist.Store, objects []environ.Object) *Model {
	m := &Model{store: store, objects: map[query.ID]environ.Object{}, histories: map[query.ID]history{}}
	for _, o := range objects {
		for _, id := range o.Collections() {
			m.objects[id] = o
		}
	}
	return m
}

// Compared returns how many collections have been compared that are complete at some time. One that was never written
// differs in nothing.
func (m *Model) Compared() uint64 { return m.compared }

// Difference compares what the object wrote with what it should have; "" if there is no difference. An index writes
// nothing.
func (m *Model) Difference(o environ.Object) string {
	switch o.Kind {
	case environ.KindSource:
		return m.source(o.Ingestion)
	case environ.KindMaterializedView:
		return m.compare(query.ShardOf(o.ID), o.AsOf, m.collection(o.ID), o.Query.Inputs())
	case environ.KindSink:
		return m.compare(storage.SinkShard(o.ID), o.AsOf, m.view(o), o.Query.Inputs())
	case environ.KindIndex:
	}
	return ""
}

func (m *Model) source(i *query.Ingestion) string {
	if d := m.bindings(i); d != "" {
		return d
	}
	for _, id := range i.Exports {
		if d := m.compare(query.ShardOf(id), 0, m.collection(id), []query.ID{i.Remap}); d != "" {
			return fmt.Sprintf("export %s: %s", id, d)
		}
	}
	return ""
}

// compare holds what a shard says against a history, at all times that are complete: the rows at the first time, and
// the changes at each later one. It cannot be complete where what it is made from is not.
func (m *Model) compare(shard query.Shard, first frontier.Time, want history, from []query.ID) string {
	upper := m.store.Upper(shard)
	if !upper.LessEqual(first) {
		m.compared++
	}
	for _, id := range from {
		if input := m.store.Upper(query.ShardOf(id)); input.Lt(upper) {
			return fmt.Sprintf("is complete up to %s, but what it reads, %s, up to %s", upper, id, input)
		}
	}
	got := complete(m.store.Contents(shard), first, upper)
	return difference(got, complete(want, first, upper), upper)
}

// collection returns what an export or a view should hold over time, as far as its inputs are complete.
func (m *Model) collection(id query.ID) history {
	h, known := m.histories[id]
	if known {
		return h
	}
	if o := m.objects[id]; o.Kind == environ.KindSource {
		h = m.export(o.Ingestion, id)
	} else {
		h = m.view(o)
	}
	m.histories[id] = h
	return h
}
