package sim

import (
	"fmt"
	"time"
)

// Step makes one choice and lets the chosen actor run to its next point; if nobody is enabled, time passes first. It
// returns false when the world has stopped or nothing in it can ever run again.
func (w *World) Step() bool {
	w.enter()
	before := w.steps
	w.loop(Never, func() bool { return w.steps > before })
	return w.steps > before
}

// RunFor runs until d has passed. It returns why the world stopped, nil if it can go on. Tasks that wait for ever are
// no deadlock here, because the driver comes back: use [World.Run] or [World.RunUntil] to find one.
func (w *World) RunFor(d time.Duration) *Stop { return w.RunTo(w.now.Add(d)) }

// RunTo runs everything that happens up to the given time, including what is due at it, and leaves the clock there. It
// returns why the world stopped, nil if it can go on.
func (w *World) RunTo(to Time) *Stop {
	w.enter()
	w.loop(to, nil)
	if w.stop == nil && w.now < to {
		w.pass(to)
	}
	return w.stop
}

// RunUntil runs until cond holds; it is asked before the first step and after each. It returns nil when cond holds,
// otherwise why it never will: the world stopped, or nothing can run any more ([StopDone] if no task is left,
// [StopDeadlock] otherwise).
func (w *World) RunUntil(cond func() bool) *Stop {
	w.enter()
	if w.loop(Never, cond) {
		return nil
	}
	return w.exhausted()
}

// Run runs until the world stops or nothing can run any more.
func (w *World) Run() *Stop {
	w.enter()
	w.loop(Never, nil)
	return w.exhausted()
}

// Settle runs until nobody can run without time passing. It returns why the world stopped, nil if it can go on.
func (w *World) Settle() *Stop {
	w.enter()
	w.loop(w.now, nil)
	return w.stop
}

func (w *World) enter() {
	switch {
	case w.closed:
		panic("sim: world used after Close")
	case w.busy:
		panic("sim: world run from inside its own step")
	}
	w.flush()
	w.entries++ // what the driver has done so far comes before all that follows
	w.touched, w.touchedAll = w.touched[:0], false
}

// loop makes steps until the world stops, nothing more can run up to the given time, or cond holds, and says whether it
// was cond. The switch to a task stands in this function itself, and the one back directly in the functions that a task
// calls: a processor cannot foresee where a function returns to once the stack has been switched, so that every frame
// between would cost some nanoseconds in each step.
func (w *World) loop(limit Time, cond func() bool) bool {
	for w.stop == nil {
		if cond != nil && cond() {
			return true
		}
		if w.enabled.len() == 0 && !w.anyEnabled(limit) {
			break
		}
		a := w.take()
		if a == nil {
			break
		}
		if t := a.task; t != nil {
			w.current = t
			t.coro.next()
			w.current = nil
			if t.state == stateEnded {
				t.end()
			}
		} else {
			a.source.step()
		}
		w.settled(a)
	}
	return false
}

// take picks the actor that makes the next step and accounts for it. It returns nil if the pick has stopped the world.
func (w *World) take() *Actor {
	index := 0
	list := w.enabled.list()
	if len(list) > 1 || w.decisions != nil {
		if index = w.choose(list); index < 0 {
			return nil
		}
	}
	a := list[index]
	w.enabled.remove(index)
	a.enabled = false
	a.Yielded = false
	a.Steps++
	w.cause = a.enabler
	w.steps++
	w.spin++
	w.hash.Step(a.hash, int64(w.now))
	w.busy = true
	if t := a.task; t != nil {
		t.state = stateRunning
		if len(a.ran)+len(a.acc) > 0 {
			a.acc, a.ran = a.ran[:0], a.acc
		}
	} else {
		a.ran = append(a.ran[:0], a.source.head()...)
	}
	return a
}

func (w *World) choose(list []*Actor) int {
	i := 0
	if len(list) > 1 {
		w.stats.Choices++
		i = w.schedule.Pick(list)
	}
	if i < 0 || i >= len(list) {
		panic(fmt.Sprintf("sim: schedule %s picked %d of %d actors", w.schedule.Name(), i, len(list)))
	}
	if w.decisions != nil {
		i = w.decisions.step(list, i)
	}
	if w.cfg.RecordDeviations && i > 0 {
		w.deviations = append(w.deviations, Deviation{Actor: list[0].Name, Step: list[0].Steps + 1, Run: list[i].Name})
	}
	return i
}

// settled does what follows a step. The schedule is told of it last: the lives that it began and ended belong to it.
func (w *World) settled(a *Actor) {
	w.busy = false
	if w.spin >= w.cfg.SpinSteps || w.steps == w.cfg.MaxSteps {
		w.overrun()
	}
	if len(w.exits) > 0 || len(w.newborn) > 0 {
		w.flush()
	}
	w.schedule.Ran(a, a.ran)
}

// flush ends and starts what waits for the driver, until nothing does. Ends come first: a process that is gone starts
// nothing any more.
func (w *World) flush() {
	for w.stop == nil {
		switch {
		case len(w.exits) > 0:
			w.endNext()
		case len(w.newborn) > 0:
			w.startNext()
		default:
			return
		}
	}
}

// startNext runs the oldest new task to its first point.
func (w *World) startNext() {
	t := w.newborn[0]
	n := copy(w.newborn, w.newborn[1:])
	w.newborn[n] = nil
	w.newborn = w.newborn[:n]
	if t.state != stateNewborn {
		return
	}
	if t.actor.paused {
		t.unborn = true
		return
	}
	w.busy = true
	t.begin()
	w.busy = false
}

// anyEnabled says whether an actor is enabled, after letting time pass for it up to the given limit.
func (w *World) anyEnabled(limit Time) bool {
	for w.enabled.len() == 0 {
		due, ok := w.timers.next()
		if !ok || due > limit || !w.pass(due) {
			return false
		}
	}
	return true
}

// pass moves the clock and enables everything that is due. It returns false if the world reached its time limit.
func (w *World) pass(to Time) bool {
	if limit := w.cfg.MaxTime; limit > 0 && to > limit {
		w.now = limit
		w.halt(&Stop{Kind: StopLimit, Reason: "reached the time limit " + limit.String()})
		return false
	}
	if to > w.now {
		w.now = to
		w.spin = 0
	}
	for e := w.timers.popDue(to); e != nil; e = w.timers.popDue(to) {
		w.stats.Timers++
		e.owner.due()
	}
	return true
}
