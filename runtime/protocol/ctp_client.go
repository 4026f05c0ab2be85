package protocol

import (
	"fmt"

	"onelane.test/sim"
)

// CTPConn is the client's end of a CTP connection that sends Out and receives In. What is sent arrives in order and at
// most once. Once a method has returned an error other than of a deadline, the connection is over.
type CTPConn[Out, In any] struct {
	end *ctpEnd
}

// DialCTP connects to a server and shakes hands. It fails when nobody listens there, when that takes longer than the
// timeout, and with a *VersionError when the other end is not of the same version.
func DialCTP[Out, In any](t *sim.Task, to *sim.Node, port, version string, cfg CTPConfig) (*CTPConn[Out, In], error) {
	timeout := cfg.withDefaults().Timeout
	conn, err := t.Node().Dial(t, to, port, timeout)
	if err != nil {
		return nil, fmt.Errorf("protocol: dial %s of %s: %w", port, to.Name(), err)
	}
	end := newCTPEnd(t, conn, port, version, cfg)
	deadline := t.Now().Add(timeout)
	for !end.greeted && end.err == nil {
		message, err := conn.RecvBy(t, deadline)
		if err != nil {
			end.giveUp(t, err)
			break
		}
		end.take(t, message)
	}
	if end.err != nil {
		return nil, end.err
	}
	return &CTPConn[Out, In]{end: end}, nil
}

// Send sends a message.
func (c *CTPConn[Out, In]) Send(t *sim.Task, message Out) error { return c.end.send(t, message) }

// Recv waits for a message.
func (c *CTPConn[Out, In]) Recv(t *sim.Task) (In, error) { return c.RecvBy(t, sim.Never) }

// RecvBy waits for a message until the deadline, then returns [sim.ErrTimeout].
func (c *CTPConn[Out, In]) RecvBy(t *sim.Task, deadline sim.Time) (In, error) {
	for {
		late := sim.Select(t, c.end.conn, sim.Deadline(deadline)) == 1
		message, ok, err := c.TryRecv(t)
		if ok || err != nil {
			return message, err
		}
		if late {
			return message, sim.ErrTimeout
		}
	}
}

// TryRecv returns a message if one has arrived. It does not wait.
func (c *CTPConn[Out, In]) TryRecv(t *sim.Task) (In, bool, error) {
	return receive[In](t, c.end)
}

// Case is ready when TryRecv should be called: something has arrived, if only a keepalive, or the connection is over.
func (c *CTPConn[Out, In]) Case() sim.Case { return c.end.conn }

// Err returns why the connection is over, as far as this end knows; nil while it is not.
func (c *CTPConn[Out, In]) Err() error {
	if c.end.err != nil {
		return c.end.err
	}
	return c.end.conn.Err()
}

// Close ends the connection. What has been sent may still arrive.
func (c *CTPConn[Out, In]) Close(t *sim.Task) { c.end.giveUp(t, sim.ErrClosed) }

// receive returns the next message if one is there; one that is of another type ends the connection.
func receive[In any](t *sim.Task, end *ctpEnd) (In, bool, error) {
	var none In
	message, ok, err := end.tryRecv(t)
	if err != nil || !ok {
		return none, false, err
	}
	in, ok := message.(In)
	if !ok {
		return none, false, end.giveUp(t, fmt.Errorf("unexpected %T", message))
	}
	return in, true, nil
}
