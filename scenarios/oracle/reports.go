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
// The time for which a worker handles what the lane has released does not count: handle_pending_commands of
// compute/src/server.rs goes on until nothing is left, so that a backlog, such as the one behind a link that was down,
// is handled before the worker comes back to its duties.
type Reports struct {
	Base
	command time.Duration // what it takes to handle one command of the lane
	blocked func(worker int) (longest time.Duration, forever bool)
	duties  map[seat]*duties
	next    sim.Time // when the first duty is overdue
}

// NewReports returns the oracle; command says how long a worker takes to handle one command of the lane, blocked for how
// long in sum the plan blocks a worker of each replica.
func NewReports(world Violator, command time.Duration, blocked func(worker int) (time.Duration, bool)) *Reports {
	return &Reports{
		Base:    newBase("reports", "a worker with a storage connection reports statistics and frontiers within each interval", world),
		command: command,
		blocked: blocked,
		duties:  map[seat]*duties{},
		next:    sim.Never,
	}
}

// Observe follows the duties of all workers.
func (p *Reports) Observe(r *trace.Record) {
	now := sim.Time(r.At)
	if now > p.next {
		p.overdue(now)
	}
	switch e := r.Event.(type) {
	case sim.NodeExited:
		p.forget(e.Node)
	case sim.NodePaused:
		p.all(e.Node, now, func(d *duties) { d.paused++ })
	case sim.TaskPaused:
		p.all(e.Node, now, func(d *duties) { d.paused++ })
	case sim.NodeResumed:
		p.all(e.Node, now, func(d *duties) { d.paused = max(0, d.paused-1) })
	case sim.TaskResumed:
		p.all(e.Node, now, func(d *duties) { d.paused = max(0, d.paused-1) })
	case clusterd.GuestReconciled:
		p.one(r, e.Worker, func(d *duties) { d.begin(e.Nonce, now) })
	case clusterd.ClientConnected:
		p.gone(r, e.Plane, e.Worker)
	case clusterd.ClientDisconnected:
		p.gone(r, e.Plane, e.Worker)
	case storage.ExternalMap:
		p.one(r, e.Worker, func(d *duties) { d.know(e.Reported, now) })
	case storage.Observed:
		p.one(r, e.Worker, func(d *duties) { d.observe(e.ID, e.Upper, now) })
	case lane.Delivered:
		p.one(r, e.Worker, func(d *duties) { d.handle(p.command) })
		if c, ok := e.Item.Storage.(protocol.InternalUpdateConfiguration); ok {
			p.one(r, e.Worker, func(d *duties) { d.configure(c.Params, now) })
		}
	case lane.Accepted:
		if _, ok := e.Item.Storage.(protocol.StatisticsUpdate); ok {
			p.looks++
			p.one(r, e.Producer, func(d *duties) { d.count(now) })
		}
	case clusterd.Responded:
		if upper, ok := e.Response.(protocol.FrontierUpper); ok {
			p.looks++
			p.one(r, e.Worker, func(d *duties) { d.report(e.Nonce, upper) })
		}
	}
}

// gone ends the duties of a worker whose storage connection has ended or is replaced.
func (p *Reports) gone(r *trace.Record, plane clusterd.Plane, worker int) {
	if plane == clusterd.Storage {
		p.one(r, worker, (*duties).end)
	}
}

// one changes the duties of one worker.
func (p *Reports) one(r *trace.Record, worker int, change func(*duties)) {
	at := seat{r.Node, worker}
	d := p.duties[at]
	if d == nil {
		longest, forever := p.blocked(worker)
		d = newDuties(longest+dutySlack, forever)
		p.duties[at] = d
	}
	change(d)
	p.schedule()
}

// all changes the duties of all workers of a process, which begin anew. A worker may wait for another that stands still.
func (p *Reports) all(node string, now sim.Time, change func(*duties)) {
	for _, at := range slices.SortedFunc(maps.Keys(p.duties), compareSeats) {
		if d := p.duties[at]; at.node == node {
			change(d)
			d.restart(now)
		}
	}
	p.schedule()
}

func (p *Reports) forget(node string) {
	for at := range p.duties {
		if at.node == node {
			delete(p.duties, at)
		}
	}
	p.schedule()
}

func (p *Reports) schedule() {
	p.next = sim.Never
	for _, d := range p.duties {
		p.next = min(p.next, d.due)
	}
}

// overdue reports the first worker, by name, that has missed a duty.
func (p *Reports) overdue(now sim.Time) {
	for _, at := range slices.SortedFunc(maps.Keys(p.duties), compareSeats) {
		if d := p.duties[at]; d.due < now {
			p.Violatef("a worker with a storage connection is late with a report\n%s worker %d: %s", at.node, at.worker, d.missed(now))
			return
		}
	}
}
