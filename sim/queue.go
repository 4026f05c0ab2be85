package sim

// Queue is an unbounded queue of many senders and one receiver at a time.
type Queue[T any] struct {
	w        *World
	name     string
	object   Object
	items    fifo[T]
	receiver *Task
	closed   bool
}

// RecvStatus says how a wait for a message ended.
type RecvStatus int

const (
	// Received comes with a message.
	Received RecvStatus = iota
	// Closed means that nothing will come any more.
	Closed
	// TimedOut means that nothing came in time.
	TimedOut
)

// NewQueue returns an empty queue.
func NewQueue[T any](w *World, name string) *Queue[T] {
	return &Queue[T]{w: w, name: name, object: w.newObject("queue", name)}
}

// Name returns the queue's name.
func (q *Queue[T]) Name() string { return q.name }

// Object returns the object that the queue is in access sets.
func (q *Queue[T]) Object() Object { return q.object }

// Len returns the number of items.
func (q *Queue[T]) Len() int {
	q.w.touch(Read(q.object))
	return q.items.len()
}

// Closed says whether Close was called.
func (q *Queue[T]) Closed() bool {
	q.w.touch(Read(q.object))
	return q.closed
}

// Push appends v and wakes a task that waits in Recv or Select, never one that is parked. It is a fine point of t, which
// is nil for the driver. On a closed queue it does nothing.
func (q *Queue[T]) Push(t *Task, v T) {
	t.FinePoint(Write(q.object))
	q.w.refuseDead()
	if q.closed {
		return
	}
	q.items.push(v)
	q.wakeReceiver()
}

// Close ends the queue; what is in it can still be received. It is a fine point of t, which is nil for the driver.
func (q *Queue[T]) Close(t *Task) {
	t.FinePoint(Write(q.object))
	q.w.refuseDead()
	q.closed = true
	q.wakeReceiver()
}

// TryPop takes the first item if there is one. It is a fine point of t, which is nil for the driver.
func (q *Queue[T]) TryPop(t *Task) (T, bool) {
	t.FinePoint(Write(q.object))
	return q.pop()
}

// Recv waits for an item and takes it. It returns false if the queue is closed and empty.
func (q *Queue[T]) Recv(t *Task) (T, bool) {
	v, status := q.RecvBy(t, Never)
	return v, status == Received
}

// RecvBy is Recv that waits until the deadline at most.
func (q *Queue[T]) RecvBy(t *Task, deadline Time) (T, RecvStatus) {
	t.check()
	if q.ready(q.w) {
		t.FinePoint(Write(q.object))
	}
	for !q.ready(q.w) {
		if q.w.now >= deadline {
			q.w.touch(Read(q.object))
			var zero T
			return zero, TimedOut
		}
		q.watch(t)
		t.actor.acc = append(t.actor.acc, Write(q.object))
		t.block(waitRecv, q, deadline)
		q.unwatch(t)
	}
	v, ok := q.pop()
	if !ok {
		return v, Closed
	}
	return v, Received
}

func (q *Queue[T]) pop() (T, bool) {
	if q.items.len() == 0 {
		var zero T
		return zero, false
	}
	return q.items.pop(), true
}

func (q *Queue[T]) wakeReceiver() {
	if q.receiver != nil {
		q.receiver.wake()
	}
}

func (q *Queue[T]) ready(*World) bool { return q.items.len() > 0 || q.closed }

func (q *Queue[T]) access() (Access, bool) { return Write(q.object), true }

func (q *Queue[T]) watch(t *Task) { setReceiver(&q.receiver, t, q) }

func (q *Queue[T]) unwatch(*Task) { q.receiver = nil }

// setReceiver makes t the one task that waits on c. A second one would wait for messages that the first takes.
func setReceiver(slot **Task, t *Task, c named) {
	if other := *slot; other != nil && other != t && other.state != stateEnded {
		panic("sim: tasks " + other.actor.Name + " and " + t.actor.Name + " both receive from " + c.Name())
	}
	*slot = t
}
