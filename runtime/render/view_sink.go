package render

import (
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// viewSink writes a stream to the shard of a materialized view and returns a stream that has no rows and whose frontier
// is, on every worker, the shard's upper as the sink knows it.
//
// One worker writes. Like Materialize's sink (src/compute/src/sink/materialized_view.rs) it corrects itself: what it
// writes is the difference between what it wants and what the shard has, so it gets along with other writers, be they
// other replicas or leftovers of itself, as long as they want the same. The real one has all workers write parts, of
// which one appends the whole.
func (r *renderer) viewSink(s *timely.Scope, export query.Export, in timely.Stream) (*ViewSink, timely.Stream) {
	active := ActiveWorker(export.ID, r.worker.Peers())
	b := s.Operator("materialized_view(" + export.ID.Name + ")")
	input, out := b.InputApart(in, toWorker(active)), b.Output("upper")
	if active != r.worker.Index() {
		b.Interest(timely.InterestNever)
		b.Build(func(*timely.Op) {})
		return &ViewSink{}, out.Stream()
	}
	sink := &ViewSink{writer: &shardWriter{
		client: r.persist, shard: export.Shard, asOf: r.asOf, input: input, held: out.Initial(),
	}}
	sink.writer.activator = b.Activator()
	r.onDrop(sink.Close)
	b.Build(func(*timely.Op) { sink.writer.schedule() })
	return sink, out.Stream()
}

// ViewSink is the worker's part of a sink.
type ViewSink struct {
	writer   *shardWriter // nil on all workers but one
	writable bool
}

// AllowWrites ends the read-only state, in which nothing is appended.
func (v *ViewSink) AllowWrites() {
	v.writable = true
	if v.writer != nil && !v.writer.writable {
		v.writer.writable = true
		v.writer.activator.Activate()
	}
}

// Close ends the writing. What is on its way to the store may still land.
func (v *ViewSink) Close() {
	if v.writer != nil {
		v.writer.close()
	}
}

// shardWriter brings a shard to the contents of a stream.
type shardWriter struct {
	client    *persist.Client
	shard     query.Shard
	asOf      frontier.Time
	input     *timely.Input
	held      *timely.Capability
	activator *timely.Activator

	corrections []query.Update     // what is wanted less what is known to be in the shard
	upper       frontier.Antichain // of the shard, as far as it has been read
	known       bool               // upper and all before it
	asked       bool               // for the upper
	listen      *persist.Listen
	writable    bool
	appending   bool
	appended    frontier.Antichain // the shard's upper according to the last answer
	closed      bool
}

func (w *shardWriter) schedule() {
	for _, data, ok := w.input.Next(); ok; _, data, ok = w.input.Next() {
		if !w.closed {
			w.corrections = append(w.corrections, data.([]query.Update)...)
		}
	}
	if w.closed {
		return
	}
	if !w.asked {
		w.asked = true
		w.client.FetchUpper(w.shard, w.follow)
	}
	w.feedBack()
	w.append()
}

// follow begins to read the shard, from the last time that can be read. It runs when the upper has come.
func (w *shardWriter) follow(upper frontier.Antichain) {
	at, ok := upper.Time()
	switch {
	case w.closed:
		return
	case !ok:
		w.finish()
		return
	case at == frontier.Min:
		w.known = true
	default:
		at--
	}
	w.listen = w.client.Listen(w.shard, at, func() { w.activator.Sync(nil) })
	w.activator.Sync(nil)
}

// feedBack subtracts what the shard turns out to have from what is wanted.
func (w *shardWriter) feedBack() {
	if w.listen == nil {
		return
	}
	if w.listen.Err() != nil {
		w.finish()
		return
	}
	for batch, ok := w.listen.Next(); ok; batch, ok = w.listen.Next() {
		for _, u := range batch.Updates {
			u.Diff = -u.Diff
			w.corrections = append(w.corrections, u)
		}
		w.upper, w.known = batch.Upper, true
	}
	at, ok := w.upper.Time()
	if !ok {
		w.finish()
		return
	}
	if w.known && w.held.Time() < at {
		w.held.Downgrade(at)
		w.consolidate()
	}
}

// consolidate moves all corrections to times that can still be written.
func (w *shardWriter) consolidate() {
	lower, _ := w.upper.Time()
	lower = max(lower, w.asOf)
	for i := range w.corrections {
		w.corrections[i].Time = max(w.corrections[i].Time, lower)
	}
	w.corrections = query.Consolidate(w.corrections)
}

// append writes the corrections at times that are complete, if it may and the last append has been read back.
func (w *shardWriter) append() {
	wanted := w.input.Frontier()
	if w.closed || !w.writable || !w.known || w.appending || w.upper.Lt(w.appended) ||
		!w.upper.Lt(wanted) || wanted.LessEqual(w.asOf) {
		return
	}
	w.consolidate()
	n := 0
	for n < len(w.corrections) && !wanted.LessEqual(w.corrections[n].Time) {
		n++
	}
	updates := append([]query.Update(nil), w.corrections[:n]...)
	w.appending = true
	w.client.CompareAndAppend(w.shard, updates, w.upper, wanted, func(result persist.AppendResult) {
		w.appending, w.appended = false, result.Current
		w.activator.Sync(nil)
	})
}

// finish ends the sink of a shard that takes nothing more.
func (w *shardWriter) finish() {
	w.close()
	if w.held != nil {
		w.held.Drop()
		w.held = nil
	}
}

func (w *shardWriter) close() {
	w.closed = true
	w.corrections = nil
	if w.listen != nil {
		w.listen.Close()
	}
}
