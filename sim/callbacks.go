package sim

import "time"

// Timer is a callback that is going to run. It belongs to the incarnation of the node that set it.
type Timer struct {
	entry
	set   *callbacks
	name  string
	fn    func()
	acc   []Access
	one   [1]Access // memory for acc
	place int       // place in the set's list, while pending
	step  uint64    // the step that set it
	ready bool      // due, and waiting to be chosen
	reuse bool      // nobody has a handle
}

// Stop prevents the callback from running and says whether it did: false means that it has run, is running, or was
// stopped or dropped before.
func (t *Timer) Stop() bool {
	t.set.w.touch(Read(t.set.running))
	if t.fn == nil {
		return false
	}
	t.set.drop(t)
	return true
}

// Name returns what the timer was called when it was set.
func (t *Timer) Name() string { return t.name }

func (t *Timer) due() {
	t.set.forget(t)
	t.ready = true
	t.set.ready.push(t)
	t.set.w.enable(t.set.actor)
}

// callbacks are the timers of a node, or the actions of the world (node is nil). Those that are due wait to be chosen,
// as one actor, in the order in which they fell due.
type callbacks struct {
	w       *World
	node    *Node
	name    string
	actor   *Actor
	pending []*Timer
	ready   fifo[*Timer]
	setting Object // stands for the order in which timers are set
	running Object // stands for whether one that is due runs
}

func (w *World) newCallbacks(name string, n *Node) *callbacks {
	c := &callbacks{name: name}
	c.begin(w, n)
	return c
}

// begin forgets everything but the name.
func (c *callbacks) begin(w *World, n *Node) {
	*c = callbacks{w: w, node: n, name: c.name, pending: c.pending[:0]}
	c.setting, c.running = w.objects.add("order of", c.name, ""), w.objects.add("", c.name, "")
	c.actor = w.newActor(c.name, c)
}

func (c *callbacks) add(at Time, name string, fn func(), acc []Access) *Timer {
	c.w.touch(Write(c.setting))
	t := c.w.newTimer()
	t.set, t.name, t.fn, t.place, t.step = c, name, fn, len(c.pending), c.w.steps
	t.acc = append(t.one[:0], acc...)
	c.pending = append(c.pending, t)
	if at = c.w.cfg.Grain.roundUp(at); at <= c.w.now {
		t.due()
	} else {
		c.w.timers.set(&t.entry, at)
	}
	return t
}

// forget takes a timer out of the list of pending ones.
func (c *callbacks) forget(t *Timer) {
	last := len(c.pending) - 1
	moved := c.pending[last]
	c.pending[t.place], moved.place = moved, t.place
	c.pending[last] = nil
	c.pending = c.pending[:last]
}

func (c *callbacks) drop(t *Timer) {
	c.w.touch(Write(c.setting), Write(c.running))
	t.fn = nil
	if !t.ready {
		c.w.timers.cancel(&t.entry)
		c.forget(t)
		return
	}
	c.ready.keep(func(o *Timer) bool { return o != t })
	if c.ready.len() == 0 {
		c.w.disable(c.actor)
	}
}

// dropAll forgets every timer, pending or due.
func (c *callbacks) dropAll() {
	for _, t := range c.pending {
		t.fn = nil
		c.w.timers.cancel(&t.entry)
	}
	clear(c.pending)
	c.pending = c.pending[:0]
	for c.ready.len() > 0 {
		c.ready.pop().fn = nil
	}
	c.w.disable(c.actor)
}

func (c *callbacks) head() []Access {
	if c.ready.len() == 0 {
		return nil
	}
	return (*c.ready.at(0)).acc
}

func (c *callbacks) step() {
	c.w.touch(Write(c.running))
	t := c.ready.pop()
	name, fn := t.name, t.fn
	t.fn = nil
	if c.ready.len() > 0 {
		c.w.enable(c.actor)
		c.actor.enabler = (*c.ready.at(0)).step
	}
	if t.reuse {
		c.w.freeTimer(t)
	}
	c.w.call(c.node, name, fn)
}

func (w *World) newTimer() *Timer {
	if n := len(w.idleTimers); n > 0 {
		t := w.idleTimers[n-1]
		w.idleTimers = w.idleTimers[:n-1]
		return t
	}
	t := &Timer{}
	t.owner = t
	return t
}

func (w *World) freeTimer(t *Timer) {
	t.set, t.ready, t.reuse = nil, false, false
	w.idleTimers = append(w.idleTimers, t)
}

// At runs fn on the driver at the given time: an action of the world, such as a fault or a command of the workload. It
// is a step of the actor "world", choosable from the moment when it is due, and must not block.
func (w *World) At(at Time, name string, fn func()) *Timer {
	w.refuseDead()
	return w.actions.add(at, name, fn, nil)
}

// After runs fn on the driver once d has passed: a timer of this incarnation of the node, dropped with it. It is a step
// of the actor "timers NODE", choosable from the moment when it is due; acc is what it declares to touch. It must not
// block. On a dead node it does nothing.
func (n *Node) After(d time.Duration, name string, fn func(), acc ...Access) *Timer {
	n.w.refuseDead()
	if !n.alive {
		return &Timer{set: n.timers, name: name}
	}
	return n.timers.add(n.w.now.Add(max(d, 0)), name, fn, acc)
}

// Post is [Node.After] for a callback that nobody stops. It costs less.
func (n *Node) Post(d time.Duration, name string, fn func(), acc ...Access) {
	n.w.refuseDead()
	if n.alive {
		n.timers.add(n.w.now.Add(max(d, 0)), name, fn, acc).reuse = true
	}
}

// call runs a callback as the given node. A panic in it ends the world as a crash.
func (w *World) call(n *Node, name string, fn func()) {
	before := w.origin
	w.origin = n
	defer func() {
		w.origin = before
		if p := recover(); p != nil { //simvet:allow recovering callbacks are no tasks, and cannot be killed
			w.crash(n, name, p)
		}
	}()
	fn()
}
