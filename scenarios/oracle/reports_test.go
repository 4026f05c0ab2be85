package oracle_test

import (
	"testing"
	"time"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/render"
	"onelane.test/runtime/storage"
	"onelane.test/scenarios/oracle"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// tick is an event without a meaning, with which time is seen to pass.
var tick = sim.Unparked{}

var statistics = lane.Accepted{Item: lane.Item{Storage: protocol.StatisticsUpdate{}}}

func serving(t *testing.T) *story {
	s := tell(t, func(v oracle.Violator) oracle.Oracle { return oracle.NewReports(v, time.Millisecond, 0) })
	s.on("r1.p0",
		delivered(protocol.InternalUpdateConfiguration{
			Params: protocol.Params{MaintenanceInterval: 10 * time.Millisecond, StatisticsInterval: time.Second},
		}),
		toldOf(0, s1), clusterd.GuestReconciled{Nonce: 7})
	return s
}

func TestReportsWantsStatistics(t *testing.T) {
	s := serving(t)
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
	s := serving(t)
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
	s := serving(t)
	s.on("r1.p0", storage.Observed{ID: s1, Upper: frontier.At(5)}, stored(7, 0, upperOf(s1, 5)))
	s.on("r1.p0", clusterd.ClientConnected{Plane: clusterd.Storage, Nonce: 8})
	s.wait(time.Hour)
	s.on("r1.p0", clusterd.GuestReconciled{Nonce: 8})
	s.fine()
	s.wait(400 * time.Millisecond)
	s.on("env", tick)
	s.wrong("it reported {0}")
}

// A link that was down heals, and sixty items of the lane keep the worker for 60ms: what it owes is due that much later, and
// no later than that.
func TestReportsWaitsWhileTheLaneIsHandled(t *testing.T) {
	observed := storage.Observed{ID: s1, Upper: frontier.At(5)}
	for _, c := range []struct {
		name  string
		first []trace.Event
		due   time.Duration // when, beside slack, the worker's next duty is
		want  string
	}{
		{"statistics", []trace.Event{observed, stored(7, 0, upperOf(s1, 5))}, time.Second, "no statistics for 1.0"},
		{"a frontier", []trace.Event{observed}, 10 * time.Millisecond, "s1 has been at {5} for 7"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serving(t)
			s.on("r1.p0", c.first...)
			for range 60 {
				s.on("r1.p0", delivered(protocol.StatisticsUpdate{}))
			}
			s.wait(c.due + 119*time.Millisecond)
			s.on("env", tick)
			s.fine()
			s.wait(5 * time.Millisecond)
			s.on("env", tick)
			s.wrong(c.want)
		})
	}
}

func TestReportsExcuses(t *testing.T) {
	excuse := func(name string, events ...trace.Event) {
		t.Run(name, func(t *testing.T) {
			s := serving(t)
			s.on("r1.p0", events...)
			s.wait(time.Minute)
			s.on("env", tick)
			s.fine()
		})
	}
	excuse("blocked", render.Blocked{For: time.Hour})
	excuse("blocked for ever", render.Blocked{Forever: true})
	excuse("paused", sim.NodePaused{Node: "r1.p0"})
	excuse("its thread is paused", sim.TaskPaused{Node: "r1.p0", Task: "worker0"}, sim.NodePaused{Node: "r1.p0"},
		sim.NodeResumed{Node: "r1.p0"})
	excuse("gone", exited("r1.p0"))
	excuse("disconnected", clusterd.ClientDisconnected{Plane: clusterd.Storage, Nonce: 7})
}

func TestReportsDoesNotExcuse(t *testing.T) {
	late := func(name string, events ...trace.Event) {
		t.Run(name, func(t *testing.T) {
			s := serving(t)
			s.on("r1.p0", events...)
			s.wait(2 * time.Second)
			s.on("env", tick)
			s.wrong("no statistics for")
		})
	}
	late("another thread is paused", sim.TaskPaused{Node: "r1.p0", Task: "worker1"})
	late("another process is paused", sim.NodePaused{Node: "r1.p1"})
	late("a pause is over", sim.NodePaused{Node: "r1.p0"}, sim.NodeResumed{Node: "r1.p0"})
	late("a block is over", render.Blocked{}, render.Unblocked{})
	late("another process is gone", exited("r1.p1"))
}

// Two threads of a process stand still, one after the other, and the second is heard of for the first time meanwhile: the end
// of the first pause is not that of the second.
func TestReportsKeepsPausesApart(t *testing.T) {
	s := serving(t)
	s.on("r1.p0", sim.TaskPaused{Node: "r1.p0", Task: "worker1"}, sim.TaskPaused{Node: "r1.p0", Task: "worker0"},
		sim.TaskResumed{Node: "r1.p0", Task: "worker1"})
	s.wait(2 * time.Second)
	s.on("env", tick)
	s.fine()
	s.on("r1.p0", sim.TaskResumed{Node: "r1.p0", Task: "worker0"})
	s.wait(1100 * time.Millisecond)
	s.on("env", tick)
	s.wrong("no statistics for 1.1")
}
