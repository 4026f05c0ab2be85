package oracle

import (
	"maps"
	"slices"
	"time"

	"onelane.test/runtime/render"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// ownTimes are the times that threads have for themselves: those of the world less what pauses of the thread or of its
// process take, queries that block it, and work that it cannot put off. Only in its own time is a thread late.
type ownTimes struct {
	paused  map[string]bool // processes
	threads map[thread]*ownTime
}

// ownTime is what one thread has lost.
type ownTime struct {
	holds int           // how many pauses and blocks last
	since sim.Time      // when the first of them began
	lost  time.Duration // by those that are over, and by work
}

func newOwnTimes() *ownTimes {
	return &ownTimes{paused: map[string]bool{}, threads: map[thread]*ownTime{}}
}

// observe follows what holds threads up, and says whether anything of that began or ended.
func (o *ownTimes) observe(r *trace.Record) bool {
	now := sim.Time(r.At)
	switch e := r.Event.(type) {
	case sim.NodePaused:
		o.all(e.Node, func(t *ownTime) { t.hold(now) })
		o.paused[e.Node] = true
	case sim.NodeResumed:
		delete(o.paused, e.Node)
		o.all(e.Node, func(t *ownTime) { t.release(now) })
	case sim.TaskPaused:
		o.of(thread{e.Node, e.Task}, now).hold(now)
	case sim.TaskResumed:
		o.of(thread{e.Node, e.Task}, now).release(now)
	case render.Blocked:
		o.of(threadOf(r), now).hold(now)
	case render.Unblocked:
		o.of(threadOf(r), now).release(now)
	case sim.NodeExited:
		delete(o.paused, e.Node)
		for t := range o.threads {
			if t.node == e.Node {
				delete(o.threads, t)
			}
		}
	default:
		return false
	}
	return true
}

// of returns the time of a thread, which goes on to be told of what holds the thread up until its process ends.
func (o *ownTimes) of(t thread, now sim.Time) *ownTime {
	own := o.threads[t]
	if own == nil {
		own = &ownTime{}
		if o.paused[t.node] {
			own.hold(now)
		}
		o.threads[t] = own
	}
	return own
}

func (o *ownTimes) all(node string, change func(*ownTime)) {
	for _, t := range slices.SortedFunc(maps.Keys(o.threads), compareThreads) {
		if t.node == node {
			change(o.threads[t])
		}
	}
}

func (t *ownTime) hold(now sim.Time) {
	if t.holds == 0 {
		t.since = now
	}
	t.holds++
}

func (t *ownTime) release(now sim.Time) {
	if t.holds--; t.holds == 0 {
		t.lost += now.Sub(t.since)
	}
}

// spend takes time for work that cannot be put off.
func (t *ownTime) spend(d time.Duration) { t.lost += d }

// held says whether the thread stands still.
func (t *ownTime) held() bool { return t.holds > 0 }

// at returns how much the thread has lost until now.
func (t *ownTime) at(now sim.Time) time.Duration {
	if t.held() {
		return t.lost + now.Sub(t.since)
	}
	return t.lost
}

// now returns the thread's own time.
func (t *ownTime) now(now sim.Time) sim.Time { return now.Add(-t.at(now)) }

// threadOf returns the thread that emitted an event.
func threadOf(r *trace.Record) thread { return thread{r.Node, r.Task} }
