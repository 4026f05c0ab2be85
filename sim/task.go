package sim

import (
	"time"

	"onelane.test/sim/trace"
)

// Task is a simulated thread. Its methods are called by the task itself, except where they say otherwise. It is passed
// first, like a context; it is a [context.Context] whose Done is nil, and the TestingT of testify, so that a failed
// requirement inside a task becomes a violation of the world.
type Task struct {
	w     *World
	node  *Node
	name  string // within the node
	actor *Actor
	coro  *coro
	fn    func(*Task)

	state  taskState
	wait   wait
	timer  entry
	late   bool // the timer ended the wait
	token  bool // an unpark that has not been consumed
	park   Object
	owned  []Backlog
	parked Parked
	cases  []Case
	picks  *Stream // what Select draws from

	core   int  // the core that it occupies while it works, otherwise -1
	pin    int  // the only core that it may use; -1 for any
	labour Time // how much of its work is left, while that does not go on

	stopped   bool // paused by itself, not with its node
	unborn    bool // its turn to start came while it was paused
	returned  bool // the function returned, rather than panicked
	killed    bool
	raises    int // how often a primitive has panicked for the kill
	abandoned bool
	failure   string // what Errorf said last
	stack     string // where it was when it was unwound
}

type taskState uint8

const (
	stateNewborn taskState = iota
	stateRunning
	stateRunnable
	stateBlocked
	stateEnded
)

// Backlog is a queue whose length can be asked for.
type Backlog interface {
	Len() int
	Name() string
}

// Name returns the task's name within its node.
func (t *Task) Name() string { return t.name }

// FullName returns the name of the task's actor: node and name, and a number if another task of that name lives.
func (t *Task) FullName() string { return t.actor.Name }

// Node returns the node that the task runs on.
func (t *Task) Node() *Node { return t.node }

// World returns the task's world.
func (t *Task) World() *World { return t.w }

// Now returns the simulated time. It may be asked for a task that has been killed.
func (t *Task) Now() Time { return t.w.now }

// Ended says whether the task's function is over. Anybody may ask.
func (t *Task) Ended() bool { return t.state == stateEnded }

// Stream returns the stream "NODE/name", which all tasks of the node share.
func (t *Task) Stream(name string) *Stream { return t.node.Stream(name) }

// Emit emits an event of this task.
func (t *Task) Emit(ev trace.Event) {
	t.check()
	t.w.Emit(ev)
}

// Point is a scheduling point: the task gives up control until the schedule picks it again. acc is what it will touch
// from here to its next point; nothing means unknown.
func (t *Task) Point(acc ...Access) {
	t.check()
	t.actor.acc = append(t.actor.acc[:0], acc...)
	t.makeRunnable()
	t.coro.yield(struct{}{})
	if t.killed {
		t.raise()
	}
}

// FinePoint is a scheduling point in a world of [PointsFine], and otherwise nothing. On a nil task, which stands for a
// callback on the driver, it does nothing.
func (t *Task) FinePoint(acc ...Access) {
	if t == nil {
		return
	}
	t.check()
	if t.w.cfg.Points == PointsFine {
		t.Point(acc...)
		return
	}
	if len(acc) == 0 {
		t.w.touchAll()
	}
	t.w.touch(acc...)
}

// Yield is a scheduling point that tells the schedule to prefer others: a loop that polls must call it, or a schedule
// with priorities would let it poll for ever.
func (t *Task) Yield() {
	t.check()
	t.actor.Yielded = true
	t.Point()
}

// Sleep lets d pass for this task. Without a positive d it is a [Task.Yield].
func (t *Task) Sleep(d time.Duration) {
	if d <= 0 {
		t.Yield()
		return
	}
	t.SleepUntil(t.w.now.Add(d))
}

// SleepUntil lets time pass up to the given instant, not at all if that has come.
func (t *Task) SleepUntil(at Time) {
	t.check()
	for t.w.now < at {
		t.block(waitSleep, nil, at)
	}
}

// Own makes the task report the length of q whenever it parks.
func (t *Task) Own(q Backlog) { t.owned = append(t.owned, q) }

// Park waits for the task's token, at most d, and consumes it; it says whether it did. There is one token: unparks
// collapse. A negative d waits without bound, 0 only looks. Nothing but [Task.Unpark] wakes a parked task, in
// particular no push to a queue that the task owns. Really going to wait emits [Parked], and [Unparked] at its end if
// something was in a queue then.
func (t *Task) Park(d time.Duration) bool {
	t.FinePoint(Write(t.park))
	if !t.token && d != 0 {
		t.emitParked(d)
		until := Never
		if d > 0 {
			until = t.w.now.Add(d)
		}
		t.actor.acc = append(t.actor.acc, Write(t.park))
		t.block(waitPark, nil, until)
		t.emitUnparked()
	}
	had := t.token
	t.token = false
	return had
}

// Unpark gives the task its token, and wakes it if it is parked. by is the calling task, nil for the driver. Unparking
// a task that has ended does nothing.
func (t *Task) Unpark(by *Task) {
	by.FinePoint(Write(t.park))
	t.w.refuseDead()
	t.token = true
	if t.state == stateBlocked && t.wait.kind == waitPark {
		t.wake()
	}
}

// check panics if the task has been killed, or is not the one that runs: then somebody uses a task of another thread.
func (t *Task) check() {
	if t.killed {
		t.raise()
	}
	if t.w.current != t {
		panic("sim: task " + t.actor.Name + " used from outside")
	}
}
