package storage

import (
	"fmt"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// SinkShard returns the shard that stands for the outside system of a sink: the log of what was produced. Its upper is
// the progress record that Materialize's Kafka sink commits with the data.
func SinkShard(id query.ID) query.Shard { return query.Shard("sink/" + id.Name) }

// renderSink builds the dataflow of a sink:
//
//	source ─rows→ fetch ─rows→ combine ─rows→ encode ─rows→ append ─upper→ observe
//
// One and the same worker reads, writes and monitors; in between, rows are on the workers of their keys. That everything
// which holds something is on one worker allows to go without buttons and health operator, and so to allocate just what
// a materialized view over one stored collection does: two kinds of dataflow that are alike to timely. When they change
// places by a wrong order of construction, nothing fails, and each gets the other's rows.
func (s *State) renderSink(c protocol.RunSinkDataflow, written *upper) *token {
	id := c.Sink.ID
	from, _ := c.AsOf.Time()
	return s.render(KindSink, id, c.Execution, func(f *flow) {
		a := &appender{
			id:    id,
			shard: SinkShard(id),
			from:  from,
			ends:  true,
			admit: func(progress frontier.Antichain) error { return admitSink(c.AsOf, progress) },
		}
		if owner(id, s.worker.Peers()) == s.worker.Index() {
			f.monitor = newMonitor(f, []query.ID{id}, func() { a.activator.Activate() })
		}
		rows := f.stage("fetch", f.source(c), byKey())
		rows = f.stage("combine", rows, timely.Pipeline())
		for range s.stages() {
			rows = f.stage("stage", rows, byKey())
		}
		rows = f.stage("encode", rows, timely.Pipeline())
		f.observe(id, f.append(a, rows), written)
	})
}

// admitSink refuses to go on with an output when the input is read from a time that leaves a gap behind it.
func admitSink(asOf, progress frontier.Antichain) error {
	if progress == (frontier.Antichain{}) || asOf.Lt(progress) {
		return nil
	}
	return fmt.Errorf("input compacted past resume upper: as_of %s, progress %s", asOf, progress)
}

// sinkSource is the operator that reads what a sink exports, on one worker.
type sinkSource struct {
	*operator
	flow    *flow
	shard   query.Shard
	asOf    frontier.Time
	skip    bool
	out     *timely.Output
	cap     *timely.Capability
	faults  *reporter
	listen  *persist.Listen
	running bool
}

// source builds the operator and returns the stream of rows.
func (f *flow) source(c protocol.RunSinkDataflow) timely.Stream {
	r := &sinkSource{operator: f.operator("source"), flow: f, shard: c.Sink.FromShard, skip: c.SkipSnapshot}
	r.out = r.Output(typeRows)
	asOf, readable := c.AsOf.Time()
	if readable && f.state.worker.Index() == owner(c.Sink.ID, f.state.worker.Peers()) {
		r.asOf = asOf
		r.cap = r.out.Initial()
		r.faults = f.reporter(r.operator)
		r.work, r.finish = r.step, r.close
	}
	f.build(r.operator)
	return r.out.Stream()
}

func (r *sinkSource) step(*timely.Op) {
	if r.faults.raised {
		return
	}
	if r.listen == nil {
		r.cap.Downgrade(r.asOf)
		r.listen = r.flow.state.persist.Listen(r.shard, r.asOf, func() { r.activator.Sync(nil) })
	}
	if err := r.listen.Err(); err != nil {
		r.faults.raise(err.Error())
	}
	for !r.faults.raised {
		batch, ok := r.listen.Next()
		if !ok {
			return
		}
		r.handOn(batch)
	}
}

// handOn gives one batch, at the earliest time that it may have updates at.
func (r *sinkSource) handOn(batch persist.Batch) {
	updates := batch.Updates
	if r.skip && !r.running {
		updates = after(updates, r.asOf)
	}
	if len(updates) > 0 {
		r.out.Give(r.cap.Time(), updates)
	}
	if !r.running {
		r.running = true
		r.faults.tell(protocol.Running, "")
	}
	end, ok := batch.Upper.Time()
	if !ok {
		r.cap.Drop() // the collection is complete
		return
	}
	r.cap.Downgrade(end)
}

func (r *sinkSource) close() {
	if r.listen != nil {
		r.listen.Close()
	}
}

// after returns the updates that are later than a time.
func after(updates []query.Update, at frontier.Time) []query.Update {
	var later []query.Update
	for _, u := range updates {
		if u.Time > at {
			later = append(later, u)
		}
	}
	return later
}
