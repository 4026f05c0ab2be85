package sim

// Capacity bounds what one end of a connection may have under way: what it has sent and the other end has not received
// yet. Further messages wait at the sender, and the time that they take begins when there is room. That the other end has
// received something, the sender learns by a message on the way back, so with a latency, and not at all while that way is
// held. A message that is larger than the capacity goes alone. Of datagrams a capacity bounds how many are under way in
// the direction; those beyond are lost.
type Capacity struct {
	// Messages and Bytes are the two bounds; 0 means none.
	Messages, Bytes int
}

func (c Capacity) check() {
	if c.Messages < 0 || c.Bytes < 0 {
		panic("sim: a capacity must not be negative")
	}
}

// fits says whether one more message of that size may be under way beside others.
func (c Capacity) fits(messages, bytes, size int) bool {
	return messages == 0 || (c.Messages == 0 || messages < c.Messages) && (c.Bytes == 0 || bytes+size <= c.Bytes)
}

// Sized is a message that says how many bytes it takes of a [Capacity]. All others take 1.
type Sized interface{ Size() int }

func sizeOf(msg any) int {
	if s, ok := msg.(Sized); ok {
		return max(s.Size(), 1)
	}
	return 1
}

// flow is what one end of a connection has under way, and what waits there for room.
type flow struct {
	messages, bytes int
	unsent          fifo[unsent]
	senders         []*Task // that wait in SendBy
}

// unsent is a message that waits, or the end of the connection behind them.
type unsent struct {
	kind deliveryKind
	msg  any
	size int // 0 for the end
}

// Unsent returns the number of messages that wait at this end because what is under way has reached the capacity.
func (c *Conn) Unsent() int {
	if c.flow == nil {
		return 0
	}
	return c.flow.unsent.len()
}

// SendBy is [Conn.Send] that waits, until the deadline at most, until the message can go under way at once. It returns
// [ErrTimeout] if it cannot; then nothing was sent.
func (c *Conn) SendBy(t *Task, msg any, deadline Time) error {
	t.check()
	size := sizeOf(msg)
	if c.err != nil || c.fits(size) {
		t.FinePoint(Write(c.object))
	}
	for c.err == nil && !c.fits(size) {
		if c.w.now >= deadline {
			c.w.touch(Read(c.object))
			return ErrTimeout
		}
		f := c.flow
		f.senders = append(f.senders, t)
		t.actor.acc = append(t.actor.acc, Write(c.object))
		t.block(waitSend, c, deadline)
		f.forget(t)
	}
	return c.put(msg)
}

func (c *Conn) fits(size int) bool {
	f := c.flow
	return f == nil || f.unsent.len() == 0 && c.out.bound.fits(f.messages, f.bytes, size)
}

// sendWithin sends a message as far as the capacity allows.
func (c *Conn) sendWithin(msg any) {
	if c.flow == nil {
		c.flow = &flow{}
	}
	c.flow.unsent.push(unsent{deliverMessage, msg, sizeOf(msg)})
	c.pump()
}

// sendClose tells the peer of the end, behind all messages.
func (c *Conn) sendClose() {
	if c.Unsent() > 0 {
		c.flow.unsent.push(unsent{kind: deliverClose})
		return
	}
	c.out.send(c, deliverClose, nil)
}

// pump sends what waits, as far as there is room.
func (c *Conn) pump() {
	f := c.flow
	if f == nil {
		return
	}
	for f.unsent.len() > 0 {
		u := *f.unsent.at(0)
		if u.size > 0 && !c.out.bound.fits(f.messages, f.bytes, u.size) {
			return
		}
		f.unsent.pop()
		if u.size > 0 {
			f.messages++
			f.bytes += u.size
		}
		c.out.sendSized(c, u.kind, u.msg, u.size)
	}
	f.wakeSenders()
}

// credited is called when this end learns that a message of that size was received.
func (c *Conn) credited(size int) {
	if f := c.flow; f != nil {
		f.messages--
		f.bytes -= size
		c.pump()
	}
}

// dropUnsent forgets what waits, because the connection has ended.
func (c *Conn) dropUnsent() {
	if c.flow != nil {
		c.flow.unsent = fifo[unsent]{}
		c.flow.wakeSenders()
	}
}

func (f *flow) wakeSenders() {
	for _, t := range f.senders {
		t.wake()
	}
}

func (f *flow) forget(t *Task) {
	for i := range f.senders {
		if f.senders[i] == t {
			f.senders = append(f.senders[:i], f.senders[i+1:]...)
			return
		}
	}
}

// bind makes the capacities hold that the link has now, and sends at both ends of every connection what waits and fits.
func (l *Link) bind() {
	for _, d := range l.ways {
		d.bound = d.clog
		if d.clog == (Capacity{}) {
			d.bound = l.cfg.Capacity
		}
	}
	for _, c := range l.open {
		c.pump()
		if c.peer != nil {
			c.peer.pump()
		}
	}
}
