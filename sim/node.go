package sim

import (
	"strconv"
	"time"
)

// NodeOptions say what a node is.
type NodeOptions struct {
	// Cores bounds how many tasks work at a time; 0 means no bound.
	Cores int
	// Start is the factory: it runs on the driver for each incarnation and spawns the tasks. Nil starts nothing.
	Start func(*Node)
	// OnExit runs on the driver after a process has ended and its tasks are unwound. It may start the node again.
	OnExit func(*Node, Exit)
	// ClockOffset is what the node's wall clock is ahead of the world's time at its beginning.
	ClockOffset time.Duration
	// ClockDrift is by how many nanoseconds per second the wall clock runs too fast; negative is too slow.
	ClockDrift time.Duration
}

// Node is a machine with one process: it is started, ends, and may be started again as a new incarnation.
type Node struct {
	w           *World
	name        string
	index       int
	opts        NodeOptions
	alive       bool
	paused      bool
	incarnation int
	tasks       []*Task
	names       map[string]*taskName
	timers      *callbacks
	cores       cores
	coresObject Object
	streams     map[string]*Stream
	conns       []*Conn
	listeners   []*Listener
	sockets     []*Socket
	links       []*Link // by the index of the other node
	clockStep   time.Duration
}

// taskName is what a name of a node has been used for, over all incarnations.
type taskName struct {
	life   uint64 // of the world; what was known before it is out of date
	actor  *Actor
	full   string
	living bool
}

// AddNode adds a node that is not started yet. It panics if the name is taken.
func (w *World) AddNode(name string, o NodeOptions) *Node {
	if w.nodesByName[name] != nil {
		panic("sim: there is a node " + name + " already")
	}
	n := w.blankNode(name)
	n.w, n.name, n.index, n.opts = w, name, len(w.nodes), o
	if n.timers == nil {
		n.timers = &callbacks{name: "timers " + name}
	}
	n.timers.begin(w, n)
	n.cores.limit = o.Cores
	n.coresObject = w.objects.add("cores", name, "")
	w.nodes = append(w.nodes, n)
	w.nodesByName[name] = n
	return n
}

// NodeByName returns the node of that name, nil if there is none.
func (w *World) NodeByName(name string) *Node { return w.nodesByName[name] }

// Nodes returns all nodes in the order in which they were added.
func (w *World) Nodes() []*Node { return w.nodes }

// Name returns the node's name.
func (n *Node) Name() string { return n.name }

// World returns the node's world.
func (n *Node) World() *World { return n.w }

// Alive says whether a process runs.
func (n *Node) Alive() bool { return n.alive }

// Incarnation counts the starts of the node: 0 before the first.
func (n *Node) Incarnation() int { return n.incarnation }

// Tasks returns the living tasks in the order of their making.
func (n *Node) Tasks() []*Task { return n.tasks }

// Stream returns the stream "NODE/name". The same name gives the same stream, in later incarnations too.
func (n *Node) Stream(name string) *Stream {
	s, ok := n.streams[name]
	if !ok {
		if n.streams == nil {
			n.streams = make(map[string]*Stream)
		}
		s = n.w.Stream(n.name + "/" + name)
		n.streams[name] = s
	}
	return s
}

// WallClock returns what the node's clock shows: the world's time with the node's offset, drift and steps.
func (n *Node) WallClock() Time {
	now := n.w.now
	drift := int64(n.opts.ClockDrift) * int64(now/Time(time.Second))
	drift += int64(n.opts.ClockDrift) * int64(now%Time(time.Second)) / int64(time.Second)
	return now + Time(n.opts.ClockOffset) + Time(drift) + Time(n.clockStep)
}

// StepClock moves the node's wall clock by d from now on, as an operator or a time daemon would.
func (n *Node) StepClock(d time.Duration) { n.clockStep += d }

// Start starts a process: the next incarnation, whose factory runs now, on the driver. It panics if one is alive.
func (n *Node) Start() {
	n.w.refuseDead()
	if n.alive {
		panic("sim: node " + n.name + " started while alive")
	}
	n.w.touchAll()
	n.alive = true
	n.incarnation++
	n.w.Emit(NodeStarted{Node: n.name, Incarnation: n.incarnation})
	if n.opts.Start != nil {
		n.w.call(n, "start", func() { n.opts.Start(n) })
	}
}

// Go spawns a task. It starts eagerly: it runs to its first scheduling point when the spawner has reached its own next
// one, or when the driver runs the world again. A name that a living task of the node has gets a number.
func (n *Node) Go(name string, fn func(*Task)) *Task { return n.spawn(name, -1, fn) }

// GoPinned spawns a task that works on the given core only.
func (n *Node) GoPinned(name string, core int, fn func(*Task)) *Task {
	if core < 0 || n.opts.Cores > 0 && core >= n.opts.Cores {
		panic("sim: node " + n.name + " has no core " + strconv.Itoa(core))
	}
	return n.spawn(name, core, fn)
}

func (n *Node) spawn(name string, pin int, fn func(*Task)) *Task {
	w := n.w
	w.refuseDead()
	if !n.alive {
		panic("sim: task " + name + " spawned on node " + n.name + ", which is not alive")
	}
	slot := n.claim(name)
	t := w.blankTask()
	t.w, t.node, t.name, t.actor, t.fn, t.core, t.pin = w, n, slot.full[len(n.name)+1:], slot.actor, fn, -1, pin
	t.actor.task = t
	t.actor.paused = n.paused
	t.timer.owner = t
	t.park = w.objects.add("park", slot.full, "")
	n.tasks = append(n.tasks, t)
	w.newborn = append(w.newborn, t)
	w.stats.Tasks++
	return t
}

// claim finds the actor for a new task of that name.
func (n *Node) claim(name string) *taskName {
	for i, try := 2, name; ; i++ {
		slot := n.names[try]
		if slot == nil {
			slot = &taskName{full: n.name + "." + try}
			n.names[try] = slot
		}
		if slot.actor == nil || slot.life != n.w.life {
			slot.actor, slot.life, slot.living = n.w.newActor(slot.full, nil), n.w.life, false
		} else if n.w.touch(Write(slot.actor.task.park)); !slot.living {
			slot.actor.acc = slot.actor.acc[:0]
			n.w.schedule.New(slot.actor)
		}
		if !slot.living {
			slot.living = true
			return slot
		}
		try = name + "~" + strconv.Itoa(i)
	}
}

func (n *Node) removeTask(t *Task) {
	n.names[t.name].living = false
	for i := range n.tasks {
		if n.tasks[i] == t {
			n.tasks = append(n.tasks[:i], n.tasks[i+1:]...)
			return
		}
	}
}

// unwindTasks unwinds the tasks in the order of their making.
func (n *Node) unwindTasks() {
	for len(n.tasks) > 0 {
		n.w.unwind(n.tasks[0])
	}
}
