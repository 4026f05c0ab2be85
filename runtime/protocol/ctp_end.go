package protocol

import (
	"fmt"

	"onelane.test/sim"
)

// ctpEnd is one end of a CTP connection: it greets, sends keepalives while it has nothing else to send, and breaks the
// connection when the other end is silent for too long. Both are done by one timer of the node rather than by the
// task that uses the end, so that a task that is busy elsewhere still looks alive.
type ctpEnd struct {
	conn    *sim.Conn
	node    *sim.Node
	port    string
	version string
	cfg     CTPConfig
	// greeted says that the other end's greeting has come and fits.
	greeted bool
	// sent and heard are when something last went out and was last received.
	sent, heard sim.Time
	timer       *sim.Timer
	// err is why this end gave up; nil while it has not.
	err error
}

// newCTPEnd takes over a fresh connection and greets the other end. If that fails, the end has given up.
func newCTPEnd(t *sim.Task, conn *sim.Conn, port, version string, cfg CTPConfig) *ctpEnd {
	e := &ctpEnd{
		conn: conn, node: t.Node(), port: port, version: version, cfg: cfg.withDefaults(),
		sent: t.Now(), heard: t.Now(),
	}
	e.arm()
	e.send(t, greeting{version: version})
	return e
}

// arm sets the timer to when a keepalive is due.
func (e *ctpEnd) arm() {
	due := e.sent.Add(e.cfg.Keepalive).Sub(e.node.World().Now())
	e.timer = e.node.After(due, "ctp keepalive", e.tick, sim.Write(e.conn.Object()))
}

// tick runs on the driver when the timer is due. A connection that has ended is left to the receiver, which may have
// messages to take before it learns of the end.
func (e *ctpEnd) tick() {
	if e.conn.Err() != nil {
		return
	}
	now := e.node.World().Now()
	if e.conn.Len() == 0 && now.Sub(e.heard) >= e.cfg.Timeout {
		e.giveUp(nil, ErrSilent)
		return
	}
	if now.Sub(e.sent) >= e.cfg.Keepalive && e.send(nil, keepalive{}) != nil {
		return
	}
	e.arm()
}

// send sends a message, which keeps the connection alive for a while. t is nil on the driver.
func (e *ctpEnd) send(t *sim.Task, message any) error {
	if e.err != nil {
		return e.err
	}
	e.sent = e.node.World().Now()
	if err := e.conn.Send(t, message); err != nil {
		return e.giveUp(t, err)
	}
	return nil
}

// take looks at what has come over the connection and reports whether it is a message of the protocol.
func (e *ctpEnd) take(t *sim.Task, message any) (bool, error) {
	e.heard = t.Now()
	switch m := message.(type) {
	case keepalive:
		return false, nil
	case greeting:
		if m.version != e.version {
			return false, e.giveUp(t, &VersionError{Own: e.version, Peer: m.version})
		}
		e.greeted = true
		return false, nil
	}
	if !e.greeted {
		return false, e.giveUp(t, fmt.Errorf("%T before the handshake", message))
	}
	return true, nil
}

// tryRecv returns the next message of the protocol if one is there.
func (e *ctpEnd) tryRecv(t *sim.Task) (any, bool, error) {
	for {
		message, ok, err := e.conn.TryRecv(t)
		if err != nil {
			return nil, false, e.giveUp(t, err)
		}
		if !ok {
			return nil, false, nil
		}
		if ours, err := e.take(t, message); ours || err != nil {
			return message, ours, err
		}
	}
}

// giveUp ends the connection for a reason, of which the first counts.
func (e *ctpEnd) giveUp(t *sim.Task, reason error) error {
	if e.err == nil {
		e.err = fmt.Errorf("protocol: connection %s to %s: %w", e.port, e.conn.Peer().Name(), reason)
		e.timer.Stop()
		e.conn.Close(t)
	}
	return e.err
}
