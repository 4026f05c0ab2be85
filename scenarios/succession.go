package scenarios

import (
	"slices"
	"strconv"

	"onelane.test/faults"
	"onelane.test/sim"
)

// addEnvironmentNode adds a node for one more environment, the next to have the catalog.
func (s *system) addEnvironmentNode(start func(*sim.Node)) *sim.Node {
	name := faults.Environment
	if n := s.succeeded; n > 0 {
		name += strconv.Itoa(n + 1)
	}
	s.succeeded++
	node := s.world.AddNode(name, sim.NodeOptions{Start: start, OnExit: s.restart})
	s.environments = slices.Insert(s.environments, 0, node)
	return node
}

// succeed starts a new environment beside the one that is there. It reports whether that is still alive.
func (s *system) succeed() bool {
	alive := s.environments[0].Alive()
	s.addEnvironmentNode(s.environ).Start()
	return alive
}

// retire ends all environments but the latest.
func (s *system) retire() {
	for _, old := range s.environments[1:] {
		if old.Alive() {
			old.Kill("a later environment has taken its place")
		}
	}
}

// retired reports whether a node is that of an environment which has been succeeded.
func (s *system) retired(n *sim.Node) bool {
	return len(s.environments) > 1 && slices.Contains(s.environments[1:], n)
}
