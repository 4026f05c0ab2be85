package oracle

import (
	"bytes"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/protocol"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Nonce demands that a client gets exactly the responses that workers gave to its own connection: none of another
// connection, and, as long as the connection stays up, none missing and all in order
// (MaterializeInc/materialize#31558).
type Nonce struct {
	Base
	pending map[answers]*texts // what a worker said on a connection and the adapter has not passed on
	text    []byte             // spare
}

// answers is what one worker says on one connection.
type answers struct {
	node   string
	worker int
	nonce  protocol.Nonce
}

// NewNonce returns the oracle.
func NewNonce(world Violator) *Nonce {
	return &Nonce{
		Base:    newBase("nonce", "a client gets the responses to its own connection, all of them and no others", world),
		pending: map[answers]*texts{},
	}
}

// Observe matches what adapters pass on with what their workers said.
func (n *Nonce) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case sim.NodeExited:
		n.forget(e.Node)
	case clusterd.Responded:
		if e.Plane == clusterd.Compute {
			n.of(answers{r.Node, e.Worker, e.Nonce}).push(e.Response)
		}
	case clusterd.Forwarded:
		n.forwarded(r, e)
	}
}

func (n *Nonce) of(key answers) *texts {
	pending := n.pending[key]
	if pending == nil {
		pending = &texts{}
		n.pending[key] = pending
	}
	return pending
}

func (n *Nonce) forget(node string) {
	for key := range n.pending {
		if key.node == node {
			delete(n.pending, key)
		}
	}
}

func (n *Nonce) forwarded(r *trace.Record, e clusterd.Forwarded) {
	n.looks++
	if e.ConnNonce != e.RespNonce {
		n.Violatef("an adapter passed on a response to another connection than its own\n%s worker %d, connection %s: %s, which answers %s",
			r.Node, e.Worker, e.ConnNonce, e.Response, e.RespNonce)
		return
	}
	pending := n.of(answers{r.Node, e.Worker, e.RespNonce})
	n.text = e.Response.Append(n.text[:0])
	if due, any := pending.first(); !any || !bytes.Equal(due, n.text) {
		if !any {
			due = []byte("nothing")
		}
		n.Violatef("a response to the live connection was lost or doubled\n%s worker %d, connection %s: %s came where %s was due",
			r.Node, e.Worker, e.ConnNonce, n.text, due)
		return
	}
	pending.pop()
}
