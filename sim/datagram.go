package sim

import "fmt"

// Datagram is a message outside of any connection.
type Datagram struct {
	// From and Port say who sent it and where an answer goes.
	From *Node
	Port string
	// Msg is the message.
	Msg any
}

// Socket sends and receives datagrams on a port of a node. Ports of datagrams and of connections are unrelated. A socket
// belongs to the incarnation that made it. One task at a time receives from it; any number send.
type Socket struct {
	w        *World
	node     *Node
	port     string
	name     string
	object   Object
	inbox    fifo[Datagram]
	receiver *Task
	closed   bool
}

// Datagram opens a socket on a port. It fails if the incarnation has one on it. It is a fine point of t, which is nil
// for the driver.
func (n *Node) Datagram(t *Task, port string) (*Socket, error) {
	name := "datagrams " + n.name + "/" + port
	object := n.w.Object(name)
	t.FinePoint(Write(object))
	n.w.refuseDead()
	if !n.alive || n.socket(port) != nil {
		return nil, fmt.Errorf("sim: open %s: port in use or node dead", name)
	}
	s := &Socket{w: n.w, node: n, port: port, name: name, object: object}
	n.sockets = append(n.sockets, s)
	return s, nil
}

func (n *Node) socket(port string) *Socket {
	for _, s := range n.sockets {
		if s.port == port {
			return s
		}
	}
	return nil
}

// Name returns "datagrams NODE/PORT".
func (s *Socket) Name() string { return s.name }

// Node returns the node of the socket.
func (s *Socket) Node() *Node { return s.node }

// Object returns the object that the socket is in access sets.
func (s *Socket) Object() Object { return s.object }

// Len returns the number of datagrams that have arrived and are not received yet.
func (s *Socket) Len() int {
	s.w.touch(Read(s.object))
	return s.inbox.len()
}

// SendTo sends a datagram to a port of a node. It may be lost, arrive twice and be overtaken, as the link between the two
// nodes has it ([LinkConfig]); nobody learns of that. It fails with [ErrClosed] only. It is a fine point of t, which is
// nil for the driver.
func (s *Socket) SendTo(t *Task, to *Node, port string, msg any) error {
	t.FinePoint(Write(s.object))
	s.w.refuseDead()
	if s.closed {
		return ErrClosed
	}
	s.w.stats.Datagrams++
	s.w.Link(s.node, to).from(s.node).throw(s, port, msg)
	return nil
}

// Recv waits for a datagram. It returns [ErrClosed] once the socket is closed.
func (s *Socket) Recv(t *Task) (Datagram, error) { return s.RecvBy(t, Never) }

// RecvBy is Recv that waits until the deadline at most, and then returns [ErrTimeout].
func (s *Socket) RecvBy(t *Task, deadline Time) (Datagram, error) {
	t.check()
	if s.ready(s.w) {
		t.FinePoint(Write(s.object))
	}
	for !s.ready(s.w) {
		if s.w.now >= deadline {
			s.w.touch(Read(s.object))
			return Datagram{}, ErrTimeout
		}
		s.watch(t)
		t.actor.acc = append(t.actor.acc, Write(s.object))
		t.block(waitRecv, s, deadline)
		s.unwatch(t)
	}
	if s.closed {
		return Datagram{}, ErrClosed
	}
	return s.inbox.pop(), nil
}

// TryRecv takes a datagram that has arrived. It is a fine point of t, which is nil for the driver.
func (s *Socket) TryRecv(t *Task) (Datagram, bool) {
	t.FinePoint(Write(s.object))
	if s.inbox.len() == 0 {
		return Datagram{}, false
	}
	return s.inbox.pop(), true
}

// Close gives up the port and forgets what was not received. It is a fine point of t, which is nil for the driver.
func (s *Socket) Close(t *Task) {
	t.FinePoint(Write(s.object))
	s.w.refuseDead()
	if s.closed {
		return
	}
	s.closed = true
	s.inbox = fifo[Datagram]{}
	for i, other := range s.node.sockets {
		if other == s {
			s.node.sockets = append(s.node.sockets[:i], s.node.sockets[i+1:]...)
			break
		}
	}
	if s.receiver != nil {
		s.receiver.wake()
	}
}

func (s *Socket) ready(*World) bool { return s.inbox.len() > 0 || s.closed }

func (s *Socket) access() (Access, bool) { return Write(s.object), true }

func (s *Socket) watch(t *Task) { setReceiver(&s.receiver, t, s) }

func (s *Socket) unwatch(*Task) { s.receiver = nil }
