package render

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// While an operator of one dataflow sleeps, the worker does nothing else, and dataflows that have nothing to do with it
// stand still on every worker, because each of them spans all.
func TestSleepStopsTheWorkerAndWithItEveryDataflow(t *testing.T) {
	w := newWorld(t, sim.Config{})
	blocked := 0
	w.sim.Observe(trace.ObserverFunc(func(r *trace.Record) {
		if _, ok := r.Event.(Blocked); ok {
			blocked++
		}
	}))
	w.feed("s1", frontier.At(5), row(1, 1, 2))
	w.feed("s2", frontier.At(5), row(1, 1, 2))
	w.addReplica(1, 2)
	d := describe(t, mv1, query.MaterializedView, "s1", 4)
	w.install(d)
	w.runFor(time.Second)
	w.checkView(d, frontier.At(5))

	w.install(describe(t, mv2, query.MaterializedView, "sleep(s2,10s,worker=1)", 4))
	w.runFor(time.Second)
	w.feed("s1", frontier.At(9), row(2, 2, 6))
	w.runFor(5 * time.Second)
	require.Equal(t, 1, blocked)
	require.Equal(t, frontier.At(5), w.store.Upper("mv1"), "a dataflow went on without worker 1")

	w.runFor(10 * time.Second)
	require.Equal(t, 1, blocked)
	w.checkView(d, frontier.At(9))
	require.Equal(t, frontier.At(5), w.store.Upper("mv2"))
}

func TestSleepForever(t *testing.T) {
	w := newWorld(t, sim.Config{})
	w.feed("s1", frontier.At(5))
	w.addReplica(1, 2)
	w.install(describe(t, mv1, query.MaterializedView, "sleep(s1,forever)", 4))
	w.runFor(1000 * time.Hour)
	require.Equal(t, frontier.At(0), w.store.Upper("mv1"))
}
