package model

import (
	"slices"

	"onelane.test/runtime/query"
)

// export returns the rows of one export of a source: at the time of each binding, those between the former offset and
// its own.
func (m *Model) export(i *query.Ingestion, id query.ID) history {
	bindings := newHistory(m.store.Contents(query.ShardOf(i.Remap)))
	h := make(history, 0, lastOffset(bindings))
	var offset int64
	index := slices.Index(i.Exports, id)
	for _, b := range bindings {
		if b.Diff < 0 {
			continue // the former binding, which this time's replaces
		}
		for ; offset < b.Row.Value; offset++ {
			h = append(h, query.Update{Row: query.GeneratedRow(i.ID, index, offset), Time: b.Time, Diff: 1})
		}
	}
	return h
}

func lastOffset(bindings history) (last int64) {
	for _, b := range bindings {
		if b.Diff > 0 {
			last = max(last, b.Row.Value)
		}
	}
	return last
}
