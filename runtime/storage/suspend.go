package storage

import (
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// suspend ends the dataflow of an object and, on worker 0, asks for what it takes to build it again. It looks at tokens
// alone, which only lane items change, so that all workers do the same: an absent token means that the object has been
// suspended or dropped already, one of another execution that the fault is over. What this worker was told decides only
// whether worker 0 wants the object back.
func (s *State) suspend(c protocol.SuspendAndRestart) {
	if s.config.SuspendByExternalPlane {
		s.suspendKnown(c)
		return
	}
	switch {
	case s.sourceTokens.has(c.ID):
		s.suspendIngestion(c)
	case s.sinkTokens.has(c.ID):
		s.suspendSink(c)
	default:
		s.ignoreSuspend(c.ID, "not running")
	}
}

// suspendKnown looks first at whether this worker was told of the object, as MaterializeInc/materialize#38579 does. A
// worker that knows of the object's drop earlier than others keeps its token until the drop comes through the lane.
func (s *State) suspendKnown(c protocol.SuspendAndRestart) {
	switch {
	case s.ingestions.has(c.ID):
		s.suspendIngestion(c)
	case s.sinks.has(c.ID):
		s.suspendSink(c)
	default:
		s.ignoreSuspend(c.ID, "unknown")
	}
}

func (s *State) suspendIngestion(c protocol.SuspendAndRestart) {
	if !s.takeToken(&s.sourceTokens, c) || !s.leads() {
		return
	}
	i, wanted := s.ingestions.get(c.ID)
	if !wanted {
		return
	}
	for _, id := range i.Exports {
		s.statistics.advance(id)
	}
	s.async.UpdateFrontiers(s.worker.Task(), i, s.nextExecution())
}

func (s *State) suspendSink(c protocol.SuspendAndRestart) {
	if !s.takeToken(&s.sinkTokens, c) || !s.leads() {
		return
	}
	sink, wanted := s.sinks.get(c.ID)
	if !wanted {
		return
	}
	s.statistics.advance(sink.ID)
	s.async.UpdateSinkFrontiers(s.worker.Task(), sink, s.nextExecution())
}

// takeToken drops the token of an object, and reports whether there was one that the wish concerns.
func (s *State) takeToken(tokens *table[*token], c protocol.SuspendAndRestart) bool {
	t, ok := tokens.get(c.ID)
	switch {
	case !ok:
		s.ignoreSuspend(c.ID, "not running")
		return false
	case t.execution != c.Execution:
		s.ignoreSuspend(c.ID, "restarted meanwhile")
		return false
	}
	tokens.remove(c.ID)
	s.emit(Suspended{Worker: s.worker.Index(), ID: c.ID, Dataflow: t.dataflow, Reason: c.Reason})
	s.dropToken(c.ID, t)
	return true
}

func (s *State) ignoreSuspend(id query.ID, because string) {
	s.emit(SuspendIgnored{Worker: s.worker.Index(), ID: id, Because: because})
}
