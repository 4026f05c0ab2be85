package oracle

import (
	"time"

	"onelane.test/sim"
)

// What a queue between two threads holds is on its way as long as the queue moves. A run goes on while one of them has
// stood still for standstill; one that has for lostAfter, and for as long as the plan blocks a worker, has lost what it
// holds.
const (
	standstill = 50 * time.Millisecond
	lostAfter  = 2 * time.Second
)

// lostBound is the time after which what stands still is lost in the plan's world.
func lostBound(s *State) time.Duration { return lostAfter + s.BlockedFor }

// stood says whether what has not moved since a time has stood still for longer than a bound.
func (s *State) stood(since int64, bound time.Duration) bool {
	return s.Now.Sub(sim.Time(since)) > bound
}
