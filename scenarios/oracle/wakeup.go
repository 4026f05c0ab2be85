package oracle

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Wakeup demands that no thread stays parked without a bound while one of its own queues holds something: nobody would
// wake it again (MaterializeInc/materialize#13972). A thread may park between a push and the unpark that belongs to it, or
// before both; then no time passes before it goes on, unless a thread of its process stands still by a fault, which may be
// the one that has pushed.
type Wakeup struct {
	Base
	doubtful map[thread]doubtfulPark
	parks    map[thread]*unboundedPark
	order    []*unboundedPark // in which the threads were met
	next     int64            // when to look at what is parked
	paused   map[string]int   // pauses that last, of a process and of its threads
}

// lookEvery is how much time passes between two looks at the queues of parked threads, in nanoseconds.
const lookEvery = int64(time.Millisecond)

// unboundedPark is the latest park without a bound of a thread, which may be over.
type unboundedPark struct {
	thread
	park *sim.Parked // nil if the thread has parked with a bound since
	// forgotten is when a look first found it beside a filled queue; -1 if none has.
	forgotten int64
}

// thread is a task of one node.
type thread struct{ node, task string }

// doubtfulPark is a park without a bound beside a filled queue.
type doubtfulPark struct {
	at    int64
	queue sim.QueueLen
}

// NewWakeup returns the oracle.
func NewWakeup(world Violator) *Wakeup {
	return &Wakeup{
		Base:     newBase("lost-wakeup", "no worker stays parked without a bound while one of its queues holds something", world),
		doubtful: map[thread]doubtfulPark{},
		parks:    map[thread]*unboundedPark{},
		paused:   map[string]int{},
	}
}

// Observe checks every park, and the doubtful ones again when the clock has moved.
func (w *Wakeup) Observe(r *trace.Record) {
	if len(w.doubtful) > 0 {
		if overdue := w.overdue(r.At); overdue != "" {
			w.Violatef("%s", overdue)
		}
	}
	if r.At >= w.next {
		w.next = r.At + lookEvery
		w.look(r.At)
	}
	switch e := r.Event.(type) {
	case *sim.Parked:
		w.parked(r, e)
	case sim.Unparked:
		delete(w.doubtful, threadOf(r))
	case sim.NodePaused:
		w.paused[e.Node]++
	case sim.TaskPaused:
		w.paused[e.Node]++
	case sim.NodeResumed:
		w.resumed(e.Node, r.At)
	case sim.TaskResumed:
		w.resumed(e.Node, r.At)
	case sim.NodeExited:
		w.forget(e.Node)
	}
}

// Check judges the threads that still stay parked at the end, after which nothing happens that would show it.
func (w *Wakeup) Check(s *State) Verdict {
	if overdue := w.overdue(int64(s.Now)); overdue != "" && w.violation == "" {
		w.violation = overdue
	}
	return w.verdict("")
}

// look finds the threads that were parked beside a filled queue at the look before, and still are.
func (w *Wakeup) look(now int64) {
	for _, p := range w.order {
		q, forgotten := p.lookAt()
		switch {
		case !forgotten || w.paused[p.node] > 0:
			p.forgotten = -1
		case p.forgotten < 0:
			p.forgotten = now
		case p.forgotten < now:
			w.Violatef("%s", besideAFilledQueue(p.thread, q))
		}
	}
}

func (p *unboundedPark) lookAt() (q sim.QueueLen, forgotten bool) {
	if p.park == nil {
		return q, false
	}
	return p.park.Forgotten()
}

func besideAFilledQueue(t thread, q sim.QueueLen) string {
	return fmt.Sprintf("a thread stays parked without a bound beside a filled queue\n%s.%s, %s holds %d", t.node, t.task, q.Name, q.Len)
}

func (w *Wakeup) parked(r *trace.Record, p *sim.Parked) {
	if len(p.Queues) == 0 {
		return
	}
	row := w.row(threadOf(r))
	row.park, row.forgotten = nil, -1
	if p.Bounded {
		return
	}
	row.park = p
	w.looks++
	for _, q := range p.Queues {
		if q.Len > 0 {
			w.doubtful[threadOf(r)] = doubtfulPark{r.At, q}
		}
	}
}

func (w *Wakeup) row(t thread) *unboundedPark {
	row := w.parks[t]
	if row == nil {
		row = &unboundedPark{thread: t, forgotten: -1}
		w.parks[t] = row
		w.order = append(w.order, row)
	}
	return row
}

// overdue names the first thread, by name, that is still parked at a later time; "" if none is.
func (w *Wakeup) overdue(now int64) string {
	for _, t := range slices.SortedFunc(maps.Keys(w.doubtful), compareThreads) {
		if p := w.doubtful[t]; p.at < now && w.paused[t.node] == 0 {
			return besideAFilledQueue(t, p.queue)
		}
	}
	return ""
}

// resumed ends one pause: what happened under it counts from now.
func (w *Wakeup) resumed(node string, now int64) {
	w.paused[node]--
	for t, p := range w.doubtful {
		if t.node == node {
			p.at = now
			w.doubtful[t] = p
		}
	}
}

func compareThreads(a, b thread) int {
	return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.task, b.task))
}

func (w *Wakeup) forget(node string) {
	delete(w.paused, node)
	w.order = slices.DeleteFunc(w.order, func(p *unboundedPark) bool { return p.node == node })
	for t := range w.parks {
		if t.node == node {
			delete(w.parks, t)
		}
	}
	for t := range w.doubtful {
		if t.node == node {
			delete(w.doubtful, t)
		}
	}
}
