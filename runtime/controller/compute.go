package controller

import (
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// Upstream tells when collections that compute dataflows read, but that compute does not write, have become readable.
type Upstream interface {
	// WhenBeyond calls notify, once and on a task of the environment, when the collection's write frontier has passed
	// the time. Nothing is called for a collection that is dropped before.
	WhenBeyond(t *sim.Task, id query.ID, at frontier.Time, notify func(*sim.Task))
}

// ComputeController commands the compute side of all replicas. Its methods may be called from any task of its node, in
// the order in which they shall take effect; [ComputeController.Frontier] and the other questions also from outside.
type ComputeController struct {
	cfg      Config
	upstream Upstream
	onGone   func(*sim.Task, query.ID)

	fleet        *fleet[protocol.ComputeCommand, protocol.ComputeResponse]
	history      protocol.ComputeHistory
	instructions *sim.Queue[func(*sim.Task)]
	collections  map[query.ID]*dataflowCollection
	waiting      []*dataflowCollection // not yet scheduled, by creation
}

// NewComputeController makes a controller that lives on the node, in its current incarnation. OnGone, which may be nil,
// is called when no replica can report on a dropped collection any more.
func NewComputeController(n *sim.Node, cfg Config, upstream Upstream, onGone func(*sim.Task, query.ID)) *ComputeController {
	cfg = cfg.withDefaults()
	c := &ComputeController{
		cfg: cfg, upstream: upstream, onGone: onGone,
		instructions: sim.NewQueue[func(*sim.Task)](n.World(), "compute-controller/instructions"),
		collections:  map[query.ID]*dataflowCollection{},
	}
	c.fleet = newFleet(n, Compute, cfg, newComputePartition, specialiseCompute)
	return c
}

func newComputePartition(shards int) partition[protocol.ComputeCommand, protocol.ComputeResponse] {
	return protocol.NewPartitionedCompute(shards)
}

// specialiseCompute gives the Hello of the history the nonce of the connection.
func specialiseCompute(command protocol.ComputeCommand, nonce protocol.Nonce) protocol.ComputeCommand {
	if _, ok := command.(protocol.ComputeHello); ok {
		return protocol.ComputeHello{Nonce: nonce}
	}
	return command
}

// Run is the controller's task. The replicas are connected to at once, with whatever has been commanded by then.
func (c *ComputeController) Run(t *sim.Task) {
	c.send(t, protocol.ComputeHello{})
	c.send(t, protocol.CreateInstance{Config: c.cfg.Instance})
	for replica := range c.fleet.members {
		c.rehydrate(t, replica)
	}
	for {
		if sim.Select(t, c.instructions, c.fleet.reports) == 0 {
			if instruction, ok := c.instructions.TryPop(t); ok {
				instruction(t)
			}
		} else if r, ok := c.fleet.reports.TryPop(t); ok {
			c.absorb(t, r)
		}
	}
}

// instruct queues what shall be done on the controller's own task.
func (c *ComputeController) instruct(t *sim.Task, do func(*sim.Task)) {
	c.instructions.Push(t, do)
}

// send records a command and passes it to every replica. A failure to deliver is noticed elsewhere: the replica's task
// ends, and its successor replays the history.
func (c *ComputeController) send(t *sim.Task, command protocol.ComputeCommand) {
	c.history.Push(command)
	c.fleet.send(t, command, everyReplica)
}

// rehydrate gives a replica a new task that first replays the reduced history.
func (c *ComputeController) rehydrate(t *sim.Task, replica int) {
	c.history.Reduce()
	c.fleet.start(t, replica, c.history.Commands())
}

func (c *ComputeController) absorb(t *sim.Task, r report[protocol.ComputeResponse]) {
	if c.fleet.stale(r) {
		return
	}
	if r.ended {
		c.lost(t, r.replica)
		return
	}
	t.Emit(ControllerReceived{
		Plane: Compute, Replica: c.cfg.Replicas[r.replica].Name, Epoch: r.epoch, Response: r.response,
	})
	if frontiers, ok := r.response.(protocol.Frontiers); ok {
		c.absorbFrontiers(t, r.replica, frontiers)
	}
}
