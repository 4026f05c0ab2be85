package clusterd

import (
	"time"

	"onelane.test/runtime/fail"
	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// adapter joins the compute connections, which come and go, to a worker, whose queues are for life.
//
// It serves connections one after the other, and looks for the next only when the current one has ended. Commands get
// the nonce of the connection that they came by. Responses carry the nonce that the worker knew when it sent them,
// which may be of the past or of the future: worker 0 may have broadcast a connection before this process's client of
// it has come. As nonces have no order, all responses of other connections are stashed. The stash for a nonce is
// flushed when its client comes; the whole stash is of the past, and is cleared, once the worker answers the current
// connection.
type adapter struct {
	worker    int // timely index
	clients   *sim.Queue[computeConnection]
	responses *sim.Queue[nonced]
	send      func(*sim.Task, protocol.ComputeCommand, protocol.Nonce)
	delay     func() time.Duration // before each turn; nil for none
	stash     map[protocol.Nonce][]protocol.ComputeResponse
	epoch     protocol.Nonce // the greatest nonce so far, which means nothing but to a bug
}

// nonced is a response with the nonce of the connection that it is meant for.
type nonced struct {
	response protocol.ComputeResponse
	nonce    protocol.Nonce
}

// run is the body of the adapter's task.
func (a *adapter) run(t *sim.Task) {
	a.stash = make(map[protocol.Nonce][]protocol.ComputeResponse)
	for {
		conn, ok := a.clients.Recv(t)
		if !ok {
			return
		}
		t.Emit(ClientConnected{Plane: Compute, Worker: a.worker, Nonce: conn.nonce})
		a.epoch = max(a.epoch, conn.nonce)
		a.flush(t, conn)
		a.serve(t, conn)
		t.Emit(ClientDisconnected{Plane: Compute, Worker: a.worker, Nonce: conn.nonce})
	}
}

func (a *adapter) flush(t *sim.Task, conn computeConnection) {
	stashed := a.stash[conn.nonce]
	delete(a.stash, conn.nonce)
	for _, response := range stashed {
		a.forward(t, conn, nonced{response: response, nonce: conn.nonce})
	}
}

// serve forwards in both directions, choosing at random where both have something, until either end is given up.
func (a *adapter) serve(t *sim.Task, conn computeConnection) {
	ends := []sim.Case{conn.commands, a.responses}
	for {
		ready := sim.Select(t, ends...)
		if a.idle(t) {
			ready = sim.Select(t, ends...)
		}
		if ready == 0 {
			cmd, ok := conn.commands.TryPop(t)
			if !ok {
				return
			}
			a.send(t, cmd, conn.nonce)
			continue
		}
		if response, ok := a.responses.TryPop(t); ok && !a.respond(t, conn, response) {
			return
		}
	}
}

// idle lets pass what the adapter's thread takes to get to it, and is true if that was anything.
func (a *adapter) idle(t *sim.Task) bool {
	if a.delay == nil {
		return false
	}
	d := a.delay()
	if d > 0 {
		t.Sleep(d)
	}
	return d > 0
}

// respond forwards a response or stashes it; it is false if the client is gone.
func (a *adapter) respond(t *sim.Task, conn computeConnection, r nonced) bool {
	switch {
	case r.nonce < a.epoch && fail.On(t, fail.EpochFilter):
		return true
	case r.nonce == conn.nonce:
		a.clear(t)
		return a.forward(t, conn, r)
	case fail.On(t, fail.UntaggedResponses):
		return a.forward(t, conn, r)
	case fail.On(t, fail.NoFutureStash):
		return true
	}
	if fail.On(t, fail.StashClearedEarly) {
		clear(a.stash)
	}
	t.Emit(Stashed{Worker: a.worker, ConnNonce: conn.nonce, RespNonce: r.nonce, Response: r.response})
	a.stash[r.nonce] = append(a.stash[r.nonce], r.response)
	return true
}

// clear forgets the whole stash.
func (a *adapter) clear(t *sim.Task) {
	if len(a.stash) == 0 || fail.On(t, fail.StashKept) {
		return
	}
	t.Emit(StashCleared{Worker: a.worker, Connections: len(a.stash)})
	clear(a.stash)
}

func (a *adapter) forward(t *sim.Task, conn computeConnection, r nonced) bool {
	if !conn.respond(t, r.response) {
		return false
	}
	t.Emit(Forwarded{Worker: a.worker, ConnNonce: conn.nonce, RespNonce: r.nonce, Response: r.response})
	return true
}
