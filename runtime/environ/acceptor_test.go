package environ

import (
	"fmt"
	"maps"

	"onelane.test/runtime/controller"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// acceptor accepts exactly what the controllers may legally say on a connection, and judges every command of a world.
// The grammars are those of compute-client/src/protocol/command.rs and storage-client/src/client.rs.
type acceptor struct {
	world *sim.World
	env   *Environment

	compute map[string]*computeGrammar // by replica, of the current connection
	storage map[string]*storageGrammar
	nonces  map[protocol.Nonce]bool
	created map[query.ID]bool
	dropped map[query.ID]bool
	// gone is what was dropped before this incarnation of the environment was started.
	gone  map[query.ID]bool
	asOfs map[query.ID]frontier.Antichain
	// reached is how far collections came, as far as this incarnation of the environment was told.
	reached map[query.ID]frontier.Antichain

	commands, connections int
}

func newAcceptor(w *sim.World, e *Environment) *acceptor {
	return &acceptor{
		world: w, env: e, compute: map[string]*computeGrammar{}, storage: map[string]*storageGrammar{},
		nonces: map[protocol.Nonce]bool{}, created: map[query.ID]bool{}, dropped: map[query.ID]bool{},
		asOfs: map[query.ID]frontier.Antichain{}, reached: map[query.ID]frontier.Antichain{},
	}
}

// Observe implements trace.Observer.
func (a *acceptor) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case sim.NodeStarted:
		if e.Node == "env" {
			clear(a.reached)
			a.gone = maps.Clone(a.dropped)
		}
	case Created:
		object, _ := a.env.Catalog().Lookup(e.ID.Name)
		for _, id := range object.Collections() {
			a.expect(!a.created[id], "%s created twice", id)
			a.created[id] = true
		}
	case Dropped:
		object, _ := a.env.Catalog().Lookup(e.ID.Name)
		for _, id := range object.Collections() {
			a.dropped[id] = true
		}
	case controller.FrontierAdvanced:
		a.expect(a.reached[e.ID].Lt(e.Frontier), "frontier of %s went from %s to %s", e.ID, a.reached[e.ID], e.Frontier)
		a.reached[e.ID] = e.Frontier
	case controller.Connected:
		a.connections++
		a.expect(!a.nonces[e.Nonce], "nonce %s used twice", e.Nonce)
		a.nonces[e.Nonce] = true
		if e.Plane == controller.Compute {
			a.compute[e.Replica] = newComputeGrammar(a, e.Nonce)
		} else {
			a.storage[e.Replica] = newStorageGrammar(a, e.Replica, e.Nonce)
		}
	case controller.ControllerSent:
		a.commands++
		if e.Plane == controller.Compute {
			a.compute[e.Replica].accept(e)
		} else {
			a.storage[e.Replica].accept(e)
		}
	}
}

func (a *acceptor) expect(ok bool, format string, args ...any) {
	if !ok {
		a.world.Violate("grammar", fmt.Sprintf(format, args...))
	}
}

// exists expects that a collection is in the catalog. When it is told anew, it must not have been dropped before this
// incarnation of the environment was started; a drop since may still be on its way.
func (a *acceptor) exists(id query.ID) {
	a.expect(a.created[id], "%s commanded before it is in the catalog", id)
	a.expect(!a.gone[id], "%s told by an incarnation that was started after its drop", id)
}

// fixed expects that the as_of of an object is the same each time it is told.
func (a *acceptor) fixed(id query.ID, asOf frontier.Antichain) {
	before, ok := a.asOfs[id]
	a.expect(!ok || before == asOf, "as_of of %s moved from %s to %s", id, before, asOf)
	a.asOfs[id] = asOf
}

// connectionGrammar is what both protocols have in common.
type connectionGrammar struct {
	*acceptor
	nonce       protocol.Nonce
	next        int
	initialized bool
	live        map[query.ID]bool // false once dropped
}

func (g *connectionGrammar) count(e controller.ControllerSent) {
	g.expect(e.Nonce == g.nonce, "command of connection %s on connection %s", e.Nonce, g.nonce)
	g.expect(e.Index == g.next, "command %d where %d is due", e.Index, g.next)
	g.next++
}

func (g *connectionGrammar) hello(nonce protocol.Nonce) {
	g.expect(nonce == g.nonce, "Hello with nonce %s on connection %s", nonce, g.nonce)
}

func (g *connectionGrammar) complete() {
	g.expect(!g.initialized, "InitializationComplete twice")
	g.initialized = true
}

func (g *connectionGrammar) compact(id query.ID, to frontier.Antichain) {
	g.expect(g.live[id], "AllowCompaction of %s, which is not there", id)
	g.expect(to.IsEmpty(), "AllowCompaction of %s to %s", id, to)
	g.expect(g.dropped[id], "%s ended although it is in the catalog", id)
	g.expect(g.initialized, "drop of %s before InitializationComplete", id)
	g.live[id] = false
}
