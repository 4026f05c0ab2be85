package clusterd

import (
	"math"

	"onelane.test/runtime/fail"
	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// serve does the guest's share of an iteration: connections, answers of the async worker, external commands, reports.
//
// The async answers are taken with or without a connection. Storage items keep flowing while the controller is away
// and cause async work, and answers that wait keep the worker from parking.
func (g *guest) serve() {
	g.accept()
	if g.conn == nil && g.worker.process.flaws.asyncUndrained {
		return
	}
	g.drainAsync()
	conn := g.conn
	if conn == nil {
		return
	}
	connected := g.drainCommands(conn)
	if !conn.reconciling {
		g.report(conn)
	}
	if !connected {
		if conn.reconciling && fail.On(g.worker.task, fail.PartialReconcile) {
			g.reconcile(conn)
		}
		g.worker.task.Emit(ClientDisconnected{Plane: Storage, Worker: g.worker.timely.Index(), Nonce: conn.nonce})
		g.replace(nil)
	}
}

// replace makes next, nil for none, the guest's connection.
func (g *guest) replace(next *guestConnection) {
	g.conn = next
	g.worker.seat.storing = next != nil
}

// point makes the next sub-step a choice of the schedule.
func (g *guest) point() *sim.Task {
	g.worker.task.Point()
	return g.worker.task
}

// accept takes all connections that have come; the last replaces all before it, with whatever they still held.
func (g *guest) accept() {
	for g.clients.Len() > 0 {
		t := g.point()
		conn, ok := g.clients.TryPop(t)
		if !ok {
			return
		}
		t.Emit(ClientConnected{Plane: Storage, Worker: g.worker.timely.Index(), Nonce: conn.nonce})
		next := &guestConnection{storageConnection: conn, reconciling: true}
		next.send = func(response protocol.StorageResponse) { g.respond(next, response) }
		g.replace(next)
		if fail.On(t, fail.AsyncRecreated) {
			g.async = newAsync(g.worker)
			g.state.ReplaceAsync(g.async)
		}
	}
}

// turnQuota bounds what the guest takes of each queue in one turn of the loop.
const turnQuota = 64

// quota returns how many items of a queue the guest takes in one turn of the loop: those that are there when it begins,
// and not too many, so that whoever fills the queue cannot keep the worker from its other duties. What is left keeps
// the worker from parking.
func (g *guest) quota(q interface{ Len() int }) int {
	if g.worker.process.flaws.unboundedDrain {
		return math.MaxInt
	}
	return min(q.Len(), turnQuota)
}

func (g *guest) drainAsync() {
	for n := g.quota(g.async.Responses); n > 0 && g.async.Responses.Len() > 0; n-- {
		response, ok := g.async.Responses.TryPop(g.point())
		if !ok {
			return
		}
		g.state.HandleAsyncResponse(response)
	}
}

// drainCommands handles the external commands that are here, or keeps them until InitializationComplete. It is false
// if the client is gone and nothing of it is left.
func (g *guest) drainCommands(conn *guestConnection) (connected bool) {
	for n := g.quota(conn.commands); n > 0 && conn.commands.Len() > 0; n-- {
		cmd, ok := conn.commands.TryPop(g.point())
		if !ok {
			break
		}
		g.handleExternal(conn, cmd)
	}
	return !conn.commands.Closed() || conn.commands.Len() > 0
}

func (g *guest) handleExternal(conn *guestConnection, cmd protocol.StorageCommand) {
	g.worker.charge()
	g.news = true
	if !conn.reconciling {
		g.state.HandleExternal(cmd)
		return
	}
	if _, complete := cmd.(protocol.StorageInitializationComplete); !complete {
		conn.buffer = append(conn.buffer, cmd)
		return
	}
	g.reconcile(conn)
}

// reconcile brings the guest to what the connection's commands say, and the connection into service.
func (g *guest) reconcile(conn *guestConnection) {
	conn.reconciling = false
	g.resetTimers()
	g.state.Reconcile(conn.buffer)
	conn.buffer = nil
	g.worker.task.Emit(GuestReconciled{
		Generation: g.worker.process.timely.Generation(), Worker: g.worker.timely.Index(), Nonce: conn.nonce,
	})
}

// resetTimers makes the first reports of a connection come an interval after it was reconciled, whenever earlier ones had
// theirs.
func (g *guest) resetTimers() {
	if !g.worker.process.flaws.timersKept {
		g.lastMaintenance, g.lastStatistics = g.worker.task.Now(), g.worker.task.Now()
	}
}

// maintain reports frontiers if that is due.
func (g *guest) maintain(conn *guestConnection) {
	if now := g.worker.task.Now(); now >= g.lastMaintenance.Add(g.state.MaintenanceInterval()) {
		g.lastMaintenance = now
		g.news, g.reportedRound = false, g.worker.timely.Rounds()
		g.point()
		g.state.ReportFrontiers(conn.send)
	}
}

// report tells the controller what is new. In the iteration that notices the end of a connection this still runs, and
// what it takes is lost.
func (g *guest) report(conn *guestConnection) {
	if g.worker.process.flaws.maintenanceAfterPark {
		g.maintain(conn)
	}
	g.state.ReportDropped(conn.send)
	g.state.ReportStatuses(conn.send)
	if g.worker.task.Now() >= g.lastStatistics.Add(g.state.StatisticsInterval()) {
		g.point()
		g.state.ReportStatistics(conn.send)
		g.lastStatistics = g.worker.task.Now()
	}
}

func (g *guest) respond(conn *guestConnection, response protocol.StorageResponse) {
	t := g.worker.task
	t.Emit(Responded{
		Plane: Storage, Generation: g.worker.process.timely.Generation(), Worker: g.worker.timely.Index(),
		Nonce: conn.nonce, Response: response,
	})
	conn.respond(t, response)
}
