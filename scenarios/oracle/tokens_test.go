package oracle

import (
	"testing"

	"onelane.test/runtime/compute"
	"onelane.test/runtime/environ"
	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

func installed(node string, worker int, o environ.Object) *trace.Record {
	return at(1, node, "worker0", compute.Installed{Worker: worker, IDs: []query.ID{o.ID}, Dataflow: int(o.ID.N)})
}

func removed(node string, worker int, o environ.Object) *trace.Record {
	return at(2, node, "worker0", compute.Removed{Worker: worker, ID: o.ID})
}

func rendered(node string, worker int, o environ.Object, dataflow int) *trace.Record {
	return at(1, node, "worker0", storage.Rendered{Worker: worker, ID: o.ID, Kind: storage.KindSink, Dataflow: dataflow})
}

func tokenDropped(node string, worker int, o environ.Object, dataflow int) *trace.Record {
	return at(2, node, "worker0", storage.TokenDropped{Worker: worker, ID: o.ID, Dataflow: dataflow})
}

func TestTokens(t *testing.T) {
	both := events(installed("r1.p0", 0, view), installed("r1.p1", 1, view))
	twoReplicas := func(s *State) { s.Replicas, s.Wanted = 2, []environ.Object{sink} }
	judge(t, func(w Violator) Oracle { return NewTokens(w) }, []history{
		{name: "what is wanted runs", events: both, state: wanting(view)},
		{
			name:    "on one worker only",
			events:  events(installed("r1.p0", 0, view)),
			state:   wanting(view),
			outcome: Violated, reason: "a wanted materialized-view does not run on all workers",
		},
		{name: "nowhere", state: wanting(view), outcome: Violated, reason: "does not run on all workers"},
		{
			name:    "on one replica of two",
			events:  both,
			state:   func(s *State) { s.Replicas, s.Wanted = 2, []environ.Object{view} },
			outcome: Violated, reason: "runs in full on 1 replicas of 2",
		},
		{
			name:    "a zombie",
			events:  then(both, installed("r1.p0", 0, other)),
			state:   wanting(view),
			outcome: Violated, reason: "a dropped object still runs",
		},
		{
			name:    "a zombie where nothing is wanted",
			events:  both,
			outcome: Violated, reason: "a dropped object still runs",
		},
		{name: "all was dropped", events: then(both, removed("r1.p0", 0, view), removed("r1.p1", 1, view))},
		{
			name:    "twice on one worker",
			events:  then(both, installed("r1.p0", 0, view)),
			state:   wanting(view),
			outcome: Violated, reason: "an object runs twice on one worker",
		},
		{
			name:    "let go of twice",
			events:  then(both, removed("r1.p0", 0, view), removed("r1.p0", 0, view)),
			outcome: Violated, reason: "a worker let go of an object that it did not run",
		},
		{
			name:    "gone with its process",
			events:  then(both, exited(3, "r1.p1", sim.ExitKilled, "fault")),
			state:   wanting(view),
			outcome: Violated, reason: "does not run on all workers",
		},
		{
			name: "a sink that was restarted",
			events: events(rendered("r1.p0", 0, sink, 4), rendered("r1.p1", 1, sink, 4), tokenDropped("r1.p0", 0, sink, 4),
				tokenDropped("r1.p1", 1, sink, 4), rendered("r1.p0", 0, sink, 5), rendered("r1.p1", 1, sink, 5)),
			state: wanting(sink),
		},
		{
			name:   "a sink on one replica of two",
			events: events(rendered("r2.p0", 0, sink, 4), rendered("r2.p1", 1, sink, 4)),
			state:  twoReplicas,
		},
		{
			name:    "a sink half here and half there",
			events:  events(rendered("r1.p0", 0, sink, 4), rendered("r2.p1", 1, sink, 4)),
			state:   twoReplicas,
			outcome: Violated, reason: "runs in full on 0 replicas of 1",
		},
		{
			name:    "a sink on one replica and a half",
			events:  events(rendered("r1.p0", 0, sink, 4), rendered("r1.p1", 1, sink, 4), rendered("r2.p1", 1, sink, 4)),
			state:   twoReplicas,
			outcome: Violated, reason: "a sink runs on workers of more than one replica",
		},
		{name: "nothing was ever wanted", outcome: Inconclusive, reason: "saw nothing"},
		{
			name:   "a worker is blocked for ever",
			events: events(installed("r1.p0", 0, view)),
			state: func(s *State) {
				wanting(view)(s)
				blocked(s)
			},
			outcome: Inconclusive, reason: "blocked for ever",
		},
	})
}
