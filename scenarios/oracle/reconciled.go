package oracle

import (
	"fmt"
	"maps"
	"slices"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/compute"
	"onelane.test/runtime/controller"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Reconciled demands that reconciliation is equivalent to dropping everything and executing the new connection's
// commands: at rest, each worker has been told, runs and reports what the commands of the last connection lead to,
// whatever there was before (MaterializeInc/materialize#28841, #28961).
type Reconciled struct {
	Base
	wanted  map[served]*wanted
	workers map[place]*hosted
	// environment is the node of the one that was started last: at rest no other is connected.
	environment string
}

// hosted is what a worker has come to.
type hosted struct {
	told storage.ExternalMap
	// running is by what item of the lane each storage object was built last.
	running map[query.ID]protocol.InternalCommand
	// installed is in which dataflow each collection is computed.
	installed map[query.ID]int
	reported  map[reported]bool
}

// NewReconciled returns the oracle.
func NewReconciled(world Violator) *Reconciled {
	return &Reconciled{
		Base:    newBase("reconciled", "at rest a worker is what the commands of its last connections alone lead to", world),
		wanted:  map[served]*wanted{},
		workers: map[place]*hosted{},
	}
}

// Observe follows what is commanded and what comes of it.
func (c *Reconciled) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case sim.NodeStarted:
		if isEnvironment(e.Node) {
			c.environment = e.Node
		}
	case controller.ControllerSent:
		if c.environment == "" || c.environment == r.Node {
			c.sent(served{e.Plane.String(), e.Replica}, e)
		}
	case sim.NodeExited:
		c.forget(replicaOf(e.Node))
	case storage.ExternalMap:
		c.worker(r, e.Worker).told = e
	case lane.Delivered:
		c.worker(r, e.Worker).consume(e.Item.Storage)
	case compute.Installed:
		for _, id := range e.IDs {
			c.worker(r, e.Worker).installed[id] = e.Dataflow
		}
	case compute.Removed:
		delete(c.worker(r, e.Worker).installed, e.ID)
	case clusterd.Responded:
		if id, ok := about(e.Response); ok {
			c.worker(r, e.Worker).reported[reported{connection{e.Plane.String(), e.Nonce}, id}] = true
		}
	}
}

func (c *Reconciled) sent(at served, e controller.ControllerSent) {
	if e.Index == 0 {
		c.wanted[at] = newWanted(connection{at.plane, e.Nonce})
	}
	c.looks++
	c.wanted[at].command(e.Command)
}

func (c *Reconciled) worker(r *trace.Record, index int) *hosted {
	at := place{replicaOf(r.Node), index}
	h := c.workers[at]
	if h == nil {
		h = &hosted{
			running: map[query.ID]protocol.InternalCommand{}, installed: map[query.ID]int{}, reported: map[reported]bool{},
		}
		c.workers[at] = h
	}
	return h
}

// forget forgets a replica: its processes share fate.
func (c *Reconciled) forget(replica string) {
	for at := range c.workers {
		if at.replica == replica {
			delete(c.workers, at)
		}
	}
}

// consume takes an item of the lane that may build or drop a storage object.
func (h *hosted) consume(item protocol.InternalCommand) {
	switch i := item.(type) {
	case protocol.CreateIngestionDataflow:
		h.start(i.Ingestion.ID, i)
	case protocol.RunSinkDataflow:
		h.start(i.Sink.ID, i)
	case protocol.DropDataflow:
		for _, id := range i.IDs {
			if i.Execution >= executionOf(h.running[id]) {
				delete(h.running, id)
			}
		}
	}
}

// start takes a start, which has no effect behind one with a higher number.
func (h *hosted) start(id query.ID, item protocol.InternalCommand) {
	if executionOf(item) >= executionOf(h.running[id]) {
		h.running[id] = item
	}
}

func executionOf(item protocol.InternalCommand) protocol.Execution {
	switch i := item.(type) {
	case protocol.CreateIngestionDataflow:
		return i.Execution
	case protocol.RunSinkDataflow:
		return i.Execution
	}
	return 0
}

// Settled says whether every worker is what its controllers' commands lead to.
func (c *Reconciled) Settled(s *State) (bool, string) {
	differs := c.differs(s)
	return differs == "", differs
}

// Check judges the rest that the run came to.
func (c *Reconciled) Check(s *State) Verdict {
	if differs := c.differs(s); differs != "" && c.violation == "" {
		c.violation = differs
	}
	return c.verdict(s.Blocked)
}

// differs returns the first worker that is not what it should be, and how; "" if there is none.
func (c *Reconciled) differs(s *State) string {
	if s.Blocked != "" {
		return ""
	}
	for _, at := range slices.SortedFunc(maps.Keys(c.wanted), compareServed) {
		w := c.wanted[at]
		for worker := range s.Peers {
			h := c.workers[place{at.replica, worker}]
			if h == nil {
				return fmt.Sprintf("a worker was told nothing\n%s worker %d", at.replica, worker)
			}
			if difference := w.difference(h); difference != "" {
				return fmt.Sprintf("a worker is not what the commands of its last connection lead to\n%s worker %d, %s connection %s: %s",
					at.replica, worker, at.plane, w.connection.nonce, difference)
			}
		}
	}
	return ""
}
