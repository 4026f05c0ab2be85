package oracle

import (
	"fmt"
	"time"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
	"onelane.test/sim"
)

// duties are what one worker owes to its storage connection. All times are the worker's own.
type duties struct {
	worker  int
	own     *ownTime
	slack   time.Duration
	serving bool
	nonce   protocol.Nonce
	params  protocol.Params

	counted  sim.Time // when it reported its statistics last
	known    map[query.ID]bool
	seen     map[query.ID]frontier.Antichain
	reported map[query.ID]frontier.Antichain
	owed     map[query.ID]sim.Time // since when a frontier is to be reported

	due sim.Time // when the first of all is overdue
}

func newDuties(worker int, own *ownTime, slack time.Duration) *duties {
	return &duties{
		worker: worker, own: own, slack: slack, due: sim.Never, params: protocol.NoParams(),
		known: map[query.ID]bool{}, seen: map[query.ID]frontier.Antichain{},
		reported: map[query.ID]frontier.Antichain{}, owed: map[query.ID]sim.Time{},
	}
}

// begin puts a connection into service: everything is to be reported on it anew.
func (d *duties) begin(nonce protocol.Nonce, now sim.Time) {
	d.serving, d.nonce = true, nonce
	clear(d.reported)
	d.restart(now)
}

// end takes the connection out of service.
func (d *duties) end() {
	d.serving = false
	d.settle()
}

// count notes that statistics are reported.
func (d *duties) count(now sim.Time) {
	d.counted = now
	d.settle()
}

// restart counts all intervals from now.
func (d *duties) restart(now sim.Time) {
	d.counted = now
	clear(d.owed)
	for _, id := range sortedKeys(d.seen) {
		d.owe(id, now)
	}
	d.settle()
}

// know replaces the collections that are to be reported about.
func (d *duties) know(ids []query.ID, now sim.Time) {
	clear(d.known)
	for _, id := range ids {
		d.known[id] = true
		d.owe(id, now)
	}
	for id := range d.owed {
		if !d.known[id] {
			delete(d.owed, id)
		}
	}
	d.settle()
}

func (d *duties) observe(id query.ID, upper frontier.Antichain, now sim.Time) {
	d.seen[id] = upper
	d.owe(id, now)
	d.settle()
}

// owe notes that a frontier is to be reported, if there is news of it.
func (d *duties) owe(id query.ID, now sim.Time) {
	if !d.known[id] || !d.reported[id].Lt(d.seen[id]) {
		delete(d.owed, id)
		return
	}
	if _, already := d.owed[id]; !already {
		d.owed[id] = now
	}
}

func (d *duties) report(nonce protocol.Nonce, said protocol.FrontierUpper) {
	if nonce == d.nonce {
		d.reported[said.ID] = said.Upper
		delete(d.owed, said.ID)
		d.settle()
	}
}

func (d *duties) configure(params protocol.Params, now sim.Time) {
	d.params = d.params.Merge(params)
	d.restart(now)
}

// dueAt returns the world's time at which the first duty is overdue; never while the worker stands still.
func (d *duties) dueAt() sim.Time {
	if d.due == sim.Never || d.own.held() {
		return sim.Never
	}
	return d.due.Add(d.own.lost)
}

// settle computes when the first duty is overdue.
func (d *duties) settle() {
	d.due = sim.Never
	if !d.serving {
		return
	}
	d.due = d.counted.Add(d.statistics() + d.slack)
	first := sim.Never
	for _, since := range d.owed {
		first = min(first, since)
	}
	if first < sim.Never {
		d.due = min(d.due, first.Add(d.maintenance()+d.slack))
	}
}

func (d *duties) statistics() time.Duration {
	if d.params.StatisticsInterval < 0 {
		return storage.DefaultStatisticsInterval
	}
	return d.params.StatisticsInterval
}

func (d *duties) maintenance() time.Duration { return max(0, d.params.MaintenanceInterval) }

// missed says which duty is overdue, and for how long.
func (d *duties) missed(now sim.Time) string {
	for _, id := range sortedKeys(d.owed) {
		if late := now.Sub(d.owed[id]); late > d.maintenance()+d.slack {
			return fmt.Sprintf("%s has been at %s for %s, it reported %s, and does so every %s",
				id, d.seen[id], late, d.reported[id], d.maintenance())
		}
	}
	return fmt.Sprintf("no statistics for %s, it reports them every %s", now.Sub(d.counted), d.statistics())
}
