package sim

import "time"

type deliveryKind uint8

const (
	deliverDial deliveryKind = iota
	deliverAnswer
	deliverRefusal
	deliverMessage
	deliverClose
	deliverReset
	deliverCredit
	deliverDatagram
)

// delivery is something under way on one direction of a link.
type delivery struct {
	entry
	way  *direction
	kind deliveryKind
	from *Conn // nil for a datagram
	msg  any
	size int // what it counts against a capacity; 0 if there was none

	socket  *Socket // the sender of a datagram
	port    string  // where the datagram goes
	strayed bool    // the datagram keeps to no order
	step    uint64  // the step that sent it
}

// severed says whether the connection was cut under the delivery.
func (m *delivery) severed() bool { return m.from != nil && m.from.severed }

// direction is one way of a link. What is due in it waits to be chosen, as one actor.
type direction struct {
	link     *Link
	from, to *Node
	actor    *Actor
	object   Object // stands for the order in which things are sent
	rng      *Stream
	ready    fifo[*delivery]
	held     hold
	passes   int // how many may pass although it is held
	deaf     bool
	slowness time.Duration
	clog     Capacity // in place of the link's capacity, if there is one
	bound    Capacity // what holds of the two
	spray    spray
	acc      [1]Access
}

// hold says why nothing arrives.
type hold uint8

const (
	heldByCut hold = 1 << iota
	heldBack
)

func newDirection(l *Link, from, to *Node) *direction {
	name := "link " + from.name + "->" + to.name
	d := &direction{link: l, from: from, to: to, rng: l.w.Stream(name), object: l.w.objects.add("order of", name, "")}
	d.actor = l.w.newActor(name, d)
	d.actor.paused = to.paused
	return d
}

// latency draws the time that a message takes.
func (d *direction) latency() time.Duration { return d.drawLatency(d.rng) + d.slowness }

func (d *direction) drawLatency(rng *Stream) time.Duration {
	if d.link.w.cfg.Grain == GrainInstant {
		return 0
	}
	return rng.Duration(d.link.cfg.MinLatency, d.link.cfg.MaxLatency)
}

// send puts something of the connection under way. It arrives no earlier than what the connection sent before.
func (d *direction) send(from *Conn, kind deliveryKind, msg any) { d.sendSized(from, kind, msg, 0) }

func (d *direction) sendSized(from *Conn, kind deliveryKind, msg any, size int) {
	w := d.link.w
	if from.severed {
		return
	}
	m := w.newDelivery(d)
	m.way, m.kind, m.from, m.msg, m.size = d, kind, from, msg, size
	from.lastDue = max(from.lastDue, w.cfg.Grain.roundUp(w.now.Add(d.latency())))
	if from.lastDue <= w.now {
		m.due()
		return
	}
	w.timers.set(&m.entry, from.lastDue)
}

func (w *World) newDelivery(d *direction) *delivery {
	w.touch(Write(d.object))
	if n := len(w.idle); n > 0 {
		m := w.idle[n-1]
		w.idle = w.idle[:n-1]
		m.step = w.steps
		return m
	}
	m := &delivery{step: w.steps}
	m.owner = m
	return m
}

func (m *delivery) free() {
	w := m.way.link.w
	m.way, m.from, m.msg, m.socket, m.strayed = nil, nil, nil, nil, false
	w.idle = append(w.idle, m)
}

// due offers the delivery to the schedule, unless its connection has been severed meanwhile.
func (m *delivery) due() {
	switch {
	case m.severed():
		m.free()
		return
	case m.kind == deliverDatagram && m.way.cut():
		m.lose("cut")
		return
	}
	m.way.ready.push(m)
	if m.strayed {
		m.way.stray()
	}
	m.way.offer()
}

func (d *direction) offer() {
	if d.ready.len() > 0 && (d.held == 0 || d.passes > 0) {
		d.link.w.enable(d.actor)
		d.actor.enabler = (*d.ready.at(0)).step
	}
}

// cut says whether the link is cut for what is sent this way.
func (d *direction) cut() bool { return d.link.cut || d.held&heldByCut != 0 }

// hold lets nothing pass any more.
func (d *direction) hold(why hold) {
	d.link.w.touchAll()
	d.held |= why
	d.passes = 0
	d.link.w.disable(d.actor)
}

// release lets everything pass if there is no other reason to hold it.
func (d *direction) release(why hold) {
	d.link.w.touchAll()
	d.held &^= why
	d.passes = 0
	d.offer()
}

// dropSevered forgets what is due of connections that have been severed.
func (d *direction) dropSevered() {
	d.link.w.touchAll()
	d.ready.keep(func(m *delivery) bool {
		if m.severed() {
			m.free()
			return false
		}
		return true
	})
	if d.ready.len() == 0 {
		d.link.w.disable(d.actor)
	}
}

func (d *direction) head() []Access {
	if d.ready.len() == 0 {
		return nil
	}
	m := *d.ready.at(0)
	switch {
	case m.kind == deliverDatagram:
		s := d.to.socket(m.port)
		if s == nil {
			return nil
		}
		d.acc[0] = Write(s.object)
	case m.from.peer == nil || m.kind == deliverDial:
		return nil
	default:
		d.acc[0] = Write(m.from.peer.object)
	}
	return d.acc[:]
}

func (d *direction) step() {
	m := d.ready.pop()
	if d.passes > 0 {
		d.passes--
	}
	d.offer()
	if m.kind == deliverDatagram {
		d.link.w.touch(Write(d.object)) // others may overtake it
		d.land(m)
		return
	}
	kind, from, msg, size := m.kind, m.from, m.msg, m.size
	m.free()
	switch kind {
	case deliverDial:
		d.to.answer(from, d)
	case deliverMessage:
		from.peer.receive(msg, size)
	case deliverAnswer:
		from.peer.established()
	case deliverRefusal:
		from.peer.fail(ErrRefused)
	case deliverClose:
		from.peer.fail(ErrClosed)
	case deliverCredit:
		from.peer.credited(size)
	case deliverReset:
		if from.peer != nil {
			from.peer.fail(ErrReset)
		}
	}
}
