package render

import (
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// indexImport reads an arrangement of the same worker: all its batches, then each new one. Times before the dataflow's
// as_of are moved to it. No channel between workers is involved. The trace cannot compact beyond what has been read as
// long as the dataflow is there.
func (r *renderer) indexImport(s *timely.Scope, id query.ID, trace *Trace) timely.Stream {
	b := s.Operator("import(" + id.Name + ")")
	out := b.Output(rows)
	hold := trace.Hold()
	hold.Downgrade(frontier.At(r.asOf))
	i := &importer{
		asOf: r.asOf, out: out, held: out.Initial(), reader: trace.read(b.Activator()), hold: hold,
	}
	r.onDrop(i.close)
	b.Build(i.schedule)
	return r.startWhenFired(s, out.Stream())
}

// importer is the operator that reads a trace.
type importer struct {
	asOf   frontier.Time
	out    *timely.Output
	held   *timely.Capability
	reader *traceReader
	hold   *Hold
}

func (i *importer) schedule(*timely.Op) {
	for _, batch := range i.reader.queue {
		i.emit(batch)
	}
	i.reader.queue = i.reader.queue[:0]
}

func (i *importer) emit(batch traceBatch) {
	if i.held == nil {
		return
	}
	if len(batch.updates) > 0 {
		i.out.Give(i.held.Time(), i.advanced(batch.updates))
	}
	i.hold.Downgrade(batch.upper)
	if upper, ok := batch.upper.Time(); ok {
		i.held.Downgrade(upper)
		return
	}
	i.held.Drop()
	i.held = nil
}

// advanced returns the updates with times before the as_of moved to it; batches are sorted by time.
func (i *importer) advanced(updates []query.Update) []query.Update {
	if updates[0].Time >= i.asOf {
		return updates
	}
	moved := make([]query.Update, len(updates))
	for at, u := range updates {
		u.Time = max(u.Time, i.asOf)
		moved[at] = u
	}
	return moved
}

func (i *importer) close() {
	i.reader.close()
	i.hold.Release()
}
