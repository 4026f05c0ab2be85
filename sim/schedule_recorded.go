package sim

type recordedSchedule struct {
	base  Schedule
	devs  []Deviation
	queue map[place][]string // who runs instead, in order
}

// place is the step of an actor.
type place struct {
	actor string
	step  uint64
}

// Recorded picks as base does, except where a deviation says otherwise. A deviation whose actor is not enabled is
// passed over, so that a part of a recorded list still makes a run. Several for one place apply one after another.
// Its name is that of base: a plan prints the deviations on lines of their own.
func Recorded(base Schedule, devs []Deviation) Schedule {
	return &recordedSchedule{base: base, devs: devs}
}

func (s *recordedSchedule) Name() string               { return s.base.Name() }
func (s *recordedSchedule) New(a *Actor)               { s.base.New(a) }
func (s *recordedSchedule) Ran(a *Actor, acc []Access) { s.base.Ran(a, acc) }

func (s *recordedSchedule) Reset(w *World) {
	s.base.Reset(w)
	s.queue = make(map[place][]string, len(s.devs))
	for _, d := range s.devs {
		at := place{d.Actor, d.Step}
		s.queue[at] = append(s.queue[at], d.Run)
	}
}

func (s *recordedSchedule) Pick(enabled []*Actor) int {
	picked := s.base.Pick(enabled)
	a := enabled[picked]
	at := place{a.Name, a.Steps + 1}
	for runs := s.queue[at]; len(runs) > 0; {
		run := runs[0]
		runs = runs[1:]
		s.queue[at] = runs
		for i := range enabled {
			if enabled[i].Name == run {
				return i
			}
		}
	}
	return picked
}
