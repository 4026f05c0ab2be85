package oracle

import (
	"fmt"
	"time"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/storage"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// FirstReports demands that the first reports after a reconnect come no earlier than one interval after the connection
// was reconciled, whatever was reported on the one before: so did the loop of a storage cluster of its own. A report that
// comes early does no harm, so the run goes on and may show something worse. That none comes late is for [Reports].
type FirstReports struct {
	Base
	guests map[seat]*reporting
}

// reporting is what a guest has yet to report first on its connection.
type reporting struct {
	params protocol.Params // in force, by the lane
	again  bool            // the process has had a connection before
	since  sim.Time        // when this one was reconciled
	// frontiers and statistics say that they were not reported yet, least is the smallest interval of each since then.
	frontiers, statistics bool
	least                 intervals
}

// intervals are those of frontier and of statistics reports.
type intervals struct{ frontiers, statistics time.Duration }

// NewFirstReports returns the oracle.
func NewFirstReports(world Violator) *FirstReports {
	return &FirstReports{
		Base:   newBase("first-reports", "the first reports after a reconnect come an interval after the connection was reconciled", world),
		guests: map[seat]*reporting{},
	}
}

// Observe follows parameters, connections and reports of each guest.
func (f *FirstReports) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case sim.NodeExited:
		f.forget(e.Node)
	case lane.Delivered:
		if c, ok := e.Item.Storage.(protocol.InternalUpdateConfiguration); ok {
			f.of(r.Node, e.Worker).configure(c.Params)
		}
	case clusterd.GuestReconciled:
		f.of(r.Node, e.Worker).reconciled(sim.Time(r.At))
	case clusterd.Responded:
		f.responded(r, e)
	}
}

func (f *FirstReports) of(node string, worker int) *reporting {
	at := seat{node, worker}
	if f.guests[at] == nil {
		f.guests[at] = &reporting{params: protocol.NoParams()}
	}
	return f.guests[at]
}

func (f *FirstReports) forget(node string) {
	for at := range f.guests {
		if at.node == node {
			delete(f.guests, at)
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
	g.least = intervals{min(g.least.frontiers, now.frontiers), min(g.least.statistics, now.statistics)}
}

func (g *reporting) reconciled(now sim.Time) {
	g.frontiers, g.statistics = g.again, g.again
	g.since, g.again, g.least = now, true, g.intervals()
}

func (f *FirstReports) responded(r *trace.Record, e clusterd.Responded) {
	g := f.of(r.Node, e.Worker)
	switch e.Response.(type) {
	case protocol.FrontierUpper:
		if g.frontiers {
			g.frontiers = false
			f.judge(r, "frontiers", sim.Time(r.At).Sub(g.since), g.least.frontiers)
		}
	case protocol.StatisticsUpdates:
		if g.statistics {
			g.statistics = false
			f.judge(r, "statistics", sim.Time(r.At).Sub(g.since), g.least.statistics)
		}
	}
}

func (f *FirstReports) judge(r *trace.Record, what string, after, interval time.Duration) {
	f.looks++
	if after < interval && f.violation == "" {
		f.violation = fmt.Sprintf("the first report of %s after a reconnect came early\n%s.%s reported %s after it reconciled, the interval is %s",
			what, r.Node, r.Task, after, interval)
	}
}
