package controller

import (
	"slices"

	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// StorageController commands the storage side of all replicas. Its methods may be called from any task of its node, in
// the order in which they shall take effect; [StorageController.Frontier] and the other questions also from outside.
type StorageController struct {
	cfg    Config
	onGone func(*sim.Task, query.ID)

	fleet        *fleet[protocol.StorageCommand, protocol.StorageResponse]
	history      protocol.StorageHistory
	placement    *placement
	instructions *sim.Queue[func(*sim.Task)]
	collections  map[query.ID]*storedCollection
	waits        []wait
}

// NewStorageController makes a controller that lives on the node, in its current incarnation. OnGone, which may be nil,
// is called when no replica can report on a dropped collection any more.
func NewStorageController(n *sim.Node, cfg Config, onGone func(*sim.Task, query.ID)) *StorageController {
	cfg = cfg.withDefaults()
	c := &StorageController{
		cfg: cfg, onGone: onGone,
		placement:    newPlacement(len(cfg.Replicas)),
		instructions: sim.NewQueue[func(*sim.Task)](n.World(), "storage-controller/instructions"),
		collections:  map[query.ID]*storedCollection{},
	}
	c.fleet = newFleet(n, Storage, cfg, newStoragePartition, specialiseStorage)
	return c
}

func newStoragePartition(shards int) partition[protocol.StorageCommand, protocol.StorageResponse] {
	return protocol.NewPartitionedStorage(shards)
}

// specialiseStorage gives the Hello of the history the nonce of the connection.
func specialiseStorage(command protocol.StorageCommand, nonce protocol.Nonce) protocol.StorageCommand {
	if _, ok := command.(protocol.StorageHello); ok {
		return protocol.StorageHello{Nonce: nonce}
	}
	return command
}

// Run is the controller's task. The replicas are connected to at once, with whatever has been commanded by then.
func (c *StorageController) Run(t *sim.Task) {
	c.send(t, protocol.StorageHello{})
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

func (c *StorageController) instruct(t *sim.Task, do func(*sim.Task)) {
	c.instructions.Push(t, do)
}

// send records a command and passes it to the replicas that it concerns.
func (c *StorageController) send(t *sim.Task, command protocol.StorageCommand) {
	c.history.Push(command)
	c.fleet.send(t, command, func(replica int) bool { return c.concerns(command, replica) })
}

// concerns says whether a replica is told of a command: those about an object go where the object runs.
func (c *StorageController) concerns(command protocol.StorageCommand, replica int) bool {
	switch command := command.(type) {
	case protocol.RunSink:
		return c.placement.runs(command.Sink.ID, replica)
	case protocol.StorageAllowCompaction:
		return c.placement.runs(command.ID, replica)
	default:
		return true
	}
}

// rehydrate gives a replica a new task that first replays what of the reduced history concerns it.
func (c *StorageController) rehydrate(t *sim.Task, replica int) {
	c.history.Reduce()
	replay := slices.DeleteFunc(slices.Clone(c.history.Commands()), func(command protocol.StorageCommand) bool {
		return !c.concerns(command, replica)
	})
	c.fleet.start(t, replica, replay)
}

func (c *StorageController) absorb(t *sim.Task, r report[protocol.StorageResponse]) {
	if c.fleet.stale(r) {
		return
	}
	if r.ended {
		c.lost(t, r.replica)
		return
	}
	t.Emit(ControllerReceived{
		Plane: Storage, Replica: c.cfg.Replicas[r.replica].Name, Epoch: r.epoch, Response: r.response,
	})
	switch response := r.response.(type) {
	case protocol.FrontierUpper:
		c.absorbUpper(t, response)
	case protocol.DroppedID:
		c.absorbDropped(t, r.replica, response.ID)
	case protocol.StatusUpdate:
		c.absorbStatus(response)
	}
}
