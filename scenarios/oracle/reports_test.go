package oracle_test

import (
	"testing"
	"time"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/storage"
	"onelane.test/scenarios/oracle"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// tick is an event without a meaning, with which time is seen to pass.
var tick = sim.Unparked{}

var statistics = lane.Accepted{Item: lane.Item{Storage: protocol.StatisticsUpdate{}}}

func serving(t *testing.T, blocked time.Duration, forever bool) *story {
	s := tell(t, func(v oracle.Violator) oracle.Oracle {
		return oracle.NewReports(v, time.Millisecond, func(int) (time.Duration, bool) { return blocked, forever })
	})
	s.on("r1.p0",
		delivered(protocol.InternalUpdateConfiguration{
			Params: protocol.Params{MaintenanceInterval: 10 * time.Millisecond, StatisticsInterval: time.Second},
		}),
		toldOf(0, s1), clusterd.GuestReconciled{Nonce: 7})
	return s
}

func TestReportsWantsStatistics(t *testing.T) {
	s := serving(t, 0, false)
	for range 3 {
		s.wait(time.Second)
		s.on("r1.p0", statistics)
	}
	s.fine()
	s.wait(1500 * time.Millisecond)
	s.on("env", tick)
	s.wrong("no statistics for 1.5s")
}

func TestReportsWantsFrontiers(t *testing.T) {
	s := serving(t, 0, false)
	seen := func(at frontier.Time) trace.Event { return storage.Observed{ID: s1, Upper: frontier.At(at)} }
	s.on("r1.p0", seen(5))
	s.wait(20 * time.Millisecond)
	s.on("r1.p0", stored(7, 0, upperOf(s1, 5)))
	s.wait(500 * time.Millisecond)
	s.on("r1.p0", seen(6))
	s.fine()
	s.wait(400 * time.Millisecond)
	s.on("env", tick)
	s.wrong("s1 has been at {6} for 400ms")
}

func TestReportsWantsFrontiersAnewOnANewConnection(t *testing.T) {
	s := serving(t, 0, false)
	s.on("r1.p0", storage.Observed{ID: s1, Upper: frontier.At(5)}, stored(7, 0, upperOf(s1, 5)))
	s.on("r1.p0", clusterd.ClientConnected{Plane: clusterd.Storage, Nonce: 8})
	s.wait(time.Hour)
	s.on("r1.p0", clusterd.GuestReconciled{Nonce: 8})
	s.fine()
	s.wait(400 * time.Millisecond)
	s.on("env", tick)
	s.wrong("it reported {0}")
}

// A link that was down heals, and sixty items of the lane keep the worker for 60ms: its second of statistics is over
// that much later, and no later than that.
func TestReportsWaitsWhileTheLaneIsHandled(t *testing.T) {
	s := serving(t, 0, false)
	s.on("r1.p0", storage.Observed{ID: s1, Upper: frontier.At(5)}, stored(7, 0, upperOf(s1, 5)))
	s.wait(time.Second)
	for range 60 {
		s.on("r1.p0", delivered(protocol.StatisticsUpdate{}))
	}
	s.wait(110 * time.Millisecond)
	s.on("env", tick)
	s.fine()
	s.wait(20 * time.Millisecond)
	s.on("env", tick)
	s.wrong("no statistics for 1.07s")
}

// As above, for a frontier.
func TestReportsWaitsWithFrontiersToo(t *testing.T) {
	s := serving(t, 0, false)
	s.on("r1.p0", storage.Observed{ID: s1, Upper: frontier.At(5)})
	for range 60 {
		s.on("r1.p0", delivered(protocol.StatisticsUpdate{}))
	}
	s.wait(125 * time.Millisecond)
	s.on("env", tick)
	s.fine()
	s.wait(10 * time.Millisecond)
	s.on("env", tick)
	s.wrong("s1 has been at {5} for 7")
}

func TestReportsExcuses(t *testing.T) {
	excuse := func(name string, blocked time.Duration, forever bool, events ...trace.Event) {
		t.Run(name, func(t *testing.T) {
			s := serving(t, blocked, forever)
			s.on("r1.p0", events...)
			s.wait(time.Minute)
			s.on("env", tick)
			s.fine()
		})
	}
	excuse("blocked", time.Minute, false)
	excuse("blocked for ever", 0, true)
	excuse("paused", 0, false, sim.NodePaused{Node: "r1.p0"})
	excuse("a thread is paused", 0, false, sim.TaskPaused{Node: "r1.p0", Task: "worker1"}, sim.NodePaused{Node: "r1.p0"},
		sim.NodeResumed{Node: "r1.p0"})
	excuse("gone", 0, false, exited("r1.p0"))
	excuse("disconnected", 0, false, clusterd.ClientDisconnected{Plane: clusterd.Storage, Nonce: 7})
}
