package sim

// Conn is one end of a connection. Messages arrive in the order in which they were sent, or not at all because the
// connection broke. One task at a time receives from it; any number send.
type Conn struct {
	w        *World
	link     *Link
	node     *Node
	peerNode *Node
	port     string
	name     string
	object   Object
	out      *direction
	peer     *Conn
	inbox    fifo[arrival]
	flow     *flow // from the first time that there was a capacity
	pipe     Pipe  // from the first message on, in a world with a codec
	receiver *Task
	err      error // what this end knows of the connection's end
	dialler  bool
	open     bool // the dial was answered
	severed  bool // the link was cut under it: nothing of it arrives any more
	gone     bool // its peer does not know that it has ended
	lastDue  Time
}

func newConn(link *Link, at, peer *Node, port string) *Conn {
	w := link.w
	c := &Conn{w: w, link: link, node: at, peerNode: peer, port: port, out: link.from(at)}
	c.name = at.name + "->" + peer.name + "/" + port
	c.object = w.objects.add("conn", c.name, "")
	at.conns = append(at.conns, c)
	return c
}

// Name returns "NODE->PEER/PORT".
func (c *Conn) Name() string { return c.name }

// Object returns the object that this end is in access sets.
func (c *Conn) Object() Object { return c.object }

// Node returns the node of this end.
func (c *Conn) Node() *Node { return c.node }

// Peer returns the node of the other end.
func (c *Conn) Peer() *Node { return c.peerNode }

// Err returns why the connection ended, as far as this end knows, nil while it works. Messages that arrived before can
// still be received.
func (c *Conn) Err() error {
	c.w.touch(Read(c.object))
	return c.err
}

// Len returns the number of messages that have arrived and are not received yet.
func (c *Conn) Len() int {
	c.w.touch(Read(c.object))
	return c.inbox.len()
}

// Send puts a message under way. It does not wait. Success does not mean that the message arrives: the connection may
// be broken already without this end knowing. It is a fine point of t, which is nil for the driver.
func (c *Conn) Send(t *Task, msg any) error {
	t.FinePoint(Write(c.object))
	return c.put(msg)
}

func (c *Conn) put(msg any) error {
	c.w.refuseDead()
	if c.err != nil {
		return c.err
	}
	if c.w.cfg.Codec != nil {
		msg = c.encode(msg)
	}
	c.w.stats.Messages++
	if c.flow != nil || c.out.bound != (Capacity{}) {
		c.sendWithin(msg)
		return nil
	}
	c.out.send(c, deliverMessage, msg)
	return nil
}

// Recv waits for a message. Once everything that arrived is received, it returns why the connection ended.
func (c *Conn) Recv(t *Task) (any, error) { return c.RecvBy(t, Never) }

// RecvBy is Recv that waits until the deadline at most, and then returns [ErrTimeout]; the connection stays open.
func (c *Conn) RecvBy(t *Task, deadline Time) (any, error) {
	t.check()
	if c.ready(c.w) {
		t.FinePoint(Write(c.object))
	}
	for !c.ready(c.w) {
		if c.w.now >= deadline {
			c.w.touch(Read(c.object))
			return nil, ErrTimeout
		}
		c.watch(t)
		t.actor.acc = append(t.actor.acc, Write(c.object))
		t.block(waitRecv, c, deadline)
		c.unwatch(t)
	}
	if c.inbox.len() > 0 {
		return c.pop(), nil
	}
	return nil, c.err
}

// TryRecv takes a message that has arrived. Without one it returns false, and why the connection ended if it has. It is
// a fine point of t, which is nil for the driver.
func (c *Conn) TryRecv(t *Task) (msg any, ok bool, err error) {
	t.FinePoint(Write(c.object))
	if c.inbox.len() > 0 {
		return c.pop(), true, nil
	}
	return nil, false, c.err
}

// Close ends the connection: this end returns [ErrClosed] from now on and forgets what it has not received, the other
// one does once it has received everything that was sent. It is a fine point of t, which is nil for the driver.
func (c *Conn) Close(t *Task) {
	t.FinePoint(Write(c.object))
	c.w.refuseDead()
	if c.err == nil {
		c.sendClose()
	}
	c.retire(ErrClosed)
	c.inbox = fifo[arrival]{}
	c.wakeReceiver()
}

// arrival is a message that has arrived.
type arrival struct {
	msg  any
	size int // what the sender gets back once it is received
}

// receive takes in a message that arrived.
func (c *Conn) receive(msg any, size int) {
	if c.gone {
		c.denounce()
	}
	if c.err == nil {
		c.inbox.push(arrival{msg, size})
		c.wakeReceiver()
	}
}

func (c *Conn) pop() any {
	a := c.inbox.pop()
	if a.size > 0 && c.err == nil {
		c.out.sendSized(c, deliverCredit, nil, a.size)
	}
	return a.msg
}

// established is called when the answer to the dial arrived.
func (c *Conn) established() {
	if c.err == nil {
		c.open = true
		c.w.Emit(ConnOpened{From: c.node.name, To: c.peerNode.name, Port: c.port})
		c.wakeReceiver()
	}
}

// fail is called when this end learns that the connection has ended.
func (c *Conn) fail(err error) {
	if c.err != nil {
		return
	}
	if err == ErrReset {
		c.w.Emit(ConnBroken{Node: c.node.name, Peer: c.peerNode.name, Port: c.port})
	}
	c.retire(err)
	c.dropUnsent()
	c.wakeReceiver()
}

// retire makes this end take no further part.
func (c *Conn) retire(err error) {
	if c.err == nil {
		c.node.forgetConn(c)
	}
	c.err = err
	if c.peer != nil && c.peer.err != nil {
		c.link.forget(c.diallingEnd())
	}
}

func (c *Conn) diallingEnd() *Conn {
	if c.dialler {
		return c
	}
	return c.peer
}

// sever breaks the connection because its link was cut. c is the dialling end.
func (c *Conn) sever() {
	for _, end := range [...]*Conn{c, c.peer} {
		if end == nil {
			continue
		}
		end.lose()
		if end.err == nil {
			end.node.After(end.out.latency(), "reset", func() { end.fail(ErrReset) }, Write(end.object))
		}
	}
}

// lose makes everything vanish that this end has under way, and all that it sends from now on.
func (c *Conn) lose() {
	c.severed = true
	c.dropUnsent()
	c.out.dropSevered()
}

func (c *Conn) wakeReceiver() {
	if c.receiver != nil {
		c.receiver.wake()
	}
}

func (c *Conn) ready(*World) bool { return c.inbox.len() > 0 || c.err != nil }

func (c *Conn) access() (Access, bool) { return Write(c.object), true }

func (c *Conn) watch(t *Task) { setReceiver(&c.receiver, t, c) }

func (c *Conn) unwatch(*Task) { c.receiver = nil }
