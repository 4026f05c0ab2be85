package sim

import (
	"fmt"
	"time"
)

// Step makes one choice and lets the chosen actor run to its next point; if nobody is enabled, time passes first. It
// returns false when the world has stopped or nothing in it can ever run again.
func (w *World) Step() bool {
	w.enter()
	if w.stop != nil || !w.anyEnabled(Never) {
		return false
	}
	w.step()
	return true
}

// RunFor runs until d has passed. It returns why the world stopped, nil if it can go on. Tasks that wait for ever are
// no deadlock here, because the driver comes back: use [World.Run] or [World.RunUntil] to find one.
func (w *World) RunFor(d time.Duration) *Stop { return w.RunTo(w.now.Add(d)) }

// RunTo runs everything that happens up to the given time, including what is due at it, and leaves the clock there. It
// returns why the world stopped, nil if it can go on.
func (w *World) RunTo(to Time) *Stop {
	w.enter()
	for w.stop == nil && w.anyEnabled(to) {
		w.step()
	}
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
	for w.stop == nil {
		if cond() {
			return nil
		}
		if !w.anyEnabled(Never) {
			return w.exhausted()
		}
		w.step()
	}
	return w.stop
}

// Run runs until the world stops or nothing can run any more.
func (w *World) Run() *Stop { return w.RunUntil(func() bool { return false }) }

// Settle runs until nobody can run without time passing. It returns why the world stopped, nil if it can go on.
func (w *World) Settle() *Stop {
	w.enter()
	for w.stop == nil && w.enabled.len() > 0 {
		w.step()
	}
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
}

// step lets one enabled actor run.
func (w *World) step() {
	w.busy = true
	a := w.enabled.list()[0]
	index := 0
	if w.enabled.len() > 1 {
		index, a = w.choose()
	}
	w.enabled.remove(index)
	a.enabled = false
	a.Yielded = false
	w.steps++
	w.spin++
	a.Steps++
	w.hash.Step(a.hash, int64(w.now))
	if t := a.task; t != nil {
		a.acc, a.ran = a.ran[:0], a.acc
		t.resume()
		w.schedule.Ran(a, a.ran)
	} else {
		a.ran = append(a.ran[:0], a.source.head()...)
		a.source.step()
		w.schedule.Ran(a, a.ran)
	}
	w.busy = false
	if w.spin >= w.cfg.SpinSteps || w.steps == w.cfg.MaxSteps {
		w.overrun()
	}
	if len(w.exits) > 0 || len(w.newborn) > 0 {
		w.flush()
	}
}

func (w *World) choose() (int, *Actor) {
	w.stats.Choices++
	list := w.enabled.list()
	i := w.schedule.Pick(list)
	if i < 0 || i >= len(list) {
		panic(fmt.Sprintf("sim: schedule %s picked %d of %d actors", w.schedule.Name(), i, len(list)))
	}
	if w.cfg.RecordDeviations && i != 0 {
		w.deviations = append(w.deviations, Deviation{Actor: list[0].Name, Step: list[0].Steps + 1, Run: list[i].Name})
	}
	return i, list[i]
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
