package sim

import (
	"strconv"
	"time"
)

// NodeStarted tells that a process started.
type NodeStarted struct {
	Node        string
	Incarnation int
}

// Append adds the text.
func (e NodeStarted) Append(b []byte) []byte {
	b = append(b, "node.started node="...)
	b = append(b, e.Node...)
	b = append(b, " incarnation="...)
	return strconv.AppendInt(b, int64(e.Incarnation), 10)
}

// NodeExited tells that a process ended and its tasks are unwound.
type NodeExited struct {
	Node        string
	Incarnation int
	Exit        Exit
}

// Append adds the text. The stack is left out: it holds addresses.
func (e NodeExited) Append(b []byte) []byte {
	b = append(b, "node.exited node="...)
	b = append(b, e.Node...)
	b = append(b, " incarnation="...)
	b = strconv.AppendInt(b, int64(e.Incarnation), 10)
	b = append(b, " kind="...)
	b = append(b, e.Exit.Kind.String()...)
	if e.Exit.Task != "" {
		b = append(b, " task="...)
		b = append(b, e.Exit.Task...)
	}
	b = append(b, " reason="...)
	return strconv.AppendQuote(b, e.Exit.Reason)
}

// TaskEnded tells that a task's function returned.
type TaskEnded struct{ Node, Task string }

// Append adds the text.
func (e TaskEnded) Append(b []byte) []byte {
	b = append(b, "task.ended task="...)
	b = append(b, e.Node...)
	b = append(b, '.')
	return append(b, e.Task...)
}

// Parked tells that a task goes to wait for its token. Observers get a pointer, to a buffer of the task: tasks park far
// too often for an allocation each.
type Parked struct {
	// Bounded says that it waits at most For.
	Bounded bool
	For     time.Duration
	// Queues are the queues that the task owns.
	Queues []QueueLen

	task *Task
}

// Forgotten returns a queue that holds something now though its owner, which is still in this park, has not been given its
// token since. Between a push and its unpark that is so for a moment in which no time passes; whatever asks twice, at
// different times, learns of an unpark that does not come.
func (e *Parked) Forgotten() (q QueueLen, ok bool) {
	t := e.task
	if t == nil || t.state != stateBlocked || t.wait.kind != waitPark || t.token {
		return QueueLen{}, false
	}
	for _, q := range t.owned {
		if n := q.Len(); n > 0 {
			return QueueLen{q.Name(), n}, true
		}
	}
	return QueueLen{}, false
}

// QueueLen is the length of a queue.
type QueueLen struct {
	Name string
	Len  int
}

// Append adds the text.
func (e *Parked) Append(b []byte) []byte {
	b = append(b, "task.parked"...)
	if e.Bounded {
		b = append(b, " for="...)
		b = strconv.AppendInt(b, int64(e.For), 10)
		b = append(b, "ns"...)
	}
	for _, q := range e.Queues {
		b = append(b, ' ')
		b = append(b, q.Name...)
		b = append(b, '=')
		b = strconv.AppendInt(b, int64(q.Len), 10)
	}
	return b
}

func (t *Task) emitParked(d time.Duration) {
	t.parked.task = t
	t.parked.Bounded = d > 0
	t.parked.For = max(d, 0)
	t.parked.Queues = t.parked.Queues[:0]
	for _, q := range t.owned {
		t.parked.Queues = append(t.parked.Queues, QueueLen{q.Name(), q.Len()})
	}
	t.w.Emit(&t.parked)
}

// Unparked tells that a task that parked with something in a queue of its own waits no longer. Such a park is sound only
// if the unpark was under way already, so that no time passes in between.
type Unparked struct{}

// Append adds the text.
func (Unparked) Append(b []byte) []byte { return append(b, "task.unparked"...) }

func (t *Task) emitUnparked() {
	for _, q := range t.parked.Queues {
		if q.Len > 0 {
			t.Emit(Unparked{})
			return
		}
	}
}

// LinkCut tells that the link between two nodes was cut. OneWay is the node whose sending is held, empty if both
// directions broke.
type LinkCut struct{ A, B, OneWay string }

// Append adds the text.
func (e LinkCut) Append(b []byte) []byte {
	b = appendPair(append(b, "link.cut"...), e.A, e.B)
	if e.OneWay != "" {
		b = append(b, " from="...)
		b = append(b, e.OneWay...)
	}
	return b
}

// LinkHealed tells that the link between two nodes works again.
type LinkHealed struct{ A, B string }

// Append adds the text.
func (e LinkHealed) Append(b []byte) []byte { return appendPair(append(b, "link.healed"...), e.A, e.B) }

// ConnOpened tells that a dial succeeded.
type ConnOpened struct{ From, To, Port string }

// Append adds the text.
func (e ConnOpened) Append(b []byte) []byte {
	return appendConn(append(b, "conn.opened"...), e.From, e.To, e.Port)
}

// ConnBroken tells that the end of a connection at Node learnt that it is broken.
type ConnBroken struct{ Node, Peer, Port string }

// Append adds the text.
func (e ConnBroken) Append(b []byte) []byte {
	return appendConn(append(b, "conn.broken"...), e.Node, e.Peer, e.Port)
}

func appendPair(b []byte, x, y string) []byte {
	b = append(b, " a="...)
	b = append(b, x...)
	b = append(b, " b="...)
	return append(b, y...)
}

func appendConn(b []byte, at, peer, port string) []byte {
	b = append(b, " at="...)
	b = append(b, at...)
	b = append(b, " peer="...)
	b = append(b, peer...)
	b = append(b, " port="...)
	return append(b, port...)
}
