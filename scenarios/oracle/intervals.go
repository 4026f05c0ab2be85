package oracle

import (
	"fmt"
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

// reportSlack is how much later than its interval a report may come, beside the time for which the plan blocks a worker.
const reportSlack = 100 * time.Millisecond

// Intervals demands that a storage connection in service hears of statistics once in each interval, on a replica where
// nothing happens as well (MaterializeInc/materialize#30346), and that the first reports after a reconnect come one
// interval after it was reconciled, whatever was reported on the connection before: so did the loop of a storage cluster
// of its own. A report that comes early does no harm, so the run goes on and may show something worse.
type Intervals struct {
	Base
	blocked func(worker int) (longest time.Duration, forever bool)
	guests  map[string]*reporting // by node and worker
}

// reporting is a guest that reports.
type reporting struct {
	node   string
	worker int
	params protocol.Params // in force, by the lane
	// least is the smallest interval of each kind since the last report, most the greatest.
	least, most intervals
	serving     bool     // a reconciled connection
	again       bool     // the process has had one
	since       sim.Time // when it was reconciled
	statistics  sim.Time // when statistics were reported last on it
	first       struct{ frontiers, statistics bool }
}

// intervals are those of frontier and of statistics reports.
type intervals struct{ frontiers, statistics time.Duration }

// NewIntervals returns the oracle; blocked says for how long in sum the plan blocks a worker of each replica.
func NewIntervals(world Violator, blocked func(worker int) (time.Duration, bool)) *Intervals {
	return &Intervals{
		Base:    newBase("report-intervals", "a storage connection hears of statistics in each interval, first one interval after a reconnect", world),
		blocked: blocked,
		guests:  map[string]*reporting{},
	}
}

// Observe follows parameters, connections and reports of each guest.
func (i *Intervals) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case sim.NodeExited:
		i.forget(e.Node)
	case lane.Delivered:
		if c, ok := e.Item.Storage.(protocol.InternalUpdateConfiguration); ok {
			i.of(r.Node, e.Worker).configure(c.Params)
		}
	case clusterd.GuestReconciled:
		i.of(r.Node, e.Worker).reconciled(sim.Time(r.At))
	case clusterd.ClientConnected:
		i.ended(r, e.Plane, e.Worker)
	case clusterd.ClientDisconnected:
		i.ended(r, e.Plane, e.Worker)
	case clusterd.Responded:
		if e.Plane == clusterd.Storage {
			i.responded(r, i.of(r.Node, e.Worker), e.Response)
		}
	}
}

func (i *Intervals) of(node string, worker int) *reporting {
	key := fmt.Sprintf("%s/%d", node, worker)
	g := i.guests[key]
	if g == nil {
		g = &reporting{node: node, worker: worker, params: protocol.NoParams()}
		g.least, g.most = g.intervals(), g.intervals()
		i.guests[key] = g
	}
	return g
}

func (i *Intervals) forget(node string) {
	for key, g := range i.guests {
		if g.node == node {
			delete(i.guests, key)
		}
	}
}

// intervals returns those in force.
func (g *reporting) intervals() intervals {
	statistics := g.params.StatisticsInterval
	if statistics < 0 {
		statistics = storage.DefaultStatisticsInterval
	}
	return intervals{frontiers: max(0, g.params.MaintenanceInterval), statistics: statistics}
}

func (g *reporting) configure(p protocol.Params) {
	g.params = g.params.Merge(p)
	now := g.intervals()
	g.least.frontiers, g.most.frontiers = min(g.least.frontiers, now.frontiers), max(g.most.frontiers, now.frontiers)
	g.least.statistics, g.most.statistics = min(g.least.statistics, now.statistics), max(g.most.statistics, now.statistics)
}

func (g *reporting) reconciled(now sim.Time) {
	g.serving, g.since, g.statistics = true, now, now
	g.first.frontiers, g.first.statistics = g.again, g.again
	g.again = true
	g.least, g.most = g.intervals(), g.intervals()
}

// ended judges a connection that gave way to another or to none.
func (i *Intervals) ended(r *trace.Record, plane clusterd.Plane, worker int) {
	if plane != clusterd.Storage {
		return
	}
	g := i.of(r.Node, worker)
	if late := i.late(g, sim.Time(r.At)); late != "" {
		i.Violatef("%s", late)
	}
	g.serving = false
}

func (i *Intervals) responded(r *trace.Record, g *reporting, response protocol.Response) {
	if !g.serving {
		return
	}
	now := sim.Time(r.At)
	switch response.(type) {
	case protocol.FrontierUpper:
		i.judgeFirst(g, &g.first.frontiers, "frontiers", now, g.least.frontiers)
	case protocol.StatisticsUpdates:
		i.looks++
		i.judgeFirst(g, &g.first.statistics, "statistics", now, g.least.statistics)
		if late := i.late(g, now); late != "" {
			i.Violatef("%s", late)
		}
		g.statistics = now
		g.least, g.most = g.intervals(), g.intervals()
	}
}

func (i *Intervals) judgeFirst(g *reporting, first *bool, what string, now sim.Time, interval time.Duration) {
	if !*first {
		return
	}
	*first = false
	i.looks++
	if after := now.Sub(g.since); after < interval && i.violation == "" {
		i.violation = fmt.Sprintf("the first report of %s after a reconnect came early\n%s worker %d reported %s after it reconciled, the interval is %s",
			what, g.node, g.worker, after, interval)
	}
}

// late says that worker 0, which reports statistics, should have done so before now; "" if not.
func (i *Intervals) late(g *reporting, now sim.Time) string {
	blocked, forever := i.blocked(g.worker)
	if !g.serving || g.worker != 0 || forever {
		return ""
	}
	if after := now.Sub(g.statistics); after > g.most.statistics+reportSlack+blocked {
		return fmt.Sprintf("statistics were not reported in time\n%s reported none for %s, the interval is %s", g.node, after, g.most.statistics)
	}
	return ""
}

// Check judges the connections that are in service at the end.
func (i *Intervals) Check(s *State) Verdict {
	for _, key := range slices.Sorted(maps.Keys(i.guests)) {
		if late := i.late(i.guests[key], s.Now); late != "" && i.violation == "" {
			i.violation = late
		}
	}
	return i.verdict("")
}
