package storage

import (
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// Reconcile brings the worker to what a new connection wants, given all its commands up to InitializationComplete.
// Dataflows are not looked at, only what the worker was told before: whether one of them is being suspended just now
// makes no difference, because the async worker outlives connections and completes its restart. Commands that ask
// for an impossible change end the process.
func (s *State) Reconcile(cmds []protocol.StorageCommand) {
	d, err := decide(externalMaps{&s.ingestions, &s.sinks, s.dropped}, cmds)
	if err != nil {
		s.worker.Task().Exit(sim.ExitPanic, "%s", err)
	}
	for _, id := range d.unmatched {
		s.emit(SoftAssertion{Worker: s.worker.Index(), ID: id, Reason: "dropped in initialization without being known"})
	}
	for _, id := range d.stale {
		s.dropCollection(id)
	}
	s.forgetUnexpected(d.expected)
	s.health.reportAll()
	s.emit(Reconciled{
		Worker:    s.worker.Index(),
		Unchanged: d.unchanged,
		Stale:     d.stale,
		Commands:  len(d.commands),
	})
	s.emitExternalMap()
	for _, cmd := range d.commands {
		s.HandleExternal(cmd)
	}
}

// forgetUnexpected makes the reports begin anew, and only about what the new connection knows.
func (s *State) forgetUnexpected(expected map[query.ID]bool) {
	s.reported.retain(func(id query.ID) bool { return expected[id] })
	for i := range s.reported.rows {
		s.reported.rows[i].value = frontier.Antichain{}
	}
	var dropped []query.ID
	for _, id := range s.dropped {
		if expected[id] {
			dropped = append(dropped, id)
		}
	}
	s.dropped = dropped
}
