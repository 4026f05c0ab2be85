package oracle

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/protocol"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Nonce demands that a client gets exactly the responses that workers gave to its own connection: none of another
// connection, and, as long as the connection stays up, none missing and all in order
// (MaterializeInc/materialize#31558). A response that nothing follows is missing if the adapter keeps it.
type Nonce struct {
	Base
	pending map[answers]*pending
	live    map[seat]protocol.Nonce // the connections that adapters serve
	stashes map[seat]stash
	text    []byte // spare
}

// seat is one worker of a process, with its adapter.
type seat struct {
	node   string
	worker int
}

// stash counts the responses that an adapter keeps for other connections than its own.
type stash map[protocol.Nonce]int

// pending is what a worker said on a connection and the adapter has not passed on.
type pending struct {
	texts
	since int64 // when it last moved, or had nothing to move
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
		pending: map[answers]*pending{},
		live:    map[seat]protocol.Nonce{},
		stashes: map[seat]stash{},
	}
}

// Observe matches what adapters pass on with what their workers said.
func (n *Nonce) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case sim.NodeExited:
		n.forget(e.Node)
	case clusterd.Responded:
		if e.Plane == clusterd.Compute {
			n.responded(r, e)
		}
	case clusterd.ClientConnected:
		if e.Plane == clusterd.Compute {
			n.connected(r, e)
		}
	case clusterd.ClientDisconnected:
		if e.Plane == clusterd.Compute {
			delete(n.live, seat{r.Node, e.Worker})
			delete(n.stashes[seat{r.Node, e.Worker}], e.Nonce)
		}
	case clusterd.Stashed:
		n.stashed(seat{r.Node, e.Worker}, e.RespNonce)
	case clusterd.StashCleared:
		delete(n.stashes, seat{r.Node, e.Worker})
	case clusterd.Forwarded:
		n.forwarded(r, e)
	}
}

func (n *Nonce) of(key answers) *pending {
	p := n.pending[key]
	if p == nil {
		p = &pending{}
		n.pending[key] = p
	}
	return p
}

func (n *Nonce) responded(r *trace.Record, e clusterd.Responded) {
	p := n.of(answers{r.Node, e.Worker, e.Nonce})
	if _, any := p.first(); !any {
		p.since = r.At
	}
	p.push(e.Response)
}

// connected notes that from now on the adapter can pass on what was said before.
func (n *Nonce) connected(r *trace.Record, e clusterd.ClientConnected) {
	n.live[seat{r.Node, e.Worker}] = e.Nonce
	n.of(answers{r.Node, e.Worker, e.Nonce}).since = r.At
}

func (n *Nonce) forget(node string) {
	for key := range n.pending {
		if key.node == node {
			delete(n.pending, key)
		}
	}
	for at := range n.live {
		if at.node == node {
			delete(n.live, at)
		}
	}
	for at := range n.stashes {
		if at.node == node {
			delete(n.stashes, at)
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
	p := n.of(answers{r.Node, e.Worker, e.RespNonce})
	n.text = e.Response.Append(n.text[:0])
	if due, any := p.first(); !any || !bytes.Equal(due, n.text) {
		if !any {
			due = []byte("nothing")
		}
		n.Violatef("a response to the live connection was lost or doubled\n%s worker %d, connection %s: %s came where %s was due",
			r.Node, e.Worker, e.ConnNonce, n.text, due)
		return
	}
	p.pop()
	p.since = r.At
	n.unstashed(r, e)
}

func (n *Nonce) stashed(at seat, nonce protocol.Nonce) {
	if n.stashes[at] == nil {
		n.stashes[at] = stash{}
	}
	n.stashes[at][nonce]++
}

// unstashed checks what an adapter still keeps when it has passed on a response: nothing, unless that one was kept too.
// A worker that answers the live connection has no more to say on any before it, and nothing yet on one to come.
func (n *Nonce) unstashed(r *trace.Record, e clusterd.Forwarded) {
	kept := n.stashes[seat{r.Node, e.Worker}]
	if kept[e.RespNonce] > 0 {
		kept[e.RespNonce]--
		return
	}
	delete(kept, e.RespNonce)
	if len(kept) > 0 {
		n.Violatef("an adapter keeps responses to connections that are over\n%s worker %d, connection %s: kept are those to %d others",
			r.Node, e.Worker, e.ConnNonce, len(kept))
	}
}

// Settled says whether adapters pass on what they get for the connections that they serve.
func (n *Nonce) Settled(s *State) (bool, string) {
	kept := n.kept(s, standstill)
	return kept == "", kept
}

// Check judges the responses that never came.
func (n *Nonce) Check(s *State) Verdict {
	if kept := n.kept(s, lostAfter); kept != "" && n.violation == "" {
		n.violation = kept
	}
	return n.verdict("")
}

// kept names the first response, by worker, that an adapter has kept from its live connection for longer than a bound.
func (n *Nonce) kept(s *State, bound time.Duration) string {
	for _, at := range slices.SortedFunc(maps.Keys(n.live), compareSeats) {
		p := n.pending[answers{at.node, at.worker, n.live[at]}]
		if due, any := p.first(); any && s.stood(p.since, bound) {
			return fmt.Sprintf("a response to the live connection was never passed on\n%s worker %d, connection %s: %s",
				at.node, at.worker, n.live[at], due)
		}
	}
	return ""
}

func compareSeats(a, b seat) int {
	return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.worker, b.worker))
}
