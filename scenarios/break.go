package scenarios

import "onelane.test/sim"

// breaking is a schedule that calls a function before a step, so that a debugger stops there.
type breaking struct {
	sim.Schedule
	at, steps uint64
	call      func()
}

// newBreaking returns a schedule that picks as base does and calls before step at.
func newBreaking(base sim.Schedule, at uint64, call func()) *breaking {
	return &breaking{Schedule: base, at: at, call: call}
}

// Reset calls at once if the first step is meant.
func (b *breaking) Reset(w *sim.World) {
	b.Schedule.Reset(w)
	b.steps = 0
	b.reached()
}

// Ran is called after each step.
func (b *breaking) Ran(a *sim.Actor, acc []sim.Access) {
	b.Schedule.Ran(a, acc)
	b.steps++
	b.reached()
}

func (b *breaking) reached() {
	if b.steps+1 == b.at {
		b.call()
	}
}
