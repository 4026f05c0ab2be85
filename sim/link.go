package sim

import (
	"errors"
	"time"
)

// Errors of connections.
var (
	// ErrReset means that the connection broke: the link was cut, or the peer's process ended.
	ErrReset = errors.New("connection reset")
	// ErrClosed means that one of the two ends was closed.
	ErrClosed = errors.New("connection closed")
	// ErrRefused means that nobody listens on the port, or the node is dead.
	ErrRefused = errors.New("connection refused")
	// ErrTimeout means that the time was up.
	ErrTimeout = errors.New("connection timed out")
)

// LinkConfig says how a link behaves while it works.
type LinkConfig struct {
	// MinLatency and MaxLatency are the bounds between which the time is drawn that a message takes.
	MinLatency, MaxLatency time.Duration
	// Capacity bounds what a connection has under way; the zero value bounds nothing.
	Capacity Capacity
	// Loss, Double and Reorder are the shares of datagrams that are lost, that arrive twice, and that keep to no order.
	// Connections have none of this.
	Loss, Double, Reorder Ratio
}

// DefaultLink returns what links are like unless something else is said: they have the latency of a data centre.
func DefaultLink() LinkConfig {
	return LinkConfig{MinLatency: 50 * time.Microsecond, MaxLatency: 500 * time.Microsecond}
}

// Link joins two nodes. It carries connections, and never loses a message of one except by breaking the connection.
type Link struct {
	w    *World
	a, b *Node
	cfg  LinkConfig
	ways [2]*direction // from a to b, from b to a
	open []*Conn       // one end of each connection, the dialling one
	cut  bool
	shut []string // ports to which nothing connects
}

// SetDefaultLink says what links made from now on are like.
func (w *World) SetDefaultLink(cfg LinkConfig) {
	cfg.check()
	w.defaultLink = cfg
}

func (c LinkConfig) check() {
	if c.MinLatency < 0 || c.MaxLatency < c.MinLatency {
		panic("sim: link latencies must satisfy 0 <= min <= max")
	}
	c.Capacity.check()
	for _, r := range [...]Ratio{c.Loss, c.Double, c.Reorder} {
		r.check()
	}
}

// Link returns the link between two nodes, made on first use. A node has a link with itself, too.
func (w *World) Link(a, b *Node) *Link {
	if b.index < a.index {
		a, b = b, a
	}
	for len(a.links) <= b.index {
		a.links = append(a.links, nil)
	}
	if l := a.links[b.index]; l != nil {
		return l
	}
	l := &Link{w: w, a: a, b: b, cfg: w.defaultLink}
	l.ways[0] = newDirection(l, a, b)
	l.ways[1] = l.ways[0]
	if a != b {
		l.ways[1] = newDirection(l, b, a)
	}
	l.bind()
	a.links[b.index] = l
	w.links = append(w.links, l)
	return l
}

// Links returns all links in the order of their making.
func (w *World) Links() []*Link { return w.links }

// Ends returns the two nodes.
func (l *Link) Ends() (*Node, *Node) { return l.a, l.b }

// Configure changes what is sent from now on.
func (l *Link) Configure(cfg LinkConfig) {
	cfg.check()
	l.cfg = cfg
	l.bind()
}

// Conns returns the number of connections that at least one of the two ends believes in, and dials that are under way.
func (l *Link) Conns() int { return len(l.open) }

// Down says whether the link is cut, in one direction or both.
func (l *Link) Down() bool { return l.ways[0].cut() || l.ways[1].cut() }

// Cut breaks every connection: what is under way is lost, and each of the two ends learns [ErrReset] after a latency of
// its own. Dials fail with [ErrReset] until Heal.
func (l *Link) Cut() {
	l.w.refuseDead()
	if l.cut {
		return
	}
	l.cut = true
	l.w.Emit(LinkCut{A: l.a.name, B: l.b.name})
	broken := l.open
	l.open = nil
	for _, c := range broken {
		c.sever()
	}
	l.ways[0].dropDatagrams()
	l.ways[1].dropDatagrams()
}

// CutOneWay holds everything that the given node sends, until Heal: nothing is lost, nothing arrives. Dials time out in
// both directions, because either the request or its answer does not arrive. Datagrams are lost.
func (l *Link) CutOneWay(from *Node) {
	l.w.refuseDead()
	d := l.from(from)
	if d.held&heldByCut != 0 {
		return
	}
	l.w.Emit(LinkCut{A: l.a.name, B: l.b.name, OneWay: from.name})
	d.hold(heldByCut)
	d.dropDatagrams()
}

// Heal makes the link work again and releases what was held: it ends every fault of the link, but leaves ports that were
// cut, and what the link was configured to be.
func (l *Link) Heal() {
	l.w.refuseDead()
	if !l.cut && l.ways[0].works() && l.ways[1].works() {
		return
	}
	l.cut = false
	l.w.Emit(LinkHealed{A: l.a.name, B: l.b.name})
	for _, d := range l.ways {
		d.deaf, d.slowness, d.clog = false, 0, Capacity{}
		d.release(heldByCut | heldBack)
	}
	l.bind()
}

// from returns the direction in which the node sends.
func (l *Link) from(n *Node) *direction {
	switch n {
	case l.a:
		return l.ways[0]
	case l.b:
		return l.ways[1]
	}
	panic("sim: node " + n.name + " is no end of the link " + l.a.name + "-" + l.b.name)
}

func (l *Link) forget(c *Conn) {
	for i := range l.open {
		if l.open[i] == c {
			l.open = append(l.open[:i], l.open[i+1:]...)
			return
		}
	}
}
