package storage

import (
	"onelane.test/runtime/fail"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// AsyncWorker reads from persist what it takes to go on with an object, so that the worker itself never waits. It
// serves one request after the other and answers in order: a drop stays behind the starts that were asked for before
// it, and also behind their slow reads. It lives as long as the process, over all connections.
type AsyncWorker struct {
	// Responses are for the worker to take, in its loop.
	Responses *sim.Queue[AsyncResponse]

	requests *sim.Queue[request]
	persist  *persist.Client
	worker   *sim.Task
	hooks    Hooks
}

// AsyncResponse carries the lane item that a request came to.
type AsyncResponse struct {
	Command protocol.InternalCommand
}

// request is the ingestion or sink to find the frontiers of for an execution, or else the object to drop.
type request struct {
	ingestion *query.Ingestion
	sink      *query.Sink
	execution protocol.Execution
	drop      query.ID
}

// NewAsyncWorker returns the async worker of a process and, if it is active, starts its task. Only that of worker 0
// is active; the others exist, are never asked and never answer. worker is unparked after each response.
func NewAsyncWorker(n *sim.Node, cl *persist.Client, worker *sim.Task, active bool, hooks Hooks) *AsyncWorker {
	a := &AsyncWorker{
		Responses: sim.NewQueue[AsyncResponse](n.World(), "async-responses"),
		requests:  sim.NewQueue[request](n.World(), "async-requests"),
		persist:   cl,
		worker:    worker,
		hooks:     hooks,
	}
	if active {
		n.Go("async", a.serve)
	}
	return a
}

// ReplaceAsync makes the state ask another async worker from now on. What the old one was asked is answered to nobody: it
// restores the bug of an async worker for each connection (MaterializeInc/materialize#17309).
func (s *State) ReplaceAsync(a *AsyncWorker) { s.async = a }

// UpdateFrontiers asks where an ingestion goes on. The answer is a CreateIngestionDataflow.
func (a *AsyncWorker) UpdateFrontiers(t *sim.Task, i *query.Ingestion, e protocol.Execution) {
	a.requests.Push(t, request{ingestion: i, execution: e})
}

// UpdateSinkFrontiers asks where a sink goes on that ran before. The answer is a RunSinkDataflow.
func (a *AsyncWorker) UpdateSinkFrontiers(t *sim.Task, s *query.Sink, e protocol.Execution) {
	a.requests.Push(t, request{sink: s, execution: e})
}

// DropDataflow asks for a DropDataflow behind the answers to all requests before it.
func (a *AsyncWorker) DropDataflow(t *sim.Task, id query.ID, e protocol.Execution) {
	a.requests.Push(t, request{drop: id, execution: e})
}

func (a *AsyncWorker) serve(t *sim.Task) {
	for {
		r, ok := a.requests.Recv(t)
		if !ok {
			return
		}
		if d := a.hooks.asyncDelay(); d > 0 {
			t.Sleep(d)
		}
		a.Responses.Push(t, AsyncResponse{Command: a.answer(t, r)})
		if !fail.On(t, fail.AnswerWithoutUnpark) {
			a.worker.Unpark(t)
		}
	}
}

func (a *AsyncWorker) answer(t *sim.Task, r request) protocol.InternalCommand {
	switch {
	case r.ingestion != nil:
		return a.resumeIngestion(t, r)
	case r.sink != nil:
		return a.resumeSink(t, r)
	}
	return protocol.DropDataflow{IDs: []query.ID{r.drop}, Execution: r.execution}
}

// resumeIngestion reads how far each export is written, and translates that into the upstream's offsets by way of
// the remap shard. It waits until the remap shard is as far as the exports, and everything behind it waits as well;
// a remap shard is written first, so it should never lag.
func (a *AsyncWorker) resumeIngestion(t *sim.Task, r request) protocol.InternalCommand {
	i := r.ingestion
	created := protocol.CreateIngestionDataflow{Ingestion: i, Execution: r.execution}
	for _, id := range i.Exports {
		resume := a.persist.UpperWait(t, query.ShardOf(id))
		created.ResumeUppers = append(created.ResumeUppers, protocol.IDFrontier{ID: id, Frontier: resume})
	}
	remap := query.ShardOf(i.Remap)
	created.AsOf = ingestionAsOf(a.remapSince(t, remap), created.ResumeUppers)
	for _, r := range created.ResumeUppers {
		offset, ok := a.resumeOffset(t, remap, created.AsOf, r.Frontier)
		if !ok {
			created.AsOf = frontier.Empty()
		}
		created.SourceResumeUppers = append(created.SourceResumeUppers, protocol.IDOffset{ID: r.ID, Offset: offset})
	}
	return created
}

// remapSince returns from when on the bindings are readable: always, as nothing compacts a shard, until the shard is
// finalised. Materialize holds a lease on this since, for 300 s beyond the answer.
func (a *AsyncWorker) remapSince(t *sim.Task, remap query.Shard) frontier.Antichain {
	if upper := a.persist.UpperWait(t, remap); upper.IsEmpty() {
		return upper
	}
	return frontier.Antichain{}
}

// resumeOffset returns the offset from which an export goes on that is written up to resume: that of the last binding
// before. An export that needs all that is readable at asOf starts at offset zero. It is not ok if the remap shard is
// finalised meanwhile.
func (a *AsyncWorker) resumeOffset(t *sim.Task, remap query.Shard, asOf, resume frontier.Antichain) (int64, bool) {
	last, ok := stepBack(resume).Time()
	if !ok || resume.Le(asOf) {
		return 0, true
	}
	bindings, err := a.persist.SnapshotWait(t, remap, last)
	return boundOffset(bindings), err == nil
}

// resumeSink reads how far the sink's output is written.
func (a *AsyncWorker) resumeSink(t *sim.Task, r request) protocol.InternalCommand {
	written := a.persist.UpperWait(t, SinkShard(r.sink.ID))
	start, skip := sinkStart(r.sink.AsOf, written)
	return protocol.RunSinkDataflow{Sink: r.sink, AsOf: start, SkipSnapshot: skip, Execution: r.execution}
}
