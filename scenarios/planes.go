package scenarios

import (
	"time"

	"onelane.test/faults"
	"onelane.test/runtime/controller"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// cutPlane breaks the connections of one plane between the environment and a process.
func (s *system) cutPlane(plane faults.Plane, process string) bool {
	return s.planeLink(process).CutPort(string(plane))
}

func (s *system) healPlane(plane faults.Plane, process string) {
	s.planeLink(process).HealPort(string(plane))
}

func (s *system) planeLink(process string) *sim.Link {
	return s.world.Link(s.environments[0], s.world.NodeByName(process))
}

// flood makes the controller of a plane send its parameters once more.
func (s *system) flood(plane faults.Plane) {
	if plane == faults.Compute {
		s.env.Reconfigure(controller.Compute)
		return
	}
	s.env.Reconfigure(controller.Storage)
}

// stall says for how long a controller pauses before it sends a command.
func (s *system) stall(plane controller.Plane, replica string, index int, last bool) time.Duration {
	return s.injector.Stall(faults.Command{Plane: faults.Plane(plane.String()), Replica: replica, Index: index, Last: last})
}

// sentWatch tells the injector how far controllers have come with their connections.
type sentWatch struct{ injector *faults.Injector }

// Observe implements [trace.Observer].
func (w sentWatch) Observe(r *trace.Record) {
	if e, ok := r.Event.(controller.ControllerSent); ok {
		w.injector.Sent(faults.Command{
			Plane: faults.Plane(e.Plane.String()), Replica: e.Replica, Index: e.Index, Last: controller.Last(e.Command),
		})
	}
}
