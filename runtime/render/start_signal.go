package render

import "onelane.test/runtime/timely"

// StartSignal lets the imports of one dataflow on one worker begin to read. Until it fires, they hold the dataflow at
// the minimum.
type StartSignal struct {
	fired   bool
	waiting []*timely.Activator
}

// Fire starts the dataflow. Firing again does nothing.
func (s *StartSignal) Fire() {
	s.fired = true
	for _, a := range s.waiting {
		a.Activate()
	}
	s.waiting = nil
}

// Fired reports whether the dataflow has been started.
func (s *StartSignal) Fired() bool { return s.fired }

// wake has the operator of the activator scheduled when the signal fires.
func (s *StartSignal) wake(a *timely.Activator) {
	if !s.fired {
		s.waiting = append(s.waiting, a)
	}
}
