package render

import (
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// Trace is what one worker has of an arrangement: batches of updates without gaps, from the minimum up to an upper.
// Dataflows of the same worker read it without any exchange. As in differential-dataflow's trace_wrappers and spines,
// with one spine of a base and a tail.
type Trace struct {
	base      []query.Update // consolidated
	baseUpper frontier.Antichain
	tail      []traceBatch
	tailSize  int
	upper     frontier.Antichain
	holds     []*Hold
	readers   []*traceReader
}

// traceBatch are the updates at the times before upper that the batch before does not cover.
type traceBatch struct {
	updates []query.Update
	upper   frontier.Antichain
}

// Upper returns the time before which the trace is complete.
func (t *Trace) Upper() frontier.Antichain { return t.upper }

// Since returns the time from which on times are told apart: the earliest hold. It is empty if there is none.
func (t *Trace) Since() frontier.Antichain {
	since := frontier.Empty()
	for _, h := range t.holds {
		since = since.Meet(h.since)
	}
	return since
}

// Updates returns all that the trace has; times before since may have been moved to it.
func (t *Trace) Updates() []query.Update {
	updates := slices.Clone(t.base)
	for _, batch := range t.tail {
		updates = append(updates, batch.updates...)
	}
	return updates
}

// holdsRows reports whether the worker has any rows of the trace.
func (t *Trace) holdsRows() bool { return len(t.base)+t.tailSize > 0 }

// seal appends a batch up to upper and passes it on to the readers. Without holds nobody can begin to read any more, and
// nothing is kept.
func (t *Trace) seal(updates []query.Update, upper frontier.Antichain) {
	if !t.upper.Lt(upper) {
		return
	}
	t.upper = upper
	batch := traceBatch{updates: updates, upper: upper}
	if len(t.holds) > 0 {
		t.keep(batch)
	}
	for _, r := range t.readers {
		r.receive(batch)
	}
}

// keep puts a batch into the tail. One without updates only stretches its predecessor.
func (t *Trace) keep(batch traceBatch) {
	if last := len(t.tail) - 1; last >= 0 && len(batch.updates) == 0 {
		t.tail[last].upper = batch.upper
		return
	}
	t.tail = append(t.tail, batch)
	t.tailSize += len(batch.updates)
}

// Seal ends the trace as the loss of its writer does: readers see it complete, although it is merely cut off. That is
// how dropping an arrangement works (differential-dataflow, TraceAgent's writer), and why its readers must go first.
func (t *Trace) Seal() { t.seal(nil, frontier.Empty()) }

// mergeFloor is how many updates a tail may have before it is worth merging.
const mergeFloor = 64

// Maintain merges the tail into the base, with the times before since made one, once it has grown as large.
func (t *Trace) Maintain() {
	if t.tailSize < max(mergeFloor, len(t.base)) {
		return
	}
	since, ok := t.Since().Time()
	if !ok {
		return
	}
	merged := t.Updates()
	for i := range merged {
		merged[i].Time = max(merged[i].Time, since)
	}
	t.base, t.baseUpper = query.Consolidate(merged), t.tail[len(t.tail)-1].upper
	t.tail, t.tailSize = nil, 0
}

// Hold keeps a trace from compacting beyond a time.
type Hold struct {
	trace *Trace
	since frontier.Antichain
}

// Hold adds a hold at the present since, or at the minimum for the first.
func (t *Trace) Hold() *Hold {
	h := &Hold{trace: t}
	if len(t.holds) > 0 {
		h.since = t.Since()
	}
	t.holds = append(t.holds, h)
	return h
}

// Downgrade moves the hold forward; an earlier frontier does nothing.
func (h *Hold) Downgrade(to frontier.Antichain) { h.since = h.since.Join(to) }

// Release gives the hold up. With the last one the contents are freed.
func (h *Hold) Release() {
	t := h.trace
	t.holds = slices.DeleteFunc(t.holds, func(o *Hold) bool { return o == h })
	if len(t.holds) == 0 {
		t.base, t.tail, t.tailSize = nil, nil, 0
	}
}

// traceReader is the queue from a trace to an import on the same worker.
type traceReader struct {
	trace     *Trace
	queue     []traceBatch
	activator *timely.Activator
}

// read begins to read: the queue has everything that there is, and gets each new batch.
func (t *Trace) read(a *timely.Activator) *traceReader {
	r := &traceReader{trace: t, activator: a}
	if len(t.base) > 0 || t.baseUpper != (frontier.Antichain{}) {
		r.queue = append(r.queue, traceBatch{updates: t.base, upper: t.baseUpper})
	}
	r.queue = append(r.queue, t.tail...)
	t.readers = append(t.readers, r)
	return r
}

func (r *traceReader) receive(batch traceBatch) {
	r.queue = append(r.queue, batch)
	r.activator.Activate()
}

// close ends the reading.
func (r *traceReader) close() {
	r.trace.readers = slices.DeleteFunc(r.trace.readers, func(o *traceReader) bool { return o == r })
}
