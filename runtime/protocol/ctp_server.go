package protocol

import (
	"fmt"

	"onelane.test/sim"
)

// Handler is what a CTP server gives a client's messages to and takes the answers from. One is made for each
// connection, and one at a time is alive. The server's task calls it.
type Handler[In, Out any] interface {
	// Send hands over a message of the client. An error ends the connection.
	Send(t *sim.Task, message In) error
	// TryRecv returns an answer if there is one. An error ends the connection.
	TryRecv(t *sim.Task) (Out, bool, error)
	// Case is ready when TryRecv should be called; nil as long as there cannot be answers.
	Case() sim.Case
	// Close says that the connection is over; no other method is called after it.
	Close(t *sim.Task)
}

// ServeCTP accepts connections on a port of the task's node, forever. It serves one client at a time: a new connection
// ends the old one, and its handler is closed before the factory makes another. A connection gets its handler when the
// handshake is done.
func ServeCTP[In, Out any](t *sim.Task, port, version string, cfg CTPConfig, factory func() Handler[In, Out]) {
	listener, err := t.Node().Listen(t, port)
	if err != nil {
		panic(fmt.Sprintf("protocol: listen on %s of %s: %v", port, t.Node().Name(), err))
	}
	s := &ctpServer[In, Out]{listener: listener, port: port, version: version, cfg: cfg, factory: factory}
	for {
		s.turn(t)
	}
}

// ctpServer is one task's: it serves both directions of the connection and watches for the next. In Materialize
// (src/service/src/transport.rs) each connection has a task of its own, which the server cancels and waits for.
type ctpServer[In, Out any] struct {
	listener *sim.Listener
	port     string
	version  string
	cfg      CTPConfig
	factory  func() Handler[In, Out]
	// end is the connection that is served, nil for none; handler is nil before its handshake is done.
	end     *ctpEnd
	handler Handler[In, Out]
	cases   []sim.Case
	// left is until when a new connection is left unaccepted; zero if none is.
	left sim.Time
}

// turn waits for something to do and does it.
func (s *ctpServer[In, Out]) turn(t *sim.Task) {
	s.cases = append(s.cases[:0], s.arrival())
	if s.end != nil {
		s.cases = append(s.cases, s.end.conn)
	}
	if s.handler != nil {
		if answers := s.handler.Case(); answers != nil {
			s.cases = append(s.cases, answers)
		}
	}
	switch sim.Select(t, s.cases...) {
	case 0:
		s.accept(t)
	case 1:
		s.fromClient(t)
	case 2:
		s.fromHandler(t)
	}
}

// arrival is ready when a connection is to be accepted, or has come that is to be left for a while.
func (s *ctpServer[In, Out]) arrival() sim.Case {
	if s.left > 0 {
		return sim.Deadline(s.left)
	}
	return s.listener
}

func (s *ctpServer[In, Out]) accept(t *sim.Task) {
	if s.leave(t) {
		return
	}
	conn, err := s.listener.Accept(t)
	if err != nil {
		return
	}
	s.hangUp(t, "replaced by a new connection")
	t.Emit(CTPAccepted{Port: s.port, Peer: conn.Peer().Name()})
	s.end = newCTPEnd(t, conn, s.port, s.version, s.cfg)
}

// leave reports whether a connection that has just come is left for a while.
func (s *ctpServer[In, Out]) leave(t *sim.Task) bool {
	if s.left > 0 || s.cfg.AcceptDelay == nil {
		s.left = 0
		return false
	}
	d := s.cfg.AcceptDelay()
	if d > 0 {
		s.left = t.Now().Add(d)
	}
	return d > 0
}

func (s *ctpServer[In, Out]) fromClient(t *sim.Task) {
	message, ok, err := receive[In](t, s.end)
	if err == nil && s.end.greeted && s.handler == nil {
		s.handler = s.factory()
	}
	if err == nil && ok {
		err = s.handler.Send(t, message)
	}
	s.hangUpOn(t, err)
}

func (s *ctpServer[In, Out]) fromHandler(t *sim.Task) {
	answer, ok, err := s.handler.TryRecv(t)
	if err == nil && ok {
		err = s.end.send(t, answer)
	}
	s.hangUpOn(t, err)
}

func (s *ctpServer[In, Out]) hangUpOn(t *sim.Task, err error) {
	if err != nil {
		s.hangUp(t, err.Error())
	}
}

// hangUp ends the connection, if there is one, and its handler.
func (s *ctpServer[In, Out]) hangUp(t *sim.Task, reason string) {
	if s.end == nil {
		return
	}
	t.Emit(CTPEnded{Port: s.port, Peer: s.end.conn.Peer().Name(), Reason: reason})
	s.end.giveUp(t, sim.ErrClosed)
	if s.handler != nil {
		s.handler.Close(t)
	}
	s.end, s.handler = nil, nil
}
