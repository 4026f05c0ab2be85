package sim

type posSchedule struct {
	w   *World
	rng *Stream
}

// POS samples partial orders (Yuan, Yang, Gu, CAV 2018): each step that an actor has before it gets a random priority of
// its own, the enabled actor of highest priority runs, and priorities that it beat by chance are drawn again where the
// step raced: every enabled actor whose declared access meets the one that just ran gets a new one. It knows no depth
// and no length of the run, and gains from precise access sets: steps without one race with everything.
//
// An actor that yields gets the lowest priority, so that a loop that polls does not run again before others have.
func POS() Schedule { return &posSchedule{} }

func (s *posSchedule) Name() string { return "pos" }

func (s *posSchedule) Reset(w *World) { s.w, s.rng = w, w.Stream("schedule") }

func (s *posSchedule) New(a *Actor) { s.draw(a) }

// draw gives a priority from 1 up. Two actors share one of 2^63 practically never; then the older one wins.
func (s *posSchedule) draw(a *Actor) { a.Priority = int64(s.rng.Uint64()>>1) | 1 }

func (s *posSchedule) Pick(enabled []*Actor) int { return highest(enabled) }

func (s *posSchedule) Ran(a *Actor, acc []Access) {
	for _, b := range s.w.enabled.list() {
		if b != a && races(acc, b.Access()) {
			s.draw(b)
		}
	}
	s.draw(a)
	if a.Yielded {
		a.Priority = 0
	}
}

// highest returns the index of the actor with the highest priority, the first of several.
func highest(enabled []*Actor) int {
	best := 0
	for i, a := range enabled {
		if a.Priority > enabled[best].Priority {
			best = i
		}
	}
	return best
}
