package sim

import "time"

// Ticker ticks at a fixed interval. It keeps one tick that nobody has taken and drops those that follow, as the channel
// of a time.Ticker does. It belongs to the incarnation of the node that made it. A world in which a ticker runs never comes
// to an end of its own.
type Ticker struct {
	w        *World
	node     *Node
	name     string
	object   Object
	interval time.Duration
	next     Time
	timer    *Timer
	tick     Time
	pending  bool
	receiver *Task
}

// NewTicker returns a ticker whose first tick comes after one interval. The instants are multiples of the interval, each
// rounded up to the grain of the world, so that rounding does not add up. It panics if the interval is not positive.
func (n *Node) NewTicker(interval time.Duration, name string) *Ticker {
	if interval <= 0 {
		panic("sim: ticker " + name + " needs a positive interval")
	}
	n.w.refuseDead()
	k := &Ticker{w: n.w, node: n, name: name, object: n.w.newObject("ticker", name), interval: interval, next: n.w.now}
	k.set()
	return k
}

// set plans the next tick. Those that the grain has rounded up to this instant are one.
func (k *Ticker) set() {
	for k.next <= k.w.now {
		k.next = k.next.Add(k.interval)
	}
	k.timer = k.node.After(k.next.Sub(k.w.now), k.name, k.fire, Write(k.object))
}

func (k *Ticker) fire() {
	if !k.pending {
		k.tick, k.pending = k.w.now, true
	}
	if k.receiver != nil {
		k.receiver.wake()
	}
	k.set()
}

// Name returns the ticker's name.
func (k *Ticker) Name() string { return k.name }

// Object returns the object that the ticker is in access sets.
func (k *Ticker) Object() Object { return k.object }

// Wait waits for a tick, takes it and returns when it came. One task at a time waits. It waits for ever once the ticker
// is stopped.
func (k *Ticker) Wait(t *Task) Time {
	t.check()
	if k.pending {
		t.FinePoint(Write(k.object))
	}
	for !k.pending {
		k.watch(t)
		t.actor.acc = append(t.actor.acc, Write(k.object))
		t.block(waitRecv, k, Never)
		k.unwatch(t)
	}
	k.pending = false
	return k.tick
}

// TryTake takes a tick that has come, and says whether there was one. It is a fine point of t, which is nil for the
// driver.
func (k *Ticker) TryTake(t *Task) (Time, bool) {
	t.FinePoint(Write(k.object))
	had := k.pending
	k.pending = false
	return k.tick, had
}

// Stop ends the ticks. One that has come can still be taken. It is a fine point of t, which is nil for the driver.
func (k *Ticker) Stop(t *Task) {
	t.FinePoint(Write(k.object))
	k.w.refuseDead()
	k.timer.Stop()
}

func (k *Ticker) ready(*World) bool { return k.pending }

func (k *Ticker) access() (Access, bool) { return Write(k.object), true }

func (k *Ticker) watch(t *Task) { setReceiver(&k.receiver, t, k) }

func (k *Ticker) unwatch(*Task) { k.receiver = nil }
