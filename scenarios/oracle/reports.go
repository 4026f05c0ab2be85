package oracle

import (
	"maps"
	"slices"
	"time"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/storage"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// dutySlack is what a report may take beside its interval: the rest of the turns of a loop, and a round of timely.
const dutySlack = 60 * time.Millisecond

// Reports demands that a worker with a storage connection in service makes its reports in time, be there something else
// to do or not: its statistics each interval, and how far a collection is within the interval of maintenance after it
// came there. An idle worker that parks for longer than until its next duty makes none
// (MaterializeInc/materialize#30346).
//
// The time for which a worker stands still does not count, and neither does that for which it handles commands: of those
// that the lane has released, handle_pending_commands of compute/src/server.rs leaves none, so that a backlog, such as the
// one behind a link that was down, is handled before the worker comes back to its duties.
type Reports struct {
	Base
	command time.Duration // what it takes to handle one command
	slack   time.Duration
	own     *ownTimes
	duties  map[thread]*duties
	next    sim.Time // when the first duty is overdue
}

// NewReports returns the oracle; command says how long a worker takes to handle one command, reply for how long it may wait
// for a reply before a report is in the trace.
func NewReports(world Violator, command, reply time.Duration) *Reports {
	return &Reports{
		Base:    newBase("reports", "a worker with a storage connection reports statistics and frontiers within each interval", world),
		command: command,
		slack:   dutySlack + reply,
		own:     newOwnTimes(),
		duties:  map[thread]*duties{},
		next:    sim.Never,
	}
}

// Observe follows the duties of all workers.
func (p *Reports) Observe(r *trace.Record) {
	now := sim.Time(r.At)
	if now > p.next {
		p.overdue(now)
	}
	if p.own.observe(r) {
		p.schedule()
	}
	switch e := r.Event.(type) {
	case sim.NodeExited:
		p.forget(e.Node)
	case clusterd.GuestReconciled:
		p.one(r, e.Worker, func(d *duties, now sim.Time) { d.begin(e.Nonce, now) })
	case clusterd.ClientConnected:
		p.gone(r, e.Plane, e.Worker)
	case clusterd.ClientDisconnected:
		p.gone(r, e.Plane, e.Worker)
	case storage.ExternalMap:
		p.one(r, e.Worker, func(d *duties, now sim.Time) { d.know(e.Reported, now) })
	case storage.Observed:
		p.one(r, e.Worker, func(d *duties, now sim.Time) { d.observe(e.ID, e.Upper, now) })
	case storage.Told:
		p.one(r, e.Worker, func(d *duties, _ sim.Time) { d.own.spend(p.command) })
	case lane.Delivered:
		p.one(r, e.Worker, func(d *duties, now sim.Time) { p.delivered(d, e.Item, now) })
	case lane.Accepted:
		if _, ok := e.Item.Storage.(protocol.StatisticsUpdate); ok {
			p.looks++
			p.one(r, e.Producer, (*duties).count)
		}
	case clusterd.Responded:
		if upper, ok := e.Response.(protocol.FrontierUpper); ok {
			p.looks++
			p.one(r, e.Worker, func(d *duties, _ sim.Time) { d.report(e.Nonce, upper) })
		}
	}
}

func (p *Reports) delivered(d *duties, item lane.Item, now sim.Time) {
	d.own.spend(p.command)
	if c, ok := item.Storage.(protocol.InternalUpdateConfiguration); ok {
		d.configure(c.Params, now)
	}
}

// gone ends the duties of a worker whose storage connection has ended or is replaced.
func (p *Reports) gone(r *trace.Record, plane clusterd.Plane, worker int) {
	if plane == clusterd.Storage {
		p.one(r, worker, func(d *duties, _ sim.Time) { d.end() })
	}
}

// one changes the duties of the worker that emitted an event; now is the worker's own time.
func (p *Reports) one(r *trace.Record, worker int, change func(d *duties, now sim.Time)) {
	t, now := threadOf(r), sim.Time(r.At)
	d := p.duties[t]
	if d == nil {
		d = newDuties(worker, p.own.of(t, now), p.slack)
		p.duties[t] = d
	}
	change(d, d.own.now(now))
	p.schedule()
}

func (p *Reports) forget(node string) {
	for t := range p.duties {
		if t.node == node {
			delete(p.duties, t)
		}
	}
	p.schedule()
}

func (p *Reports) schedule() {
	p.next = sim.Never
	for _, d := range p.duties {
		p.next = min(p.next, d.dueAt())
	}
}

// overdue reports the first worker, by name, that has missed a duty.
func (p *Reports) overdue(now sim.Time) {
	for _, t := range slices.SortedFunc(maps.Keys(p.duties), compareThreads) {
		if d := p.duties[t]; d.dueAt() < now {
			p.Violatef("a worker with a storage connection is late with a report\n%s worker %d: %s", t.node, d.worker, d.missed(d.own.now(now)))
			return
		}
	}
}
