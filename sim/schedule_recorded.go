package sim

import "slices"

// RecordedSchedule picks as another schedule does, except where deviations say otherwise, see [Recorded].
type RecordedSchedule struct {
	base  Schedule
	devs  []Deviation
	taken []bool          // which of them had an effect
	queue map[place][]int // for each place, the indices of those that are left
	held  []place         // who waits for all others
	free  []*Actor        // the enabled ones without those
}

// place is the step of an actor.
type place struct {
	actor string
	step  uint64
}

func placeOf(a *Actor) place { return place{a.Name, a.Steps + 1} }

// Recorded picks as base does, except where a deviation says otherwise. A deviation whose actor is not enabled is
// passed over, so that a part of a recorded list still makes a run. Several for one place apply one after another.
// Its name is that of base: a plan prints the deviations on lines of their own.
func Recorded(base Schedule, devs []Deviation) *RecordedSchedule {
	return &RecordedSchedule{base: base, devs: devs}
}

// Name returns the name of the base.
func (s *RecordedSchedule) Name() string { return s.base.Name() }

// New hands the actor on to the base.
func (s *RecordedSchedule) New(a *Actor) { s.base.New(a) }

// Ran hands the step on to the base.
func (s *RecordedSchedule) Ran(a *Actor, acc []Access) { s.base.Ran(a, acc) }

// Reset forgets the run before.
func (s *RecordedSchedule) Reset(w *World) {
	s.base.Reset(w)
	s.taken = make([]bool, len(s.devs))
	s.held = nil
	s.queue = make(map[place][]int, len(s.devs))
	for i, d := range s.devs {
		at := place{d.Actor, d.Step}
		s.queue[at] = append(s.queue[at], i)
	}
}

// Missed returns the deviations that have had no effect on the run so far, in order.
func (s *RecordedSchedule) Missed() []Deviation {
	var missed []Deviation
	for i, taken := range s.taken {
		if !taken {
			missed = append(missed, s.devs[i])
		}
	}
	return missed
}

// Pick lets the base pick among those that do not wait for all others, and puts someone else in place of its pick where a
// deviation says so.
func (s *RecordedSchedule) Pick(enabled []*Actor) int {
	for {
		free := s.notHeld(enabled)
		own := free[0]
		if len(free) > 1 {
			own = free[s.base.Pick(free)]
		}
		other, holds := s.deviate(own, enabled)
		switch {
		case other != nil:
			return slices.Index(enabled, other)
		case !holds || len(free) == 1:
			return slices.Index(enabled, own)
		}
	}
}

// deviate returns who runs in place of the base's pick, nil if nobody does. Holds says that the pick waits from now on.
func (s *RecordedSchedule) deviate(own *Actor, enabled []*Actor) (other *Actor, holds bool) {
	at := placeOf(own)
	for left := s.queue[at]; len(left) > 0; {
		i := left[0]
		left = left[1:]
		s.queue[at] = left
		if s.devs[i].Run == Others {
			s.held = append(s.held, at)
			s.taken[i] = len(enabled) > 1
			return nil, true
		}
		for _, a := range enabled {
			if a.Name == s.devs[i].Run {
				s.taken[i] = true
				return a, false
			}
		}
	}
	return nil, false
}

// notHeld returns the enabled actors that do not wait for others; all of them if there are no others.
func (s *RecordedSchedule) notHeld(enabled []*Actor) []*Actor {
	if len(s.held) == 0 {
		return enabled
	}
	s.free = s.free[:0]
	for _, a := range enabled {
		if !slices.Contains(s.held, placeOf(a)) {
			s.free = append(s.free, a)
		}
	}
	if len(s.free) == 0 {
		return enabled
	}
	return s.free
}
