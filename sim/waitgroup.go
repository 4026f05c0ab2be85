package sim

import "strconv"

// WaitGroup counts what is still to be done, and lets tasks wait until nothing is.
type WaitGroup struct {
	w       *World
	name    string
	object  Object
	count   int
	waiting waitList
}

// NewWaitGroup returns a group of nothing.
func NewWaitGroup(w *World, name string) *WaitGroup {
	return &WaitGroup{w: w, name: name, object: w.newObject("wait group", name)}
}

// Name returns the group's name.
func (g *WaitGroup) Name() string { return g.name }

// Object returns the object that the group is in access sets.
func (g *WaitGroup) Object() Object { return g.object }

// Count returns how much is still to be done.
func (g *WaitGroup) Count() int {
	g.w.touch(Read(g.object))
	return g.count
}

// Add changes the count, and wakes all who wait if nothing is left. It panics below 0. It is a fine point of t, which is
// nil for the driver.
func (g *WaitGroup) Add(t *Task, delta int) {
	t.FinePoint(Write(g.object))
	g.w.refuseDead()
	if g.count += delta; g.count < 0 {
		panic("sim: negative count of wait group " + g.name)
	}
	if g.count == 0 {
		g.waiting.wakeAll()
	}
}

// Done takes one from the count.
func (g *WaitGroup) Done(t *Task) { g.Add(t, -1) }

// Wait waits until the count is 0, not at all if it is. A count that rises again before the task gets its turn does not
// hold it back. It is a fine point.
func (g *WaitGroup) Wait(t *Task) {
	t.check()
	t.FinePoint(Read(g.object))
	if g.count == 0 {
		return
	}
	g.waiting.add(t)
	t.actor.acc = append(t.actor.acc, Read(g.object))
	t.block(waitGroup, g, Never)
}

func (g *WaitGroup) explain() string { return " (" + strconv.Itoa(g.count) + " to be done)" }
