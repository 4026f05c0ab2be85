package sim

// Ratio is a share: Num of Den cases. The zero value is none.
type Ratio struct{ Num, Den int }

func (r Ratio) check() {
	if r.Num < 0 || r.Num > r.Den {
		panic("sim: a ratio must satisfy 0 <= num <= den")
	}
}

// hits draws, unless nothing depends on it.
func (r Ratio) hits(rng *Stream) bool { return r.Num > 0 && rng.Chance(r.Num, r.Den) }

// spray is what a direction does to datagrams.
type spray struct {
	rng             *Stream
	lastDue         Time // of those that keep their order
	messages, bytes int  // under way
}

// throw puts a datagram under way, not at all or twice if it comes to that.
func (d *direction) throw(from *Socket, port string, msg any) {
	if d.spray.rng == nil {
		d.spray.rng = d.link.w.Stream("datagrams " + d.from.name + "->" + d.to.name)
	}
	cfg, size := d.link.cfg, sizeOf(msg)
	full := !d.bound.fits(d.spray.messages, d.spray.bytes, size)
	switch {
	case d.cut():
		d.lost(port, "cut")
	case full:
		d.lost(port, "full")
	case cfg.Loss.hits(d.spray.rng):
		d.lost(port, "loss")
	case cfg.Double.hits(d.spray.rng):
		d.link.w.stats.Doubled++
		d.link.w.Emit(DatagramDoubled{From: d.from.name, To: d.to.name, Port: port})
		d.fly(from, port, msg, size)
		d.fly(from, port, msg, size)
	default:
		d.fly(from, port, msg, size)
	}
}

// fly sends one copy. One that keeps to no order takes a second latency, in which others overtake it.
func (d *direction) fly(from *Socket, port string, msg any, size int) {
	w := d.link.w
	m := w.newDelivery(d)
	m.way, m.kind, m.from, m.size = d, deliverDatagram, nil, size
	m.msg, m.socket, m.port = w.carry(msg, from.name), from, port
	m.strayed = d.link.cfg.Reorder.hits(d.spray.rng)
	d.spray.messages++
	d.spray.bytes += size
	due := w.now.Add(d.drawLatency(d.spray.rng) + d.slowness)
	if m.strayed {
		due = due.Add(d.drawLatency(d.spray.rng))
	}
	due = w.cfg.Grain.roundUp(due)
	if !m.strayed {
		due = max(due, d.spray.lastDue)
		d.spray.lastDue = due
	}
	if due <= w.now {
		m.due()
		return
	}
	w.timers.set(&m.entry, due)
}

// stray moves the datagram that fell due last to a drawn place among what is due, because where latencies are 0 nothing
// else would change its order.
func (d *direction) stray() {
	last := d.ready.len() - 1
	for i := d.spray.rng.Between(0, last); i < last; last-- {
		a, b := d.ready.at(last-1), d.ready.at(last)
		*a, *b = *b, *a
	}
}

// land hands a datagram to the socket of its port.
func (d *direction) land(m *delivery) {
	s := d.to.socket(m.port)
	if s == nil {
		m.lose("nobody")
		return
	}
	d.spray.messages--
	d.spray.bytes -= m.size
	s.inbox.push(Datagram{From: d.from, Port: m.socket.port, Msg: m.msg})
	m.free()
	if s.receiver != nil {
		s.receiver.wake()
	}
}

// lose ends a datagram on its way.
func (m *delivery) lose(why string) {
	d := m.way
	d.spray.messages--
	d.spray.bytes -= m.size
	d.lost(m.port, why)
	m.free()
}

func (d *direction) lost(port, why string) {
	d.link.w.stats.Lost++
	d.link.w.Emit(DatagramLost{From: d.from.name, To: d.to.name, Port: port, Why: why})
}

// dropDatagrams loses what is due but has not arrived; what is under way is lost when it falls due.
func (d *direction) dropDatagrams() {
	d.ready.keep(func(m *delivery) bool {
		if m.kind == deliverDatagram {
			m.lose("cut")
			return false
		}
		return true
	})
	if d.ready.len() == 0 {
		d.link.w.disable(d.actor)
	}
}
