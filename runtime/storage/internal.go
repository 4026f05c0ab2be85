package storage

import (
	"fmt"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// HandleInternal takes one storage item of the command lane. All building and dropping of storage dataflows happens
// here, so in the lane's order.
//
// Nothing asks whether the object of a start is still wanted: what keeps a drop behind the starts before it is the order
// in which the async worker answers. Starts are numbered, so one that comes behind a later one has no effect.
func (s *State) HandleInternal(cmd protocol.InternalCommand) {
	switch c := cmd.(type) {
	case protocol.CreateIngestionDataflow:
		s.createIngestion(c)
	case protocol.RunSinkDataflow:
		s.createSink(c)
	case protocol.SuspendAndRestart:
		s.suspend(c)
	case protocol.DropDataflow:
		s.dropDataflows(c)
	case protocol.InternalUpdateConfiguration:
		s.params = s.params.Merge(c.Params)
	case protocol.StatisticsUpdate:
		s.statistics.ingest(c)
	default:
		panic(fmt.Sprintf("storage: handle %T: not an internal command", cmd))
	}
}

// createIngestion builds an ingestion as the item describes it, never as this worker was told, so that all workers
// build the same.
func (s *State) createIngestion(c protocol.CreateIngestionDataflow) {
	if !s.admit(c.Ingestion.ID, c.Execution) {
		return
	}
	running := *c.Ingestion
	running.Exports = unfinished(c.Ingestion.Exports, c.ResumeUppers)
	for _, id := range running.Exports {
		s.statistics.begin(id, offsetOf(c.SourceResumeUppers, id), s.leads())
	}
	for _, id := range running.CollectionIDs() {
		s.resetSourceUpper(id)
	}
	if len(running.Exports) == 0 || c.AsOf.IsEmpty() {
		s.emit(NotRendered{Worker: s.worker.Index(), ID: running.ID})
		return
	}
	built := s.renderIngestion(&running, c)
	s.replaceToken(&s.sourceTokens, running.ID, built)
}

// createSink builds a sink in place of the one that may be running.
func (s *State) createSink(c protocol.RunSinkDataflow) {
	if !s.admit(c.Sink.ID, c.Execution) {
		return
	}
	s.statistics.begin(c.Sink.ID, 0, s.leads())
	s.lose(&s.sinkUppers, c.Sink.ID)
	written := &upper{}
	s.sinkUppers.put(c.Sink.ID, written)
	built := s.renderSink(c, written)
	s.replaceToken(&s.sinkTokens, c.Sink.ID, built)
}

// resetSourceUpper sets the shared upper of a collection back to the minimum. Operators of an earlier incarnation
// may hold it, and go on writing to it for a while. An upper that is final stays so.
func (s *State) resetSourceUpper(id query.ID) {
	shared, ok := s.sourceUppers.get(id)
	if !ok {
		s.sourceUppers.put(id, &upper{})
		return
	}
	if !shared.frontier.IsEmpty() {
		s.see(id, shared, frontier.Antichain{})
	}
}

// replaceToken makes built the token of id and drops the one that it replaces.
func (s *State) replaceToken(tokens *table[*token], id query.ID, built *token) {
	if old, ok := tokens.put(id, built); ok {
		s.dropToken(id, old)
	}
}

func (s *State) dropToken(id query.ID, t *token) {
	s.emit(TokenDropped{Worker: s.worker.Index(), ID: id, Dataflow: t.dataflow})
	t.drop()
}

// dropDataflows ends objects, unless a later start has come before: a sink is started directly by the lane, and its drop
// takes the way by the async worker, where it may be held up until the sink is wanted again.
func (s *State) dropDataflows(c protocol.DropDataflow) {
	for _, id := range c.IDs {
		if latest, ok := s.executions.latest.get(id); ok && c.Execution < latest {
			s.emit(DropIgnored{Worker: s.worker.Index(), ID: id, Execution: c.Execution, Latest: latest})
			continue
		}
		s.dropDataflow(id)
	}
}

// dropDataflow forgets all that the internal plane has of id. Any of it may be absent.
func (s *State) dropDataflow(id query.ID) {
	s.lose(&s.sourceUppers, id)
	s.lose(&s.sinkUppers, id)
	s.executions.latest.remove(id)
	s.statistics.end(id)
	for _, tokens := range []*table[*token]{&s.sourceTokens, &s.sinkTokens} {
		if t, ok := tokens.remove(id); ok {
			s.dropToken(id, t)
		}
	}
}

// HandleAsyncResponse puts what the async worker found out into the lane. It works the same with and without a
// controller connected.
func (s *State) HandleAsyncResponse(r AsyncResponse) { s.inject(r.Command) }
