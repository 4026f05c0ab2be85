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
)

// delivery is something under way on one direction of a link.
type delivery struct {
	entry
	way  *direction
	kind deliveryKind
	from *Conn
	msg  any
}

// direction is one way of a link. What is due in it waits to be chosen, as one actor.
type direction struct {
	link     *Link
	from, to *Node
	actor    *Actor
	rng      *Stream
	ready    fifo[*delivery]
	held     bool
	acc      [1]Access
}

func newDirection(l *Link, from, to *Node) *direction {
	name := "link " + from.name + "->" + to.name
	d := &direction{link: l, from: from, to: to, rng: l.w.Stream(name)}
	d.actor = l.w.newActor(name, d)
	d.actor.paused = to.paused
	return d
}

// latency draws the time that a message takes.
func (d *direction) latency() time.Duration {
	cfg := d.link.cfg
	if d.link.w.cfg.Grain == GrainInstant {
		return 0
	}
	return d.rng.Duration(cfg.MinLatency, cfg.MaxLatency)
}

// send puts something of the connection under way. It arrives no earlier than what the connection sent before.
func (d *direction) send(from *Conn, kind deliveryKind, msg any) {
	w := d.link.w
	if from.severed {
		return
	}
	m := w.newDelivery()
	m.way, m.kind, m.from, m.msg = d, kind, from, msg
	from.lastDue = max(from.lastDue, w.cfg.Grain.roundUp(w.now.Add(d.latency())))
	if from.lastDue <= w.now {
		m.due()
		return
	}
	w.timers.set(&m.entry, from.lastDue)
}

func (w *World) newDelivery() *delivery {
	if n := len(w.idle); n > 0 {
		m := w.idle[n-1]
		w.idle = w.idle[:n-1]
		return m
	}
	m := &delivery{}
	m.owner = m
	return m
}

func (m *delivery) free() {
	w := m.way.link.w
	m.way, m.from, m.msg = nil, nil, nil
	w.idle = append(w.idle, m)
}

// due offers the delivery to the schedule, unless its connection has been severed meanwhile.
func (m *delivery) due() {
	if m.from.severed {
		m.free()
		return
	}
	m.way.ready.push(m)
	m.way.offer()
}

func (d *direction) offer() {
	if d.ready.len() > 0 && !d.held {
		d.link.w.enable(d.actor)
	}
}

// dropSevered forgets what is due of connections that have been severed.
func (d *direction) dropSevered() {
	d.ready.keep(func(m *delivery) bool {
		if m.from.severed {
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
	if m.from.peer == nil || m.kind == deliverDial {
		return nil
	}
	d.acc[0] = Write(m.from.peer.object)
	return d.acc[:]
}

func (d *direction) step() {
	m := d.ready.pop()
	d.offer()
	kind, from, msg := m.kind, m.from, m.msg
	m.free()
	switch kind {
	case deliverDial:
		d.to.answer(from, d)
	case deliverMessage:
		from.peer.receive(msg)
	case deliverAnswer:
		from.peer.established()
	case deliverRefusal:
		from.peer.fail(ErrRefused)
	case deliverClose:
		from.peer.fail(ErrClosed)
	case deliverReset:
		if from.peer != nil {
			from.peer.fail(ErrReset)
		}
	}
}
