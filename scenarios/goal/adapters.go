package goal

import (
	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/protocol"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// adapterGoals are about what stands between a connection and a worker.
func adapterGoals() []Goal {
	return []Goal{
		{"answer-to-a-gone-connection", "A worker answers a compute connection that its adapter has lost.", answerToGone},
		{"stash-holds-a-future-nonce", "An adapter keeps a response for a connection that is still to come to it.", futureNonce},
		{"stash-is-delivered", "A response that an adapter kept reaches its connection when that has come.", stashDelivered},
		{"stash-of-two-connections", "An adapter keeps responses for two other connections at once.", stashOfTwo},
	}
}

// conversation is what a worker has to do with one connection.
type conversation struct {
	seat
	nonce protocol.Nonce
}

// computeConnections follows the connections that adapters have, and had.
type computeConnections struct {
	live map[seat]protocol.Nonce
	had  map[conversation]bool
}

func newComputeConnections() *computeConnections {
	return &computeConnections{live: map[seat]protocol.Nonce{}, had: map[conversation]bool{}}
}

func (c *computeConnections) observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case clusterd.ClientConnected:
		if e.Plane == clusterd.Compute {
			c.live[seat{r.Node, e.Worker}] = e.Nonce
			c.had[conversation{seat{r.Node, e.Worker}, e.Nonce}] = true
		}
	case clusterd.ClientDisconnected:
		if e.Plane == clusterd.Compute {
			delete(c.live, seat{r.Node, e.Worker})
		}
	case sim.NodeExited:
		for s := range c.live {
			if s.node == e.Node {
				delete(c.live, s)
			}
		}
	}
}

func answerToGone(plan.Cluster) watcher {
	connections := newComputeConnections()
	return func(r *trace.Record) bool {
		connections.observe(r)
		e, ok := r.Event.(clusterd.Responded)
		s := seat{r.Node, e.Worker}
		return ok && e.Plane == clusterd.Compute && connections.had[conversation{s, e.Nonce}] && connections.live[s] != e.Nonce
	}
}

func futureNonce(plan.Cluster) watcher {
	connections := newComputeConnections()
	return func(r *trace.Record) bool {
		connections.observe(r)
		e, ok := r.Event.(clusterd.Stashed)
		return ok && !connections.had[conversation{seat{r.Node, e.Worker}, e.RespNonce}]
	}
}

func stashDelivered(plan.Cluster) watcher {
	kept := map[conversation]bool{}
	return func(r *trace.Record) bool {
		switch e := r.Event.(type) {
		case clusterd.Stashed:
			kept[conversation{seat{r.Node, e.Worker}, e.RespNonce}] = true
		case clusterd.StashCleared:
			for c := range kept {
				if c.seat == (seat{r.Node, e.Worker}) {
					delete(kept, c)
				}
			}
		case sim.NodeExited:
			for c := range kept {
				if c.node == e.Node {
					delete(kept, c)
				}
			}
		case clusterd.Forwarded:
			return kept[conversation{seat{r.Node, e.Worker}, e.RespNonce}]
		}
		return false
	}
}

func stashOfTwo(plan.Cluster) watcher {
	return func(r *trace.Record) bool {
		e, ok := r.Event.(clusterd.StashCleared)
		return ok && e.Connections > 1
	}
}
