package sim

import (
	"fmt"
	"math"
	"slices"
)

type delaySchedule struct {
	delays  int
	horizon uint64
	order   rotation
	rng     *Stream
	step    uint64
	at      []uint64 // the steps that are delayed, in order; a step may stand there several times
}

// Delay is delay-bounded scheduling (Emmi, Qadeer, Rakamaric, POPL 2011) with random positions: an actor runs until it
// cannot or yields, then the next one in the order of their making does, round and round; at so many steps, drawn from
// the first horizon steps of the world, whoever would run is passed over. A bug that needs d delays at given places is
// found with a probability of at least 1/horizon^d.
func Delay(delays int, horizon uint64) Schedule {
	return &delaySchedule{delays: max(delays, 1), horizon: max(horizon, 1)}
}

func parseDelay(text string, args []string) (Schedule, error) {
	v, err := scheduleArgs(text, args, "delays", "horizon")
	if err != nil {
		return nil, err
	}
	return Delay(int(v[0]), v[1]), nil
}

func (s *delaySchedule) Name() string {
	return fmt.Sprintf("delay delays=%d horizon=%d", s.delays, s.horizon)
}

func (s *delaySchedule) Reset(w *World) {
	s.rng, s.step, s.order, s.at = w.Stream("schedule"), 0, rotation{}, s.at[:0]
	for range s.delays {
		s.at = append(s.at, 1+s.rng.below(s.horizon))
	}
	slices.Sort(s.at)
}

func (s *delaySchedule) New(*Actor) {}

func (s *delaySchedule) Pick(enabled []*Actor) int {
	skips := 0
	for len(s.at) > 0 && s.at[0] <= s.step+1 {
		if s.at[0] == s.step+1 {
			skips++
		}
		s.at = s.at[1:]
	}
	return s.order.nth(enabled, skips%len(enabled))
}

func (s *delaySchedule) Ran(a *Actor, _ []Access) {
	s.step++
	s.order.ran(a)
}

// rotation is the order in which actors run when nothing is delayed: whoever ran last goes on, behind it come those
// that were made later, and then those that were made before it.
type rotation struct{ first int }

func (r *rotation) ran(a *Actor) {
	r.first = a.ID
	if a.Yielded {
		r.first++
	}
}

// turn is the actor's place in the order; only comparisons of two mean something.
func (r *rotation) turn(a *Actor) int {
	if a.ID < r.first {
		return a.ID + math.MaxInt32
	}
	return a.ID
}

// nth returns the index of the actor that has n others before it.
func (r *rotation) nth(enabled []*Actor, n int) int {
	best, last := -1, -1
	for ; n >= 0; n-- {
		best = -1
		for i, a := range enabled {
			if t := r.turn(a); t > last && (best < 0 || t < r.turn(enabled[best])) {
				best = i
			}
		}
		last = r.turn(enabled[best])
	}
	return best
}
