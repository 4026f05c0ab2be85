package oracle

import (
	"testing"

	"onelane.test/runtime/controller"
	"onelane.test/runtime/environ"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim/trace"
)

// reports says how far a replica has brought a view.
func reports(replica string, o environ.Object, f frontier.Antichain) *trace.Record {
	return at(1, "env", "compute", controller.ControllerReceived{
		Plane: controller.Compute, Replica: replica, Response: protocol.Frontiers{ID: o.ID, Write: &f},
	})
}

// uploads says how far a replica has brought a source or sink.
func uploads(replica string, o environ.Object, f frontier.Antichain) *trace.Record {
	return at(1, "env", "storage", controller.ControllerReceived{
		Plane: controller.Storage, Replica: replica, Response: protocol.FrontierUpper{ID: o.ID, Upper: f},
	})
}

func TestProgress(t *testing.T) {
	past, behind := frontier.At(1001), frontier.At(1000)
	known := func(f frontier.Antichain, replicas int, objects ...environ.Object) func(*State) {
		return func(s *State) {
			wanting(objects...)(s)
			s.Replicas = replicas
			s.Frontier = func(query.ID) frontier.Antichain { return f }
		}
	}
	judge(t, func(w Violator) Oracle { return NewProgress(w) }, []history{
		{
			name:   "past the faults",
			events: events(reports("r1", view, past), uploads("r1", sink, past)),
			state:  known(past, 1, view, sink),
		},
		{name: "finished", events: events(reports("r1", view, frontier.Empty())), state: known(frontier.Empty(), 1, view)},
		{
			name:    "not past the faults",
			events:  events(reports("r1", view, behind)),
			state:   known(behind, 1, view),
			outcome: Violated, reason: "the frontier of a materialized-view does not move on",
		},
		{
			name:    "nothing is reported",
			state:   known(frontier.At(0), 1, view),
			outcome: Violated, reason: "mv1 stays at {0}, but faults ended at 1000",
		},
		{
			name:    "one replica hides another's end",
			events:  events(reports("r1", view, past), reports("r2", view, behind)),
			state:   known(past, 2, view),
			outcome: Violated, reason: "a replica does not move a materialized-view on",
		},
		{
			name:   "both replicas",
			events: events(reports("r1", view, past), reports("r2", view, past)),
			state:  known(past, 2, view),
		},
		{name: "a sink has one replica", events: events(uploads("r2", sink, past)), state: known(past, 2, sink)},
		{name: "nothing is wanted", outcome: Inconclusive, reason: "nothing was wanted at the end"},
		{
			name: "a worker is blocked for ever",
			state: func(s *State) {
				known(behind, 1, view)(s)
				blocked(s)
			},
			outcome: Inconclusive, reason: "blocked for ever",
		},
	})
}
