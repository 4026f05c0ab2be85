package oracle

import (
	"testing"

	"onelane.test/runtime/timely"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

func exited(ms int64, node string, kind sim.ExitKind, reason string) *trace.Record {
	return driver(ms, sim.NodeExited{Node: node, Exit: sim.Exit{Kind: kind, Reason: reason}})
}

func started(ms int64, node string) *trace.Record { return driver(ms, sim.NodeStarted{Node: node}) }

func joined(ms int64, node string, generation uint64) *trace.Record {
	return at(ms, node, "bring-up", timely.MeshUp{Generation: generation})
}

const lostPeer = "timely communication error: connection reset"

func TestExits(t *testing.T) {
	up := events(started(0, "r1.p0"), started(1, "r1.p1"), joined(2, "r1.p0", 1), joined(2, "r1.p1", 1))
	again := then(up, exited(10, "r1.p0", sim.ExitKilled, "fault"), exited(11, "r1.p1", sim.ExitHalt, lostPeer),
		started(20, "r1.p0"), started(30, "r1.p1"), joined(40, "r1.p1", 2))
	cut := sim.LinkCut{A: "r1.p0", B: "r1.p1"}
	judge(t, func(w Violator) Oracle { return NewExits(w) }, []history{
		{name: "nothing ends", events: up},
		{name: "a kill, and shared fate", events: again},
		{
			name:   "while the mesh comes up again",
			events: then(again, exited(41, "r1.p1", sim.ExitHalt, lostPeer)),
		},
		{
			name:    "for no reason once the mesh is up again",
			events:  then(again, joined(41, "r1.p0", 2), exited(50, "r1.p1", sim.ExitHalt, lostPeer)),
			outcome: Violated, reason: "a process ended with halt: timely communication error",
		},
		{name: "the mesh is cut", events: then(up, driver(5, cut), exited(6, "r1.p1", sim.ExitHalt, lostPeer))},
		{
			name: "the mesh comes up under a cut",
			events: then(up, driver(5, cut), exited(6, "r1.p1", sim.ExitHalt, lostPeer), started(7, "r1.p1"),
				joined(8, "r1.p0", 2), joined(8, "r1.p1", 2), exited(9, "r1.p0", sim.ExitHalt, lostPeer)),
		},
		{
			name: "long after a cut",
			events: then(up, driver(5, cut), driver(6, sim.LinkHealed{A: "r1.p0", B: "r1.p1"}),
				joined(8, "r1.p0", 2), joined(8, "r1.p1", 2), exited(9, "r1.p0", sim.ExitHalt, lostPeer)),
			outcome: Violated, reason: "a process ended with halt",
		},
		{
			name:    "a controller's link is cut",
			events:  then(up, driver(5, sim.LinkCut{A: "env", B: "r1.p1"}), exited(6, "r1.p1", sim.ExitHalt, lostPeer)),
			outcome: Violated, reason: "a process ended with halt",
		},
		{
			name:    "another replica is disturbed",
			events:  then(up, exited(5, "r2.p0", sim.ExitKilled, "fault"), exited(6, "r1.p1", sim.ExitHalt, lostPeer)),
			outcome: Violated, reason: "a process ended with halt",
		},
		{
			name:    "halted for another reason",
			events:  then(up, exited(5, "r1.p0", sim.ExitKilled, "fault"), exited(6, "r1.p1", sim.ExitHalt, "incompatible version")),
			outcome: Violated, reason: "incompatible version",
		},
		{
			name:    "a panic is never allowed",
			events:  then(up, exited(5, "r1.p0", sim.ExitKilled, "fault"), exited(6, "r1.p1", sim.ExitPanic, "broken")),
			outcome: Violated, reason: "a process ended with panic: broken",
		},
		{
			name:    "the environment panics",
			events:  then(up, exited(5, "env", sim.ExitPanic, "unknown collection")),
			outcome: Violated, reason: "unknown collection",
		},
		{name: "the user is through", events: then(up, exited(5, "user", sim.ExitDone, ""))},
		{
			name:    "a process of the system is through",
			events:  then(up, exited(5, "r1.p0", sim.ExitDone, "")),
			outcome: Violated, reason: "a process ended with done",
		},
		{name: "an empty world", outcome: Inconclusive, reason: "saw nothing"},
	})
}
