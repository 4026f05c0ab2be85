package sim

import (
	"slices"
	"time"
)

// Hold keeps back everything that the given node sends, until Release or Heal: nothing is lost, and nothing arrives, be
// it of connections or datagrams. Holding a direction that is held does nothing.
func (l *Link) Hold(from *Node) {
	l.w.refuseDead()
	d := l.from(from)
	if d.held&heldBack != 0 {
		return
	}
	l.w.Emit(LinkHeld{A: l.a.name, B: l.b.name, From: from.name})
	d.hold(heldBack)
}

// Release ends a Hold. What was kept back can arrive now, in the order in which it would have.
func (l *Link) Release(from *Node) {
	l.w.refuseDead()
	d := l.from(from)
	if d.held&heldBack == 0 {
		return
	}
	l.w.Emit(LinkReleased{A: l.a.name, B: l.b.name, From: from.name})
	d.release(heldBack)
}

// Waiting returns the number of things, messages and other signs of connections and datagrams, that the given node has
// sent and that could arrive now: those that a hold keeps back, above all.
func (l *Link) Waiting(from *Node) int { return l.from(from).ready.len() }

// Pass lets the n that have waited longest arrive although the direction is held, and returns how many these are. So a
// story can order arrivals by hand.
func (l *Link) Pass(from *Node, n int) int {
	l.w.refuseDead()
	d := l.from(from)
	if d.held == 0 {
		return 0
	}
	d.passes = min(max(n, 0), d.ready.len())
	d.offer()
	return d.passes
}

// Slow makes everything that the given node sends from now on take so much longer, until Heal or another Slow; 0 ends
// it.
func (l *Link) Slow(from *Node, extra time.Duration) {
	l.w.refuseDead()
	d := l.from(from)
	if d.slowness == max(extra, 0) {
		return
	}
	d.slowness = max(extra, 0)
	l.w.Emit(LinkSlowed{A: l.a.name, B: l.b.name, From: from.name, Extra: d.slowness})
}

// Clog bounds what each connection has under way from the given node, in place of the configured capacity, until Heal or
// another Clog; the zero capacity ends it.
func (l *Link) Clog(from *Node, to Capacity) {
	l.w.refuseDead()
	to.check()
	d := l.from(from)
	if d.clog == to {
		return
	}
	d.clog = to
	l.w.Emit(LinkClogged{A: l.a.name, B: l.b.name, From: from.name, To: to})
	l.bind()
}

// HalfOpen breaks every connection such that the end at the given node learns nothing: the other end gets [ErrReset],
// this one can go on to send, in vain, and to wait. Connections that are opened afterwards work. After Heal, as TCP has
// it, the next message that it sends on such a connection is answered with a reset; without sending it never learns. A
// dial that is not answered yet times out if it comes from the given node.
func (l *Link) HalfOpen(blind *Node) {
	l.w.refuseDead()
	if back := l.ways[0]; back != l.from(blind) {
		back.deaf = true
	} else {
		l.ways[1].deaf = true
	}
	l.w.Emit(LinkHalfOpen{A: l.a.name, B: l.b.name, Blind: blind.name})
	for _, c := range slices.Clone(l.open) {
		if c.node == blind {
			c.peer.vanish(c)
		} else {
			c.vanish(c.peer)
		}
	}
}

// vanish breaks the connection at this end, which is nil if it has not been made yet, such that the other one, which may
// be nil likewise, does not learn of it.
func (c *Conn) vanish(other *Conn) {
	if c == nil {
		other.lose()
		return
	}
	c.gone = true
	c.lose()
	if c.err == nil {
		c.node.After(c.out.latency(), "reset", func() { c.fail(ErrReset) }, Write(c.object))
	}
}

// denounce answers a message for a connection that is gone at this end with a reset, unless that does not arrive.
func (c *Conn) denounce() {
	if !c.out.deaf {
		ghost := &Conn{w: c.w, link: c.link, node: c.node, peerNode: c.peerNode, port: c.port, out: c.out, peer: c.peer}
		c.out.send(ghost, deliverReset, nil)
	}
}

// works says whether the direction has no fault.
func (d *direction) works() bool {
	return d.held == 0 && !d.deaf && d.slowness == 0 && d.clog == (Capacity{})
}
