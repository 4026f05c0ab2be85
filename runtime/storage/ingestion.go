package storage

import (
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// renderIngestion builds the dataflow of a generated source, for the exports of i that are not finished:
//
//	remap ─bindings→ reader ─rows→ envelope ─rows→ … ─rows→ append ─upper→ observe     (from envelope on, per export)
//	  └──────────────┴───────────────────health──────────────┴──────────→ health
//
// Bindings go to all workers, rows to the worker of their key, then to the worker that appends; health goes to the
// worker that reports. Shape n puts n more stages between envelope and append, each of which exchanges its rows, and so
// does the parameter stages; so ingestions of different shapes differ in their sequence of channels, and those of the
// same shape and number of exports are alike, as two that change places by a wrong order of construction would not
// notice.
func (s *State) renderIngestion(i *query.Ingestion, c protocol.CreateIngestionDataflow) *token {
	asOf, _ := c.AsOf.Time()
	return s.render(KindIngestion, i.ID, c.Execution, func(f *flow) {
		bindings, remapHealth := f.remap(i, asOf)
		f.observe(i.Remap, bindings, s.sourceUpper(i.Remap))
		rows, readerHealth := f.read(i, c.SourceResumeUppers, bindings)
		healths := []timely.Stream{remapHealth, readerHealth}
		for n, id := range i.Exports {
			healths = append(healths, f.export(id, i.Shape, rows[n]))
		}
		f.monitored(i.Exports, healths...)
	})
}

// export builds what writes one export, and returns how its sink is.
func (f *flow) export(id query.ID, shape int, rows timely.Stream) (health timely.Stream) {
	for range 1 + max(0, shape) + f.state.stages() {
		rows = f.stage("envelope", rows, byKey())
	}
	a := &appender{
		id:      id,
		shard:   query.ShardOf(id),
		lenient: f.state.config.Lenient,
		offset:  committedOffset,
	}
	f.observe(id, f.append(a, rows), f.state.sourceUpper(id))
	return a.faults.stream()
}

// committedOffset returns the offset behind the last of the rows: a generated row's value is its offset.
func committedOffset(rows []query.Update) int64 {
	var end int64
	for _, u := range rows {
		end = max(end, u.Row.Value+1)
	}
	return end
}

// sourceUpper returns the shared upper of a collection of an ingestion that is being built.
func (s *State) sourceUpper(id query.ID) *upper {
	shared, _ := s.sourceUppers.get(id)
	return shared
}
