package clusterd

import (
	"fmt"
	"time"

	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// ClusterClient serves one compute connection of the process (src/cluster/src/client.rs). Nothing happens before the
// Hello, which it consumes: it hands each local worker's adapter a pair of queues and the nonce.
type ClusterClient = client[protocol.ComputeCommand, protocol.ComputeResponse]

// GuestClusterClient serves one storage connection. It differs from [ClusterClient] in that the queues go to workers
// that run already for compute's sake, and that the guests make nothing of the nonce.
type GuestClusterClient = client[protocol.StorageCommand, protocol.StorageResponse]

// partition is the layer between a connection and the workers of the process: it deals commands out and merges
// responses.
type partition[C, R any] interface {
	Split(command C) []C
	Absorb(shard int, response R) ([]R, error)
}

// client implements [protocol.Handler].
type client[C comparable, R any] struct {
	plane     Plane
	layer     partition[C, R]
	hello     func(C) (protocol.Nonce, bool)
	receivers []receiver[C, R]
	flaws     flaws
	commands  []*sim.Queue[C] // nil before the Hello
	responses *sim.Queue[partial[R]]
	merged    []R
}

// receiver is where one local worker takes its connections from.
type receiver[C, R any] struct {
	connections *sim.Queue[connection[C, R]]
	worker      *sim.Task
	announced   func()      // called when a connection is handed over
	serving     func() bool // whether the worker has a connection
}

// Send passes a command to the workers that are to have it, and wakes them.
func (c *client[C, R]) Send(t *sim.Task, command C) error {
	nonce, isHello := c.hello(command)
	parts := c.layer.Split(command)
	if isHello {
		c.connect(t, nonce)
		return nil
	}
	if c.commands == nil {
		t.Exit(sim.ExitPanic, "clusterd: the first %s command of a connection is %v, not Hello", c.plane, command)
	}
	var none C
	for local, part := range parts {
		if part == none {
			continue
		}
		c.commands[local].Push(t, part)
		c.receivers[local].worker.Unpark(t)
	}
	return nil
}

// connect hands every local worker its ends of a new connection.
func (c *client[C, R]) connect(t *sim.Task, nonce protocol.Nonce) {
	if c.commands != nil { // a second Hello: what is still said to the first is not for the second
		c.responses.Close(t)
		c.responses, c.merged = sim.NewQueue[partial[R]](t.World(), c.responses.Name()), nil
	}
	c.disconnect(t)
	for local, r := range c.receivers {
		commands := sim.NewQueue[C](t.World(), fmt.Sprintf("%s.commands.%d", c.plane, local))
		c.commands = append(c.commands, commands)
		r.connections.Push(t, connection[C, R]{nonce: nonce, commands: commands, responses: c.responses, local: local})
		r.announced()
		r.worker.Unpark(t)
		for c.flaws.lockStep && r.connections.Len() > 0 {
			t.Sleep(flawedPoll)
		}
	}
}

// flawedPoll is how often a client that waits for workers, which it should not, looks at them.
const flawedPoll = time.Millisecond

// disconnect gives up the command queues and wakes the workers, so that they notice.
func (c *client[C, R]) disconnect(t *sim.Task) {
	for local, commands := range c.commands {
		commands.Close(t)
		c.receivers[local].worker.Unpark(t)
	}
	c.commands = nil
}

// TryRecv returns a response if the workers' responses that are here make one.
func (c *client[C, R]) TryRecv(t *sim.Task) (response R, ok bool, err error) {
	for len(c.merged) == 0 {
		p, ok := c.responses.TryPop(t)
		if !ok {
			return response, false, nil
		}
		c.absorb(t, p)
	}
	response, c.merged = c.merged[0], c.merged[1:]
	return response, true, nil
}

// Case is ready when TryRecv may have something to return.
func (c *client[C, R]) Case() sim.Case {
	return c.responses
}

// Close lets the workers notice that the client is gone.
func (c *client[C, R]) Close(t *sim.Task) {
	c.responses.Close(t)
	c.disconnect(t)
	for _, r := range c.receivers {
		for c.flaws.acceptWaits && r.serving() {
			t.Sleep(flawedPoll)
		}
	}
}

// absorb merges a worker's response. One that the protocol forbids ends the process: the layer's error is a panic in
// the process that hosts it. If a response makes several, the queue stays ready until all have been taken.
func (c *client[C, R]) absorb(t *sim.Task, p partial[R]) {
	if p.local == again {
		return
	}
	merged, err := c.layer.Absorb(p.local, p.response)
	if err != nil {
		t.Exit(sim.ExitPanic, "clusterd: %s response %v of local worker %d: %v", c.plane, p.response, p.local, err)
	}
	c.merged = append(c.merged, merged...)
	for range len(merged) - 1 {
		c.responses.Push(t, partial[R]{local: again})
	}
}

func newClusterClient(p *process) *ClusterClient {
	c := &ClusterClient{
		plane: Compute, flaws: p.flaws,
		layer: protocol.NewPartitionedCompute(len(p.seats)),
		hello: func(command protocol.ComputeCommand) (protocol.Nonce, bool) {
			hello, ok := command.(protocol.ComputeHello)
			return hello.Nonce, ok
		},
		responses: sim.NewQueue[partial[protocol.ComputeResponse]](p.node.World(), "compute.responses"),
	}
	for _, s := range p.seats {
		c.receivers = append(c.receivers, receiver[protocol.ComputeCommand, protocol.ComputeResponse]{
			connections: s.compute, worker: s.task, announced: func() { s.arrivals++ }, serving: func() bool { return false },
		})
	}
	return c
}

func newGuestClusterClient(p *process) *GuestClusterClient {
	c := &GuestClusterClient{
		plane: Storage, flaws: p.flaws,
		layer: protocol.NewPartitionedStorage(len(p.seats)),
		hello: func(command protocol.StorageCommand) (protocol.Nonce, bool) {
			hello, ok := command.(protocol.StorageHello)
			return hello.Nonce, ok
		},
		responses: sim.NewQueue[partial[protocol.StorageResponse]](p.node.World(), "storage.responses"),
	}
	for _, s := range p.seats {
		c.receivers = append(c.receivers, receiver[protocol.StorageCommand, protocol.StorageResponse]{
			connections: s.storage, worker: s.task, announced: func() {}, serving: func() bool { return s.storing },
		})
	}
	return c
}
