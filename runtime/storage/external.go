package storage

import (
	"fmt"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// HandleExternal takes one command of the storage controller, on a connection that has been reconciled.
func (s *State) HandleExternal(cmd protocol.StorageCommand) {
	s.emit(Told{Worker: s.worker.Index(), Command: cmd})
	switch c := cmd.(type) {
	case protocol.StorageInitializationComplete:
		// Only the first one of a connection means something, and the loop has taken that for reconciling.
	case protocol.StorageAllowWrites:
		s.writes.unlock()
	case protocol.StorageUpdateConfiguration:
		s.told = s.told.Merge(c.Params)
		if s.leads() {
			s.inject(protocol.InternalUpdateConfiguration{Params: c.Params})
		}
	case protocol.RunIngestion:
		s.runIngestion(c.Ingestion)
		s.emitExternalMap()
	case protocol.RunSink:
		s.runSink(c.Sink)
		s.emitExternalMap()
	case protocol.StorageAllowCompaction:
		if c.Frontier.IsEmpty() {
			s.dropCollection(c.ID)
			s.emitExternalMap()
		}
	default:
		panic(fmt.Sprintf("storage: handle %T: never reaches a worker", cmd))
	}
}

// runIngestion takes a new or changed description. One that the ingestion cannot become ends the process, as it does when
// reconciling. Materialize checks only there (src/storage/src/storage_state.rs, reconcile_commands), and would run it over
// the old offsets.
func (s *State) runIngestion(i *query.Ingestion) {
	if old, ran := s.ingestions.put(i.ID, i); ran && !old.AlterCompatible(i) {
		s.worker.Task().Exit(sim.ExitPanic, "storage: ingestion %s: not alter-compatible with what runs", i.ID)
	}
	for _, id := range i.CollectionIDs() {
		s.reported.putNew(id, frontier.Antichain{})
	}
	if s.leads() {
		s.async.UpdateFrontiers(s.worker.Task(), i, s.nextExecution())
	}
}

// runSink goes directly into the lane when the controller asks: its as_of is the controller's. It may therefore
// overtake a restart of the same sink that waits in the async worker, which is why starts are numbered.
func (s *State) runSink(sink *query.Sink) {
	old, ran := s.sinks.put(sink.ID, sink)
	if ran && old.From != sink.From {
		s.worker.Task().Exit(sim.ExitPanic, "storage: sink %s: reads %s, runs on %s", sink.ID, sink.From, old.From)
	}
	if !ran {
		s.reported.put(sink.ID, frontier.Antichain{})
	}
	if s.leads() {
		s.inject(protocol.RunSinkDataflow{Sink: sink, AsOf: sink.AsOf, Execution: s.nextExecution()})
	}
}

// dropCollection forgets an object or one of its collections. The last word about it becomes due now, not when its
// dataflow is gone: later there may be another controller, which does not know the id.
func (s *State) dropCollection(id query.ID) {
	_, wasIngestion := s.ingestions.remove(id)
	_, wasSink := s.sinks.remove(id)
	s.health.forget(id)
	_, wasReported := s.reported.remove(id)
	if wasReported {
		s.dropped = append(s.dropped, id)
	}
	if !wasIngestion && !wasSink && !wasReported {
		s.emit(SoftAssertion{Worker: s.worker.Index(), ID: id, Reason: "dropped without being known"})
	}
	if s.config.DropOutOfLane {
		s.dropDataflow(id)
		return
	}
	if !s.leads() {
		return
	}
	e := s.nextExecution()
	if s.config.DirectDrop {
		s.inject(protocol.DropDataflow{IDs: []query.ID{id}, Execution: e})
		return
	}
	s.async.DropDataflow(s.worker.Task(), id, e)
}
