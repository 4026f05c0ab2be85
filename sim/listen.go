package sim

import (
	"fmt"
	"time"
)

// Listener accepts the connections to a port of a node. It belongs to the incarnation that made it.
type Listener struct {
	w        *World
	node     *Node
	port     string
	name     string
	object   Object
	backlog  fifo[*Conn]
	receiver *Task
	closed   bool
}

// Listen opens a port. It fails if the incarnation has a listener on it. It is a fine point of t, which is nil for the
// driver.
func (n *Node) Listen(t *Task, port string) (*Listener, error) {
	name := n.name + "/" + port
	object := n.w.Object("port " + name)
	t.FinePoint(Write(object))
	n.w.refuseDead()
	if !n.alive || n.listener(port) != nil {
		return nil, fmt.Errorf("sim: listen on %s: port in use or node dead", name)
	}
	l := &Listener{w: n.w, node: n, port: port, name: name, object: object}
	n.listeners = append(n.listeners, l)
	return l, nil
}

func (n *Node) listener(port string) *Listener {
	for _, l := range n.listeners {
		if l.port == port {
			return l
		}
	}
	return nil
}

// Name returns "NODE/PORT".
func (l *Listener) Name() string { return l.name }

// Accept waits for a connection. It returns [ErrClosed] if the listener is closed.
func (l *Listener) Accept(t *Task) (*Conn, error) {
	t.check()
	if l.ready(l.w) {
		t.FinePoint(Write(l.object))
	}
	for !l.ready(l.w) {
		l.watch(t)
		t.actor.acc = append(t.actor.acc, Write(l.object))
		t.block(waitAccept, l, Never)
		l.unwatch(t)
	}
	if l.closed {
		return nil, ErrClosed
	}
	return l.backlog.pop(), nil
}

// Close refuses dials from now on, and resets connections that were not accepted yet.
func (l *Listener) Close() {
	l.w.refuseDead()
	if l.closed {
		return
	}
	l.closed = true
	list := l.node.listeners
	for i := range list {
		if list[i] == l {
			l.node.listeners = append(list[:i], list[i+1:]...)
			break
		}
	}
	for l.backlog.len() > 0 {
		l.backlog.pop().reset()
	}
	if l.receiver != nil {
		l.receiver.wake()
	}
}

func (l *Listener) ready(*World) bool { return l.closed || l.backlog.len() > 0 }

func (l *Listener) access() (Access, bool) { return Write(l.object), true }

func (l *Listener) watch(t *Task) { setReceiver(&l.receiver, t, l) }

func (l *Listener) unwatch(*Task) { l.receiver = nil }

// Dial opens a connection to a port of another node and waits for the answer, at most the given time; 0 means without
// bound. It fails with [ErrRefused], [ErrTimeout] or [ErrReset].
func (n *Node) Dial(t *Task, to *Node, port string, timeout time.Duration) (*Conn, error) {
	t.check()
	until := Never
	if timeout > 0 {
		until = n.w.now.Add(timeout)
	}
	link := n.w.Link(n, to)
	t.FinePoint()
	c := newConn(link, n, to, port)
	c.dialler = true
	if link.resets(port) {
		n.After(c.out.latency(), "reset", func() { c.fail(ErrReset) }, Write(c.object))
	} else {
		link.open = append(link.open, c)
		c.out.send(c, deliverDial, nil)
	}
	for !c.open && c.err == nil && n.w.now < until {
		c.watch(t)
		t.actor.acc = append(t.actor.acc, Write(c.object))
		t.block(waitDial, c, until)
		c.unwatch(t)
	}
	switch {
	case c.err != nil:
		return nil, c.err
	case !c.open:
		c.reset()
		return nil, ErrTimeout
	}
	return c, nil
}

// answer is called on the node that is dialled, when the request arrives.
func (n *Node) answer(c *Conn, way *direction) {
	l := n.listener(c.port)
	peer := &Conn{w: n.w, link: c.link, node: n, peerNode: c.node, port: c.port, out: c.link.from(n), peer: c}
	if l == nil {
		c.peer = peer
		peer.err = ErrClosed
		if c.err != nil {
			c.link.forget(c) // the dialler has gone meanwhile
		}
		peer.out.send(peer, deliverRefusal, nil)
		return
	}
	peer = newConn(c.link, n, c.node, c.port)
	peer.peer, c.peer = c, peer
	peer.out.send(peer, deliverAnswer, nil)
	l.backlog.push(peer)
	if l.receiver != nil {
		l.receiver.wake()
	}
}

// reset ends the connection at once; the peer learns it after what is under way.
func (c *Conn) reset() {
	if c.err == nil {
		c.dropUnsent()
		c.out.send(c, deliverReset, nil)
		c.retire(ErrReset)
	}
}

// dropConnections resets the connections of a process that has ended and closes its ports.
func (n *Node) dropConnections() {
	n.listeners, n.sockets = nil, nil
	for len(n.conns) > 0 {
		n.conns[0].reset()
	}
}

func (n *Node) forgetConn(c *Conn) {
	for i := range n.conns {
		if n.conns[i] == c {
			n.conns = append(n.conns[:i], n.conns[i+1:]...)
			return
		}
	}
}
