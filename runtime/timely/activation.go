package timely

import (
	"math/bits"
	"slices"

	"onelane.test/sim"
)

// Activator schedules an operator from outside. Activations collapse, and may be spurious.
type Activator struct{ path path }

// Activate schedules the operator in the worker's next round. It must be called on the worker's own thread, and wakes
// nobody.
func (a *Activator) Activate() { a.path.flow.activate(a.path.node) }

// Sync schedules the operator from any thread of the process, and wakes the worker. t is the calling task, nil for the
// driver.
func (a *Activator) Sync(t *sim.Task) {
	mail := a.path.flow.mail()
	t.FinePoint(mail.access())
	mail.sync = append(mail.sync, a.path)
	mail.unpark(t)
}

// Access is what [Activator.Sync] uses.
func (a *Activator) Access() sim.Access { return a.path.flow.mail().access() }

// timer is an activation in the future.
type timer struct {
	due  sim.Time
	path path
}

// timers are a worker's, the earliest last.
type timers struct{ pending []timer }

func (s *timers) add(t timer) {
	// Behind all that are due later, and before its equals, so that these go off in the order of setting.
	i, _ := slices.BinarySearchFunc(s.pending, t.due, func(o timer, due sim.Time) int {
		if o.due > due {
			return -1
		}
		return 1
	})
	s.pending = slices.Insert(s.pending, i, t)
}

func (s *timers) next() (sim.Time, bool) {
	if len(s.pending) == 0 {
		return 0, false
	}
	return s.pending[len(s.pending)-1].due, true
}

// pop takes the earliest timer if it is due.
func (s *timers) pop(now sim.Time) (path, bool) {
	last := len(s.pending) - 1
	if last < 0 || s.pending[last].due > now {
		return path{}, false
	}
	p := s.pending[last].path
	s.pending = s.pending[:last]
	return p, true
}

// set is a set of small numbers.
type set []uint64

func newSet(n int) set { return make(set, n/64+1) }

func (s set) add(i int) { s[i/64] |= 1 << (i % 64) }

// from takes out and returns the first element that is at least i.
func (s set) from(i int) (int, bool) {
	for word := i / 64; word < len(s); word++ {
		rest := s[word]
		if word == i/64 {
			rest &= ^uint64(0) << (i % 64)
		}
		if rest != 0 {
			bit := bits.TrailingZeros64(rest)
			s[word] &^= 1 << bit
			return word*64 + bit, true
		}
	}
	return 0, false
}

// move adds all elements of o and empties it.
func (s set) move(o set) {
	for i := range o {
		s[i] |= o[i]
		o[i] = 0
	}
}

func (s set) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }
