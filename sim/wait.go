package sim

import (
	"slices"
	"strings"
)

type waitKind uint8

const (
	waitNone waitKind = iota
	waitSleep
	waitWork
	waitCore
	waitPark
	waitRecv
	waitSend
	waitAccept
	waitDial
	waitSet
	waitSelect
	waitLock
	waitCond
	waitAcquire
	waitGroup
)

var waitNames = [...]string{
	waitNone: "nothing", waitSleep: "sleep", waitWork: "work", waitCore: "a core", waitPark: "park",
	waitRecv: "recv from", waitSend: "room in", waitAccept: "accept on", waitDial: "dial", waitSet: "get from", waitSelect: "select",
	waitLock: "lock", waitCond: "signal of", waitAcquire: "permit of", waitGroup: "end of",
}

// named is what a task can wait for.
type named interface{ Name() string }

// wait says what a blocked task waits for.
type wait struct {
	kind  waitKind
	what  named
	until Time
}

// block makes the task wait until it is woken or the time has come; [Never] is no time. It says whether it was woken,
// and leaves no timer behind.
func (t *Task) block(kind waitKind, what named, until Time) bool {
	t.check()
	w := t.w
	t.state = stateBlocked
	t.late = false
	t.wait = wait{kind, what, until}
	if until != Never {
		w.timers.set(&t.timer, max(w.cfg.Grain.roundUp(until), w.now))
	}
	t.coro.yield(struct{}{})
	if t.killed {
		t.raise()
	}
	return !t.late
}

// wake makes a blocked task runnable. It is called by whoever changed what the task waits for.
func (t *Task) wake() {
	if t.state != stateBlocked {
		return
	}
	t.w.timers.cancel(&t.timer)
	t.makeRunnable()
}

// due is called when the timer of the task's wait falls due.
func (t *Task) due() {
	t.late = true
	if t.wait.kind == waitWork {
		t.releaseCore()
	}
	t.makeRunnable()
}

// WaitingFor says what the task waits for, such as "recv from lane", "lock m (held by n.a)" or "sleep until 1.5s".
// Anybody may ask.
func (t *Task) WaitingFor() string {
	if t.actor.paused {
		return "the end of its pause, then " + t.waitingFor()
	}
	return t.waitingFor()
}

func (t *Task) waitingFor() string {
	if t.state == stateRunnable || t.state == stateNewborn {
		return "its turn"
	}
	var b strings.Builder
	b.WriteString(waitNames[t.wait.kind])
	if t.wait.what != nil {
		b.WriteByte(' ')
		b.WriteString(t.wait.what.Name())
	}
	if h, ok := t.wait.what.(interface{ explain() string }); ok {
		b.WriteString(h.explain())
	}
	if t.wait.kind == waitSelect {
		t.describeCases(&b)
	}
	if t.wait.until != Never {
		b.WriteString(" until ")
		b.WriteString(t.wait.until.String())
	}
	return b.String()
}

func (t *Task) describeCases(b *strings.Builder) {
	for i, c := range t.cases {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte(' ')
		b.WriteString(c.Name())
	}
}

// waitList are tasks that wait for the same thing, in the order in which they came.
type waitList struct{ tasks []*Task }

func (l *waitList) add(t *Task) { l.tasks = append(l.tasks, t) }

// readd puts back a task that was woken and found that others had been faster.
func (l *waitList) readd(t *Task) { l.tasks = slices.Insert(l.tasks, 0, t) }

// wakeOne wakes whoever waits longest. Tasks whose process has ended meanwhile are passed over.
func (l *waitList) wakeOne() {
	for len(l.tasks) > 0 {
		t := l.tasks[0]
		l.tasks = slices.Delete(l.tasks, 0, 1)
		if t.state == stateBlocked && !t.killed {
			t.wake()
			return
		}
	}
}

func (l *waitList) wakeAll() {
	for len(l.tasks) > 0 {
		l.wakeOne()
	}
}

// await blocks the task in the list until ready says that it need not wait. A task that is woken competes with those
// that come in that moment, as in package sync; if it loses, it is the first to be woken again.
func (l *waitList) await(t *Task, kind waitKind, what named, acc Access, ready func() bool) {
	for again := false; !ready(); again = true {
		if again {
			l.readd(t)
		} else {
			l.add(t)
		}
		t.actor.acc = append(t.actor.acc, acc)
		t.block(kind, what, Never)
	}
}
