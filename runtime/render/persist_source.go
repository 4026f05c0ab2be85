package render

import (
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
)

// persistSource reads the shard of a collection: one worker listens to it and sends the rows to the workers that own
// their keys. The frontier of the result follows the shard's upper, behind the rows. Real workers share the fetching of
// parts; here the listening worker does it all.
func (r *renderer) persistSource(s *timely.Scope, imported query.SourceImport) timely.Stream {
	b := s.Operator("persist_source(" + imported.ID.Name + ")")
	out := b.Output(rows)
	if ActiveWorker(imported.ID, r.worker.Peers()) != r.worker.Index() {
		b.Build(func(*timely.Op) {})
	} else {
		reader := &shardReader{
			client: r.persist, shard: imported.Shard, asOf: r.asOf, start: r.start,
			out: out, held: out.Initial(), activator: b.Activator(),
		}
		r.start.wake(reader.activator)
		r.onDrop(reader.close)
		b.Build(reader.schedule)
	}
	return fetch(s, out.Stream())
}

// fetch is where the rows of a source arrive on their workers.
func fetch(s *timely.Scope, in timely.Stream) timely.Stream {
	b := s.Operator("persist_source_fetch")
	input, out := b.Input(in, byKey()), b.Output(rows)
	b.Interest(timely.InterestNever)
	b.Build(func(*timely.Op) {
		for at, data, ok := input.Next(); ok; at, data, ok = input.Next() {
			out.Give(at, data)
		}
	})
	return out.Stream()
}

// shardReader is the operator of the worker that listens.
type shardReader struct {
	client    *persist.Client
	shard     query.Shard
	asOf      frontier.Time
	start     *StartSignal
	out       *timely.Output
	held      *timely.Capability
	activator *timely.Activator
	listen    *persist.Listen
}

func (r *shardReader) schedule(op *timely.Op) {
	if !r.start.Fired() || r.held == nil {
		return
	}
	if r.listen == nil {
		r.held.Downgrade(r.asOf)
		r.listen = r.client.Listen(r.shard, r.asOf, func() { r.activator.Sync(nil) })
	}
	if err := r.listen.Err(); err != nil {
		op.Task().Exit(sim.ExitPanic, "render: %v", err)
	}
	for batch, ok := r.listen.Next(); ok; batch, ok = r.listen.Next() {
		r.emit(batch)
	}
}

// emit sends a batch and lets go of the times before its upper.
func (r *shardReader) emit(batch persist.Batch) {
	if len(batch.Updates) > 0 {
		r.out.Give(r.held.Time(), batch.Updates)
	}
	if upper, ok := batch.Upper.Time(); ok {
		r.held.Downgrade(upper)
		return
	}
	r.held.Drop()
	r.held = nil
}

func (r *shardReader) close() {
	if r.listen != nil {
		r.listen.Close()
	}
}
