package clusterd

import (
	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// connection is what a client hands to one worker when it says Hello: the connection's nonce, the worker's end of the
// commands, and where its responses go. Each end that is given up closes its queue.
type connection[C, R any] struct {
	nonce     protocol.Nonce
	commands  *sim.Queue[C]
	responses *sim.Queue[partial[R]]
	local     int // the worker's index in the process
}

// partial is the response of one of the process's workers, which the client merges with the others'.
type partial[R any] struct {
	local    int
	response R
}

// again marks an entry of the response queue that brings nothing, and only keeps the queue ready.
const again = -1

// respond sends a response to the client; it is false if the client is gone.
func (c connection[C, R]) respond(t *sim.Task, response R) bool {
	if c.responses.Closed() {
		return false
	}
	c.responses.Push(t, partial[R]{local: c.local, response: response})
	return true
}

// The connections of the two planes.
type (
	computeConnection = connection[protocol.ComputeCommand, protocol.ComputeResponse]
	storageConnection = connection[protocol.StorageCommand, protocol.StorageResponse]
)
