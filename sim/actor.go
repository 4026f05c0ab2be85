package sim

import (
	"slices"

	"github.com/cespare/xxhash/v2"
)

// Actor is what a schedule chooses between: a task, one direction of a link, the timers of a node, or the actions of
// the world. An actor belongs to a name, not to a life: the task "worker0" of a restarted node continues the actor of
// its predecessor, so that (name, step) means one place in a run.
type Actor struct {
	// ID counts actors in the order of their making.
	ID int
	// Name is stable from run to run, such as "r1.p0.worker0", "link r1.p0->persist", "timers r1.p0" or "world".
	Name string
	// Ready is the sequence number that the actor got when it last became enabled.
	Ready uint64
	// Steps counts the steps that the actor has made.
	Steps uint64
	// Yielded says that the actor gave way of its own accord at its last point.
	Yielded bool
	// Priority is for the schedule's use.
	Priority int64

	parent  *Actor // the task that spawned it; nil if the driver or a callback did
	enabler uint64 // the step during which it was last enabled; 0 is before the first
	hash    uint64
	label   uint32 // in the log that is recorded, plus 1; 0 means none yet
	enabled bool   // it wants to run: it is among the enabled ones, unless it is paused
	paused  bool
	task    *Task  // the living task, for a task's actor
	source  source // what the actor does, for all others
	acc     []Access
	ran     []Access // the access of the step that runs, while acc collects the next one's
}

// source is an actor that is not a task.
type source interface {
	// step does the first thing that is due, on the driver.
	step()
	// head returns the access of that thing.
	head() []Access
}

// Access returns what the actor's next step declares to touch. Empty means unknown.
func (a *Actor) Access() []Access {
	if a.source != nil {
		return a.source.head()
	}
	return a.acc
}

func (w *World) newActor(name string, s source) *Actor {
	a := w.blankActor()
	if a.Name != name {
		a.Name, a.hash = name, xxhash.Sum64String(name)
	}
	a.ID, a.source = len(w.actors), s
	if w.current != nil {
		a.parent = w.current.actor
	}
	w.actors = append(w.actors, a)
	w.schedule.New(a)
	return a
}

// Actors returns every actor that the world has had, in the order of their making.
func (w *World) Actors() []*Actor { return w.actors }

// enable makes the actor choosable, behind all that are so already.
func (w *World) enable(a *Actor) {
	if a.enabled {
		return
	}
	w.ready++
	a.Ready = w.ready
	a.enabler = w.steps
	a.enabled = true
	if !a.paused {
		w.enabled.add(a)
	}
}

func (w *World) disable(a *Actor) {
	if a.enabled && !a.paused {
		w.enabled.drop(a)
	}
	a.enabled = false
}

// pause keeps the actor from being chosen until it is resumed.
func (w *World) pause(a *Actor) {
	w.touchAll()
	if a.enabled && !a.paused {
		w.enabled.drop(a)
	}
	a.paused = true
}

// resume makes a paused actor choosable again if it wants to run, behind all that are so already.
func (w *World) resume(a *Actor) {
	w.touchAll()
	wants := a.enabled
	a.enabled, a.paused = false, false
	if wants {
		w.enable(a)
	}
}

// enabledList holds the enabled actors in the order of Ready. The front moves forward instead of everything behind it,
// so a fifo schedule takes from it in constant time; any other removal moves the shorter side.
type enabledList struct {
	buf  []*Actor
	head int
}

func (l *enabledList) list() []*Actor { return l.buf[l.head:] }

func (l *enabledList) len() int { return len(l.buf) - l.head }

func (l *enabledList) add(a *Actor) {
	if len(l.buf) == cap(l.buf) && l.head > len(l.buf)/2 {
		n := copy(l.buf, l.buf[l.head:])
		l.buf, l.head = l.buf[:n], 0
	}
	l.buf = append(l.buf, a)
}

func (l *enabledList) drop(a *Actor) { l.remove(slices.Index(l.list(), a)) }

func (l *enabledList) remove(i int) {
	list := l.buf[l.head:]
	if i < len(list)/2 {
		for ; i > 0; i-- {
			list[i] = list[i-1]
		}
		l.head++
		return
	}
	for i++; i < len(list); i++ {
		list[i-1] = list[i]
	}
	l.buf = l.buf[:len(l.buf)-1]
}
