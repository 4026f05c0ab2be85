package search

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/scenarios"
	"onelane.test/scenarios/goal"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// BenchmarkStorm runs drawn storms with nobody listening beside the oracles, as run does, and as a search runs them, in turns.
// It reports both, in worlds per second of one core, and how much more time a search takes, in percent.
func BenchmarkStorm(b *testing.B) {
	pool, all, cover := sim.NewPool(), goal.Goals(), newCoverage()
	defer pool.Close()
	storm := scenarios.Lookup("storm")
	var plain, searched time.Duration
	for i := 0; b.Loop(); i++ {
		p, err := storm.Plan(scenarios.DeriveSeed(1, storm.Name, i), scenarios.PlanOptions{})
		require.NoError(b, err)
		run := func(look func()) time.Duration {
			begin := time.Now()
			look()
			return time.Since(begin)
		}
		plain += run(func() {
			_, err := scenarios.Run(p, scenarios.RunOptions{Pool: pool})
			require.NoError(b, err)
		})
		searched += run(func() {
			orders, watch := NewOrders(), goal.NewWatch(all, p)
			observer := trace.ObserverFunc(func(r *trace.Record) {
				orders.Observe(r)
				watch.Observe(r)
			})
			_, err := scenarios.Run(p, scenarios.RunOptions{Pool: pool, Observer: observer})
			require.NoError(b, err)
			cover.add(i, featuresOf(orders.Pairs(), watch.Reached()))
		})
	}
	b.ReportMetric(float64(b.N)/plain.Seconds(), "run-worlds/s")
	b.ReportMetric(float64(b.N)/searched.Seconds(), "fuzz-worlds/s")
	b.ReportMetric(100*(searched.Seconds()/plain.Seconds()-1), "%-more")
}
