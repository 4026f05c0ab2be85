package clusterd

import (
	"time"

	"onelane.test/runtime/protocol"
	"onelane.test/runtime/storage"
	"onelane.test/sim"
)

// guest is the storage side of a worker: its state, which the lane's storage items build, and the storage connection,
// which the worker reads at its own pace.
type guest struct {
	worker  *worker
	state   *storage.State
	async   *storage.AsyncWorker
	clients *sim.Queue[storageConnection]
	conn    *guestConnection // nil while no client is connected
	// When reports were last made on this connection, or when it was reconciled.
	lastMaintenance, lastStatistics sim.Time
	// reportedRound is the round of timely after which frontiers were reported last, news whether there may be something
	// to report without a further one: the controller has said something since.
	reportedRound uint64
	news          bool
}

// guestConnection is a storage connection of one worker.
type guestConnection struct {
	storageConnection
	// reconciling is true until InitializationComplete; meanwhile commands are kept in buffer.
	reconciling bool
	buffer      []protocol.StorageCommand
	send        func(protocol.StorageResponse)
}

func newGuest(w *worker) *guest {
	p, t := w.process, w.task
	cfg := p.flaws.apply(p.cfg.StorageConfig)
	g := &guest{
		worker:          w,
		clients:         w.seat.storage,
		async:           newAsync(w),
		lastMaintenance: t.Now(),
		lastStatistics:  t.Now(),
	}
	g.state = storage.New(w.timely, p.persist, w.lane.SendStorage, g.async, cfg, p.cfg.StorageHooks)
	t.Own(g.clients)
	t.Own(guestAnswers{g})
	t.Own(guestCommands{g})
	return g
}

func newAsync(w *worker) *storage.AsyncWorker {
	return storage.NewAsyncWorker(w.process.node, w.process.persist, w.task, w.timely.Index() == 0, w.process.cfg.StorageHooks)
}

// guestCommands is the queue of external commands of whatever connection the guest has.
type guestCommands struct{ guest *guest }

// Len and Name make it a queue whose length is reported when the worker parks.
func (q guestCommands) Len() int {
	if q.guest.conn == nil {
		return 0
	}
	return q.guest.conn.commands.Len()
}

func (q guestCommands) Name() string { return "storage.commands" }

// guestAnswers is the queue of answers of the async worker that the guest has.
type guestAnswers struct{ guest *guest }

func (q guestAnswers) Len() int     { return q.guest.async.Responses.Len() }
func (q guestAnswers) Name() string { return q.guest.async.Responses.Name() }

// busy reports whether something waits that the worker would not be woken for again.
func (g *guest) busy() bool {
	clients := g.clients.Len() > 0 && !g.worker.process.flaws.parkBesideClient
	return clients || guestCommands{g}.Len() > 0 || g.async.Responses.Len() > 0
}

// beforePark does what is due, since nothing else would end the park in time, and returns how long the worker may park
// before the guest's next duty. Without a connection that is reconciled there is no duty, and none to report frontiers
// that cannot have changed: an idle worker would wake up for nothing, over and over.
func (g *guest) beforePark() time.Duration {
	if g.conn == nil || g.conn.reconciling || g.worker.process.flaws.noParkCap {
		return unbounded
	}
	maintenance := g.lastMaintenance.Add(g.state.MaintenanceInterval())
	if !g.worker.process.flaws.maintenanceAfterPark {
		g.maintain(g.conn)
		if !g.news && g.reportedRound == g.worker.timely.Rounds() {
			maintenance = g.lastMaintenance
		}
	}
	return untilDuty(g.worker.task.Now(), maintenance, g.lastStatistics.Add(g.state.StatisticsInterval()))
}

// untilDuty returns how long it is until the next of the guest's duties. Statistics that are overdue forbid to park. A
// maintenance deadline that has come bounds nothing: what was due has been done, and only a step of timely or a command,
// behind which this is asked again, can bring something new. The interval of zero, which holds before the first
// configuration, would otherwise turn every park into a spin.
func untilDuty(now, maintenance, statistics sim.Time) time.Duration {
	toStatistics := max(0, statistics.Sub(now))
	if maintenance > now {
		return min(toStatistics, maintenance.Sub(now))
	}
	return toStatistics
}
