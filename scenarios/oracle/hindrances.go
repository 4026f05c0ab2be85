package oracle

import (
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// hindrances are what holds up messages between environments and processes and has not ended: pauses of an environment, and
// links that are not as they should be.
type hindrances map[hindrance]bool

// hindrance is one of them: where, of what kind, and which node's messages it holds up if not those of both.
type hindrance struct{ node, kind, from string }

// observe follows hindrances. If one has begun or ended, or has come and gone, it says whom it concerns: a replica, or
// everybody.
func (h hindrances) observe(r *trace.Record) (replica string, everybody bool) {
	switch e := r.Event.(type) {
	case sim.NodePaused:
		return "", h.environment(e.Node, true)
	case sim.NodeResumed:
		return "", h.environment(e.Node, false)
	case sim.NodeExited:
		return "", h.environment(e.Node, false)
	case sim.LinkCut:
		return h.link(e.A, e.B, "cut", e.OneWay, true), false
	case sim.LinkHealed:
		for _, from := range []string{e.A, e.B} {
			h.link(e.A, e.B, "cut", from, false)
		}
		return h.link(e.A, e.B, "cut", "", false), false
	case sim.LinkHeld:
		return h.link(e.A, e.B, "hold", e.From, true), false
	case sim.LinkReleased:
		return h.link(e.A, e.B, "hold", e.From, false), false
	case sim.LinkSlowed:
		return h.link(e.A, e.B, "slow", e.From, e.Extra > 0), false
	case sim.LinkClogged:
		return h.link(e.A, e.B, "clog", e.From, e.To != sim.Capacity{}), false
	case sim.LinkHalfOpen:
		return h.link(e.A, e.B, "half-open", e.Blind, false), false
	}
	return "", false
}

func (h hindrances) environment(node string, lasts bool) bool {
	if !isEnvironment(node) {
		return false
	}
	h.set(hindrance{node, "pause", ""}, lasts)
	return true
}

// link notes what a link suffers, and returns the replica if it leads from an environment to one.
func (h hindrances) link(a, b, kind, from string, lasts bool) string {
	process := a
	if isEnvironment(a) {
		process = b
	} else if !isEnvironment(b) {
		return ""
	}
	replica := replicaOf(process)
	if replica != "" {
		h.set(hindrance{process, kind, from}, lasts)
	}
	return replica
}

func (h hindrances) set(what hindrance, lasts bool) {
	if lasts {
		h[what] = true
	} else {
		delete(h, what)
	}
}

// last says whether anything holds up messages to a replica now.
func (h hindrances) last(replica string) bool {
	for what := range h {
		if isEnvironment(what.node) || replicaOf(what.node) == replica {
			return true
		}
	}
	return false
}
