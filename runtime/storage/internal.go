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
// A start is taken as it comes: nothing asks whether the object is still wanted, or whether the start belongs to the
// latest attempt. What keeps a drop behind the starts before it is the order in which the async worker answers.
// Numbered executions, which would fence late starts and restarts, belong here.
func (s *State) HandleInternal(cmd protocol.InternalCommand) {
	switch c := cmd.(type) {
	case protocol.CreateIngestionDataflow:
		s.createIngestion(c)
	case protocol.RunSinkDataflow:
		s.createSink(c)
	case protocol.SuspendAndRestart:
		s.suspend(c)
	case protocol.DropDataflow:
		for _, id := range c.IDs {
			s.dropDataflow(id)
		}
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
	s.statistics.begin(c.Sink.ID, 0, s.leads())
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
		shared.frontier = frontier.Antichain{}
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

// suspend ends the dataflow of an object and, on worker 0, asks for what it takes to build it again. A token that is
// absent means that the object has been suspended or dropped already; as only lane items change tokens, all workers
// find the same. Whether the object exists, however, is asked of what this worker was told: a worker that knows of
// the drop earlier than others keeps its token until the drop comes through the lane.
func (s *State) suspend(c protocol.SuspendAndRestart) {
	if ingestion, ok := s.ingestions.get(c.ID); ok {
		s.suspendIngestion(ingestion, c.Reason)
		return
	}
	if sink, ok := s.sinks.get(c.ID); ok {
		s.suspendSink(sink, c.Reason)
		return
	}
	s.emit(SuspendIgnored{Worker: s.worker.Index(), ID: c.ID, Because: "unknown"})
}

func (s *State) suspendIngestion(i *query.Ingestion, reason string) {
	if !s.takeToken(&s.sourceTokens, i.ID, reason) || !s.leads() {
		return
	}
	for _, id := range i.Exports {
		s.statistics.advance(id)
	}
	s.async.UpdateFrontiers(s.worker.Task(), i)
}

func (s *State) suspendSink(sink *query.Sink, reason string) {
	if !s.takeToken(&s.sinkTokens, sink.ID, reason) || !s.leads() {
		return
	}
	s.statistics.advance(sink.ID)
	s.async.UpdateSinkFrontiers(s.worker.Task(), sink)
}

// takeToken drops the token of id, and reports whether there was one.
func (s *State) takeToken(tokens *table[*token], id query.ID, reason string) bool {
	t, ok := tokens.remove(id)
	if !ok {
		s.emit(SuspendIgnored{Worker: s.worker.Index(), ID: id, Because: "not running"})
		return false
	}
	s.emit(Suspended{Worker: s.worker.Index(), ID: id, Reason: reason})
	s.dropToken(id, t)
	return true
}

// dropDataflow forgets all that the internal plane has of id. Any of it may be absent.
func (s *State) dropDataflow(id query.ID) {
	s.sourceUppers.remove(id)
	s.sinkUppers.remove(id)
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
