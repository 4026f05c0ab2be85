package oracle

import (
	"testing"

	"onelane.test/runtime/timely"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

func ended(node string, worker, dataflow int) *trace.Record {
	return at(3, node, "worker0", timely.DataflowCompleted{Generation: 1, Worker: worker, Dataflow: dataflow})
}

func dropped(node string, worker, dataflow int) *trace.Record {
	return at(3, node, "worker0", timely.DataflowDropped{Generation: 1, Worker: worker, Dataflow: dataflow})
}

func TestReflected(t *testing.T) {
	both := events(rendered("r1.p0", 0, sink, 4), rendered("r1.p1", 1, sink, 4))
	again := then(both, rendered("r1.p0", 0, sink, 5), rendered("r1.p1", 1, sink, 5))
	judge(t, func(w Violator) Oracle { return NewReflected(w) }, []history{
		{
			name:   "a restart",
			events: then(again, ended("r1.p0", 0, 4), dropped("r1.p1", 1, 4)),
			state:  wanting(sink),
		},
		{
			name:    "a restart whose former dataflow lives on one worker",
			events:  then(again, ended("r1.p0", 0, 4)),
			state:   wanting(sink),
			outcome: Violated, reason: "a dataflow did not end though another took its place",
		},
		{
			name:   "a drop",
			events: then(both, dropped("r1.p0", 0, 4), ended("r1.p1", 1, 4)),
		},
		{
			name:    "a drop that one worker missed",
			events:  then(both, dropped("r1.p0", 0, 4)),
			outcome: Violated, reason: "a dataflow did not end though its object was dropped",
		},
		{
			name:    "a drop of a view that nobody heard of",
			events:  events(installed("r1.p0", 0, view)),
			outcome: Violated, reason: "a dataflow did not end though its object was dropped",
		},
		{
			name:    "a process took its dataflows along",
			events:  then(both, exited(3, "r1.p0", sim.ExitKilled, "fault"), exited(3, "r1.p1", sim.ExitHalt, lostPeer)),
			outcome: Inconclusive, reason: "no dataflow had to end",
		},
		{
			name:    "nothing had to end",
			events:  both,
			state:   wanting(sink),
			outcome: Inconclusive, reason: "no dataflow had to end",
		},
		{
			name:    "only the lane's dataflow ended",
			events:  then(both, ended("r1.p0", 0, 0)),
			state:   wanting(sink),
			outcome: Inconclusive, reason: "no dataflow had to end",
		},
		{
			name:   "a worker is blocked for ever",
			events: then(again, ended("r1.p0", 0, 4)), state: blocked,
			outcome: Inconclusive, reason: "blocked for ever",
		},
	})
}
