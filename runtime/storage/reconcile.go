package storage

import (
	"onelane.test/runtime/fail"
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
		if !fail.On(s.worker.Task(), fail.StaleKept) {
			s.dropCollection(id)
		}
	}
	s.renewReports(d.expected)
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

// renewReports makes the reports begin anew, and only about what the new connection knows.
func (s *State) renewReports(expected map[query.ID]bool) {
	t := s.worker.Task()
	if !fail.On(t, fail.UnexpectedReports) {
		s.reported.retain(func(id query.ID) bool { return expected[id] })
	}
	if fail.On(t, fail.ReportedForgotten) {
		s.reported = table[frontier.Antichain]{}
	}
	for i := range s.reported.rows {
		if !fail.On(t, fail.ReportedKept) {
			s.reported.rows[i].value = frontier.Antichain{}
		}
	}
	if !fail.On(t, fail.DroppedUnfiltered) {
		s.forgetDropped(expected)
	}
}

// forgetDropped leaves last words unsaid about what the new connection does not know.
func (s *State) forgetDropped(expected map[query.ID]bool) {
	var dropped []query.ID
	for _, id := range s.dropped {
		if expected[id] {
			dropped = append(dropped, id)
		}
	}
	s.dropped = dropped
}
