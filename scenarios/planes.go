package scenarios

import (
	"onelane.test/faults"
	"onelane.test/sim"
)

// cutPlane breaks the connections of one plane between the environment and a process.
func (s *system) cutPlane(plane faults.Plane, process string) bool {
	return s.planeLink(process).CutPort(string(plane))
}

func (s *system) healPlane(plane faults.Plane, process string) {
	s.planeLink(process).HealPort(string(plane))
}

func (s *system) planeLink(process string) *sim.Link {
	return s.world.Link(s.world.NodeByName(faults.Environment), s.world.NodeByName(process))
}
