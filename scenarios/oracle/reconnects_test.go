package oracle_test

import (
	"testing"
	"time"

	"onelane.test/runtime/controller"
	"onelane.test/scenarios/oracle"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// connecting is a story of a replica that both controllers were connected to until compute's connection broke.
func connecting(t *testing.T) *story {
	s := tell(t, func(v oracle.Violator) oracle.Oracle {
		return oracle.NewReconnects(v, sim.Time(time.Second), 10*time.Second)
	})
	s.on("r1.p0", sim.NodeStarted{Node: "r1.p0"})
	for _, plane := range []controller.Plane{controller.Compute, controller.Storage} {
		s.on("env", controller.Connected{Plane: plane, Replica: "r1"})
	}
	s.on("env", controller.Disconnected{Plane: controller.Compute, Replica: "r1"})
	return s
}

func TestReconnects(t *testing.T) {
	s := connecting(t)
	s.wait(10 * time.Second)
	s.on("env", controller.Connected{Plane: controller.Compute, Replica: "r1"})
	s.wait(time.Hour)
	s.on("env", tick)
	s.rest(&oracle.State{})
}

func TestReconnectsWaitsForWhatIsInTheWay(t *testing.T) {
	s := connecting(t)
	s.wait(time.Minute / 10)
	for _, e := range []trace.Event{sim.NodeExited{Node: "r1.p0"}, sim.NodeStarted{Node: "r1.p0"}} {
		s.on("r1.p0", e)
		s.wait(9 * time.Second)
	}
	s.on("env", tick)
	s.fine()
	s.wait(2 * time.Second)
	s.on("env", tick)
	s.wrong("the compute controller is not connected to r1")
}

func TestReconnectsAtTheEnd(t *testing.T) {
	s := connecting(t)
	s.wait(time.Minute)
	s.restless(&oracle.State{}, "the compute controller is not connected to r1")
}

// A connection that breaks again and again is made each time, and nobody is in its way.
func TestReconnectsWantsThemKept(t *testing.T) {
	s := connecting(t)
	for range 3 {
		s.on("env", controller.Connected{Plane: controller.Compute, Replica: "r1"})
		s.wait(5 * time.Second)
		s.fine()
		s.on("env", controller.Disconnected{Plane: controller.Compute, Replica: "r1"})
	}
	s.wrong("the compute controller lost its connection to r1")
}
