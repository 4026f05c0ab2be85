package render

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// drop has every worker drop a dataflow that it has built.
func (r *replica) drop(flow int) {
	for _, me := range r.workers {
		r.between(me, func() { me.flows[flow].Drop() })
	}
}

// between runs fn on a worker's thread, between two of its steps.
func (r *replica) between(me *worker, fn func()) {
	me.todo = append(me.todo, fn)
	me.task.Unpark(nil)
}

// indexed returns a world with an index on s1 and a view over the index, hydrated.
func indexed(t *testing.T, workers int) (*world, *replica, *query.Description) {
	w := newWorld(t, sim.Config{Schedule: sim.Random()})
	w.feed("s1", frontier.At(5), row(1, 1, 2), row(2, 2, 3), row(3, 3, 4))
	r := w.addReplica(1, workers)
	w.install(describe(t, i1, query.Index, "s1", 4))
	d := describe(t, mv1, query.MaterializedView, "count(i1)", 4)
	w.install(d)
	w.runFor(time.Second)
	w.checkView(d, frontier.At(5))
	return w, r, d
}

// Dropping an arrangement cuts its trace off, which its readers cannot tell from completeness
// (differential-dataflow, trace wrappers): a view that is still there ends for ever.
func TestDroppingAnIndexUnderItsReaderEndsTheReader(t *testing.T) {
	w, r, _ := indexed(t, 2)
	r.drop(0)
	w.runFor(time.Second)
	require.Equal(t, frontier.Empty(), w.store.Upper("mv1"))
}

func TestDroppingTheReaderFirstHarmsNobody(t *testing.T) {
	w, r, d := indexed(t, 2)
	r.drop(1)
	r.drop(0)
	w.runFor(time.Second)
	w.feed("s1", frontier.At(9), row(1, 1, 6))
	w.runFor(time.Second)
	w.checkView(d, frontier.At(5))
	for _, me := range r.workers {
		require.Empty(t, me.traces[i1].readers)
	}
}

func TestMissingIndexPanics(t *testing.T) {
	w := newWorld(t, sim.Config{})
	r := w.addReplica(1, 1)
	w.install(describe(t, mv1, query.MaterializedView, "i1", 4))
	w.runFor(time.Second)
	require.False(t, r.nodes[0].Alive())
}

func TestIndexBeyondTheAsOfPanics(t *testing.T) {
	w, r, _ := indexed(t, 1)
	w.install(describe(t, mv2, query.MaterializedView, "i1", 3))
	w.runFor(time.Second)
	require.False(t, r.nodes[0].Alive(), "read an index as of a time that it cannot tell apart any more")
}

// An index imported late, after its trace has been merged, gives what it gave in the beginning.
func TestLateImportSeesTheMergedTrace(t *testing.T) {
	w := newWorld(t, sim.Config{Seed: 7})
	f := newFeeder(w, "s1")
	f.step()
	r := w.addReplica(1, 2)
	w.install(describe(t, i1, query.Index, "s1", f.now-1))
	for range 60 {
		f.step()
		w.runFor(10 * time.Millisecond)
	}
	for _, me := range r.workers {
		r.between(me, func() {
			me.traces[i1].holds[0].Downgrade(frontier.At(f.now - 4))
			me.traces[i1].Maintain()
			require.NotEmpty(me.task, me.traces[i1].base)
		})
	}
	w.runFor(10 * time.Millisecond)
	d := describe(t, mv1, query.MaterializedView, "count(i1)", f.now-4)
	w.install(d)
	f.step()
	w.runFor(time.Second)
	w.checkView(d, frontier.At(f.now))
}

// What an import reads has happened at the as_of or later, also if the index knows better.
func TestImportMovesTimesToItsAsOf(t *testing.T) {
	w := newWorld(t, sim.Config{})
	w.feed("s1", frontier.At(9), row(1, 1, 2), row(2, 2, 5), row(3, 3, 8))
	r := w.addReplica(1, 1)
	w.install(describe(t, i1, query.Index, "s1", 3))
	w.runFor(time.Second)
	w.install(describe(t, i2, query.Index, "i1", 6))
	w.runFor(time.Second)
	trace := r.workers[0].traces[i2]
	require.Equal(t, frontier.At(9), trace.Upper())
	require.Equal(t, []query.Update{row(1, 1, 6), row(2, 2, 6), row(3, 3, 8)}, trace.tail[len(trace.tail)-1].updates)
}
