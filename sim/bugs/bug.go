package bugs

import (
	"fmt"
	"strings"

	"onelane.test/sim"
)

// Kind says what goes wrong in a program.
type Kind string

// The kinds of bugs.
const (
	Order     Kind = "order"     // something happens before what it needs
	Atomicity Kind = "atomicity" // something comes between two steps that belong together
	Deadlock  Kind = "deadlock"  // tasks wait for each other
	Wakeup    Kind = "wake-up"   // a task sleeps on, since nobody wakes it any more
)

// Bug is a program with one bug.
type Bug struct {
	Name string
	Kind Kind
	// Depth is the least depth at which PCT finds the bug: one more than how often a task that could run must be put aside.
	Depth int
	// Source is a public description of the bug or of its kind.
	Source string
	// Doc says what goes wrong.
	Doc string

	build func(*program)
}

// All returns every bug, by kind and then from shallow to deep.
func All() []Bug {
	var all []Bug
	for _, group := range [][]Bug{
		orderBugs(), messageBugs(), atomicityBugs(), cacheBugs(), lockFreeBugs(), deadlockBugs(), wakeupBugs(),
	} {
		all = append(all, group...)
	}
	return all
}

// Config returns how worlds of these programs are configured: every access is a point, nothing takes time.
func Config() sim.Config {
	return sim.Config{Points: sim.PointsFine, Grain: sim.GrainInstant, MaxSteps: 2000}
}

// Build puts the program into a world, with its bug or without.
func (b *Bug) Build(w *sim.World, fixed bool) {
	p := &program{w: w, fixed: fixed}
	w.SetValue(programKey{}, p)
	w.AddNode("n", sim.NodeOptions{Start: func(n *sim.Node) {
		p.node = n
		b.build(p)
	}}).Start()
}

// Run runs a world that Build has made and returns why it fails, nil if it holds. An order in which somebody turns round
// until the limit of steps, because the schedule lets nobody else run, tells nothing and holds.
func Run(w *sim.World) *sim.Stop {
	switch stop := w.Run(); stop.Kind {
	case sim.StopDone:
	case sim.StopLimit:
		return nil
	default:
		return stop
	}
	for _, check := range w.Value(programKey{}).(*program).checks {
		if message := check(); message != "" {
			w.Violate("end", message)
			return w.Stop()
		}
	}
	return nil
}

type programKey struct{}

// program is what the programs are made of.
type program struct {
	w      *sim.World
	node   *sim.Node
	fixed  bool
	checks []func() string
}

// task starts a task.
func (p *program) task(name string, fn func(t *sim.Task)) { p.node.Go(name, fn) }

// tasks starts so many tasks, named "name0" and so on.
func (p *program) tasks(n int, name string, fn func(t *sim.Task, i int)) {
	for i := range n {
		p.node.Go(fmt.Sprint(name, i), func(t *sim.Task) { fn(t, i) })
	}
}

// cell makes a variable that tasks share.
func (p *program) cell(name string, value int) *cell { return &cell{p.w.Object(name), value} }

// cells makes several.
func (p *program) cells(n int, name string, value int) []*cell {
	all := make([]*cell, n)
	for i := range all {
		all[i] = p.cell(fmt.Sprint(name, i), value)
	}
	return all
}

func (p *program) mutex(name string) *sim.Mutex { return sim.NewMutex(p.w, name) }

// group makes a wait group for so many.
func (p *program) group(n int) *sim.WaitGroup {
	g := sim.NewWaitGroup(p.w, "done")
	g.Add(nil, n)
	return g
}

// require ends the world if the condition does not hold.
func (p *program) require(ok bool, message string, args ...any) {
	if !ok {
		p.w.Violate("require", fmt.Sprintf(message, args...))
	}
}

// finally adds a demand on the world once all tasks have ended.
func (p *program) finally(ok func() bool, message string) {
	p.checks = append(p.checks, func() string {
		if ok() {
			return ""
		}
		return message
	})
}

// guarded runs the function under the mutex if the program is the one without a bug.
func (p *program) guarded(t *sim.Task, m *sim.Mutex, fn func()) {
	if p.fixed {
		m.Lock(t)
		defer m.Unlock(t)
	}
	fn()
}

// cell is a variable. Each access is one step.
type cell struct {
	object sim.Object
	value  int
}

func (c *cell) load(t *sim.Task) int {
	t.Point(sim.Read(c.object))
	return c.value
}

func (c *cell) store(t *sim.Task, v int) {
	t.Point(sim.Write(c.object))
	c.value = v
}

// add is an atomic addition; it returns the new value.
func (c *cell) add(t *sim.Task, d int) int {
	t.Point(sim.Write(c.object))
	c.value += d
	return c.value
}

// swap is an atomic exchange; it returns the old value.
func (c *cell) swap(t *sim.Task, v int) int {
	t.Point(sim.Write(c.object))
	old := c.value
	c.value = v
	return old
}

// cas is an atomic compare-and-swap.
func (c *cell) cas(t *sim.Task, old, v int) bool {
	t.Point(sim.Write(c.object))
	if c.value != old {
		return false
	}
	c.value = v
	return true
}

// String describes the bug in one line.
func (b *Bug) String() string {
	return fmt.Sprintf("%s (%s, depth %d): %s", b.Name, b.Kind, b.Depth, strings.TrimSuffix(b.Doc, "."))
}
