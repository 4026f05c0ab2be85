package oracle

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// wanted is what the commands of one connection lead to, applied one after the other to nothing.
type wanted struct {
	connection  connection
	ingestions  map[query.ID]*query.Ingestion
	sinks       map[query.ID]*query.Sink
	dataflows   map[query.ID]*query.Description // by export
	collections map[query.ID]bool               // of storage
}

func newWanted(c connection) *wanted {
	return &wanted{
		connection: c,
		ingestions: map[query.ID]*query.Ingestion{}, sinks: map[query.ID]*query.Sink{},
		dataflows: map[query.ID]*query.Description{}, collections: map[query.ID]bool{},
	}
}

func (w *wanted) command(command fmt.Stringer) {
	switch c := command.(type) {
	case protocol.RunIngestion:
		w.ingestions[c.Ingestion.ID] = c.Ingestion
	case protocol.RunSink:
		w.sinks[c.Sink.ID] = c.Sink
	case protocol.CreateDataflow:
		for _, id := range c.Description.ExportIDs() {
			w.dataflows[id] = c.Description
		}
		return
	case protocol.ComputeAllowCompaction:
		if c.Frontier.IsEmpty() {
			delete(w.dataflows, c.ID)
		}
	case protocol.StorageAllowCompaction:
		if c.Frontier.IsEmpty() {
			delete(w.ingestions, c.ID)
			delete(w.sinks, c.ID)
			delete(w.collections, c.ID)
		}
	}
	for _, id := range begun(command) {
		w.collections[id] = true
	}
}

// difference says how a worker is not what is wanted; "" if it is.
func (w *wanted) difference(h *hosted) string {
	if w.connection.plane == "compute" {
		return w.computeDifference(h)
	}
	return w.storageDifference(h)
}

func (w *wanted) storageDifference(h *hosted) string {
	for _, compared := range []struct {
		what         string
		told, wanted []query.ID
	}{
		{"ingestions", h.told.Ingestions, sortedKeys(w.ingestions)},
		{"sinks", h.told.Sinks, sortedKeys(w.sinks)},
		{"collections to report", h.told.Reported, sortedKeys(w.collections)},
	} {
		if !slices.Equal(compared.told, compared.wanted) {
			return fmt.Sprintf("it was told %s %v, wanted are %v", compared.what, compared.told, compared.wanted)
		}
	}
	for _, id := range sortedKeys(w.ingestions) {
		if item, ok := h.running[id].(protocol.CreateIngestionDataflow); !ok || !item.Ingestion.Equal(w.ingestions[id]) {
			return fmt.Sprintf("ingestion %s was built by %v, wanted is %s", id, h.running[id], w.ingestions[id])
		}
	}
	for _, id := range sortedKeys(w.sinks) {
		if item, ok := h.running[id].(protocol.RunSinkDataflow); !ok || *item.Sink != *w.sinks[id] {
			return fmt.Sprintf("sink %s was built by %v, wanted is %v", id, h.running[id], w.sinks[id])
		}
	}
	return w.silent(h, sortedKeys(w.collections))
}

func (w *wanted) computeDifference(h *hosted) string {
	if installed, want := sortedKeys(h.installed), sortedKeys(w.dataflows); !slices.Equal(installed, want) {
		return fmt.Sprintf("it computes %v, wanted are %v", installed, want)
	}
	for _, id := range sortedKeys(w.dataflows) {
		for _, index := range w.dataflows[id].IndexImports {
			if h.installed[index] > h.installed[id] {
				return fmt.Sprintf("%s, dataflow %d, reads an index that was replaced by dataflow %d", id, h.installed[id], h.installed[index])
			}
		}
	}
	return w.silent(h, sortedKeys(w.dataflows))
}

// silent returns a complaint about the first collection of which the worker has not reported anything on the
// connection.
func (w *wanted) silent(h *hosted, ids []query.ID) string {
	for _, id := range ids {
		if !h.reported[reported{w.connection, id}] {
			return fmt.Sprintf("it has not reported on %s", id)
		}
	}
	return ""
}

func sortedKeys[V any](m map[query.ID]V) []query.ID {
	return slices.SortedFunc(maps.Keys(m), query.ID.Compare)
}

func compareServed(a, b served) int {
	return cmp.Or(cmp.Compare(a.replica, b.replica), cmp.Compare(a.plane, b.plane))
}
