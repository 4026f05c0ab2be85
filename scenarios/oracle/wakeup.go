package oracle

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Wakeup demands that no thread stays parked without a bound while one of its own queues holds something: nobody would
// wake it again (MaterializeInc/materialize#13972). A thread may park between a push and the unpark that belongs to it;
// then no time passes before it goes on, unless a thread of its process stands still by a fault, which may be the one that
// has pushed.
type Wakeup struct {
	Base
	doubtful map[thread]doubtfulPark
	paused   map[string]int // pauses that last, of a process and of its threads
}

// thread is a task of one node.
type thread struct{ node, task string }

// doubtfulPark is a park without a bound beside a filled queue.
type doubtfulPark struct {
	at   int64
	what string
}

// NewWakeup returns the oracle.
func NewWakeup(world Violator) *Wakeup {
	return &Wakeup{
		Base:     newBase("lost-wakeup", "no worker stays parked without a bound while one of its queues holds something", world),
		doubtful: map[thread]doubtfulPark{},
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
	switch e := r.Event.(type) {
	case *sim.Parked:
		w.parked(r, e)
	case sim.Unparked:
		delete(w.doubtful, thread{r.Node, r.Task})
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

func (w *Wakeup) parked(r *trace.Record, p *sim.Parked) {
	if p.Bounded || len(p.Queues) == 0 {
		return
	}
	w.looks++
	for _, q := range p.Queues {
		if q.Len > 0 {
			w.doubtful[thread{r.Node, r.Task}] = doubtfulPark{r.At, fmt.Sprintf("%s holds %d", q.Name, q.Len)}
		}
	}
}

// overdue names the first thread, by name, that is still parked at a later time; "" if none is.
func (w *Wakeup) overdue(now int64) string {
	for _, t := range slices.SortedFunc(maps.Keys(w.doubtful), compareThreads) {
		if p := w.doubtful[t]; p.at < now && w.paused[t.node] == 0 {
			return fmt.Sprintf("a thread stays parked without a bound beside a filled queue\n%s.%s, %s", t.node, t.task, p.what)
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
	for t := range w.doubtful {
		if t.node == node {
			delete(w.doubtful, t)
		}
	}
}
