package render

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/query"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// queries are what views compute in the tests below: each operator alone, and some together.
var queries = []string{
	"s1", "filter(s1,3,1)", "map(s1,2)", "union(s1,s2)", "count(s1)", "count(map(s1,3))", "union(s1,s1)",
	"count(union(filter(s1,2,0),map(s2,4)))", "count(count(s1))", "sleep(s1,3ms,worker=0)", "sleep(count(s2),1ms)",
	"constant(1:2,3:4,1:2)", "union(i1,s2)", "count(i1)",
}

// history is what the inputs go through: at each step each shard gets some rows and loses some.
type feeder struct {
	w      *world
	rng    *sim.Stream
	now    frontier.Time
	live   map[query.Shard][]query.Row
	shards []query.Shard
}

func newFeeder(w *world, shards ...query.Shard) *feeder {
	return &feeder{w: w, rng: w.sim.Stream("feed"), live: map[query.Shard][]query.Row{}, shards: shards}
}

func (f *feeder) step() {
	length := frontier.Time(f.rng.Between(1, 5))
	for _, shard := range f.shards {
		var updates []query.Update
		for range f.rng.Between(0, 6) {
			at := f.now + frontier.Time(f.rng.IntN(int(length)))
			updates = append(updates, f.change(shard, at))
		}
		f.w.feed(shard, frontier.At(f.now+length), updates...)
	}
	f.now += length
}

// change inserts a row, or retracts one of those that are there. A retraction may come at an earlier time than the
// insertion: multiplicities are negative in between, which is as good as any other input.
func (f *feeder) change(shard query.Shard, at frontier.Time) query.Update {
	live := f.live[shard]
	if len(live) > 4 && f.rng.Chance(1, 2) {
		i := f.rng.IntN(len(live))
		gone := live[i]
		f.live[shard] = append(live[:i], live[i+1:]...)
		return query.Update{Row: gone, Time: at, Diff: -1}
	}
	added := query.Row{Key: int64(f.rng.IntN(7)), Value: int64(f.rng.IntN(3))}
	f.live[shard] = append(live, added)
	return query.Update{Row: added, Time: at, Diff: 1}
}

// checkView compares the view with its query at every time from the as_of on.
func (w *world) checkView(d *query.Description, want frontier.Antichain) {
	w.t.Helper()
	shard := d.Exports[0].Shard
	require.Equal(w.t, want, w.store.Upper(shard), "upper of %s", d)
	asOf, _ := d.AsOf.Time()
	last, ok := want.Time()
	if !ok {
		last = asOf + 3
	}
	for at := asOf; at < last; at++ {
		got := w.contents(shard, at)
		require.Equal(w.t, w.eval(d, at), got, "%s at %d", d, at)
	}
}

// eval asks the reference what the query is at a time.
func (w *world) eval(d *query.Description, at frontier.Time) map[query.Row]int64 {
	return d.Query.Eval(func(id query.ID) map[query.Row]int64 {
		if id == i1 {
			id = s1
		}
		return w.contents(query.ShardOf(id), at)
	})
}

func TestViewsEqualTheirQueries(t *testing.T) {
	for _, size := range []struct{ processes, workers int }{{1, 1}, {1, 2}, {2, 1}, {1, 3}, {2, 2}} {
		for _, text := range queries {
			t.Run(fmt.Sprintf("%dx%d/%s", size.processes, size.workers, text), func(t *testing.T) {
				for seed := range uint64(3) {
					viewEqualsQuery(t, seed, size.processes, size.workers, text)
				}
			})
		}
	}
}

// viewEqualsQuery lets a view follow its inputs over restarts of its replica.
func viewEqualsQuery(t *testing.T, seed uint64, processes, workers int, text string) {
	w := newWorld(t, sim.Config{Seed: seed, Schedule: sim.Random(), Grain: sim.Grain100us})
	f := newFeeder(w, "s1", "s2")
	f.step()
	f.step()
	asOf := f.now - 1
	r := w.addReplica(processes, workers)
	w.install(describe(t, i1, query.Index, "s1", asOf-1))
	d := describe(t, mv1, query.MaterializedView, text, asOf)
	w.install(d)
	for range 8 {
		f.step()
		w.runFor(time.Duration(f.rng.IntN(8)) * time.Millisecond)
		if f.rng.Chance(1, 3) {
			r.restart()
		}
	}
	w.runFor(time.Second)
	want := frontier.At(f.now)
	if len(d.Query.Inputs()) == 0 {
		want = frontier.Empty()
	}
	w.checkView(d, want)
}

func TestReplicasWriteOneView(t *testing.T) {
	for seed := range uint64(20) {
		w := newWorld(t, sim.Config{Seed: seed, Schedule: sim.Random(), Grain: sim.Grain100us})
		f := newFeeder(w, "s1")
		f.step()
		first, second := w.addReplica(1, 2), w.addReplica(2, 1)
		d := describe(t, mv1, query.MaterializedView, "count(s1)", f.now-1)
		w.install(d)
		for range 10 {
			f.step()
			w.runFor(time.Duration(f.rng.IntN(6)) * time.Millisecond)
			switch f.rng.IntN(5) {
			case 0:
				first.restart()
			case 1:
				second.restart()
			}
		}
		w.runFor(time.Second)
		w.checkView(d, frontier.At(f.now))
	}
}

func TestViewOverView(t *testing.T) {
	w := newWorld(t, sim.Config{Seed: 3})
	f := newFeeder(w, "s1")
	f.step()
	w.addReplica(1, 2)
	below := describe(t, mv1, query.MaterializedView, "filter(s1,2,1)", f.now-1)
	above := describe(t, mv2, query.MaterializedView, "count(mv1)", f.now-1)
	w.install(below)
	w.install(above)
	for range 5 {
		f.step()
		w.runFor(10 * time.Millisecond)
	}
	w.runFor(time.Second)
	w.checkView(below, frontier.At(f.now))
	w.checkView(above, frontier.At(f.now))
}

func TestNothingIsWrittenBeforeItMayBe(t *testing.T) {
	w := newWorld(t, sim.Config{})
	w.feed("s1", frontier.At(5), row(1, 1, 2))
	w.addReplica(1, 2)
	d := describe(t, mv1, query.MaterializedView, "s1", 4)
	f := w.install(d)
	f.writes = false
	w.runFor(time.Second)
	require.Equal(t, frontier.At(0), w.store.Upper("mv1"), "written in the read-only state")
	f.writes = true
	w.wake()
	w.runFor(time.Second)
	w.checkView(d, frontier.At(5))
}

func TestNothingIsReadBeforeTheStart(t *testing.T) {
	for _, text := range []string{"i1", "s1", "count(union(i1,s1))"} {
		w := newWorld(t, sim.Config{})
		w.feed("s1", frontier.At(5), row(1, 1, 2))
		r := w.addReplica(1, 2)
		w.install(describe(t, i1, query.Index, "s1", 4))
		view := w.install(describe(t, mv1, query.MaterializedView, text, 4))
		view.start = false
		w.runFor(time.Second)
		for _, me := range r.workers {
			require.Equal(t, Frontiers{Write: frontier.At(5), Input: frontier.At(5), Output: frontier.At(5)},
				me.flows[0].Exports[0].Frontiers())
			require.Equal(t, Frontiers{}, me.flows[1].Exports[0].Frontiers(), text)
		}
		view.start = true
		w.wake()
		w.runFor(time.Second)
		w.checkView(view.description, frontier.At(5))
	}
}

// Nobody refuses a writer that is alone: it knows what it has written itself.
func TestLoneWriterIsNeverRefused(t *testing.T) {
	w := newWorld(t, sim.Config{Schedule: sim.Random(), Grain: sim.Grain100us})
	appended := 0
	w.sim.Observe(trace.ObserverFunc(func(r *trace.Record) {
		if e, ok := r.Event.(persist.Appended); ok && e.Shard == "mv1" {
			require.True(t, e.OK, "%+v", e)
			appended++
		}
	}))
	f := newFeeder(w, "s1")
	f.step()
	w.addReplica(1, 2)
	w.install(describe(t, mv1, query.MaterializedView, "count(s1)", f.now-1))
	for range 100 {
		f.step()
		w.runFor(time.Millisecond)
	}
	require.Greater(t, appended, 20)
}

// A sink does not rely on what it has written itself: whatever somebody else has put into the shard is corrected from
// the first time on at which it can be.
func TestViewCorrectsItsShard(t *testing.T) {
	for _, asOf := range []frontier.Time{5, 8, 15} {
		w := newWorld(t, sim.Config{})
		w.feed("s1", frontier.At(20), row(1, 1, 2), row(2, 2, 12))
		w.feed("mv1", frontier.At(8), row(9, 9, 3), row(1, 1, 2))
		w.addReplica(2, 2)
		d := describe(t, mv1, query.MaterializedView, "s1", asOf)
		w.install(d)
		w.runFor(time.Second)
		foreign := map[query.Row]int64{{Key: 1, Value: 1}: 1, {Key: 9, Value: 9}: 1}
		first := max(asOf, 8)
		for at := frontier.Time(3); at < first; at++ {
			require.Equal(t, foreign, w.contents("mv1", at), "at %d", at)
		}
		for at := first; at < 20; at++ {
			require.Equal(t, w.eval(d, at), w.contents("mv1", at), "at %d", at)
		}
	}
}

func TestSinkOfFinishedShardRests(t *testing.T) {
	w := newWorld(t, sim.Config{})
	w.feed("s1", frontier.At(5), row(1, 1, 2))
	r := w.addReplica(1, 2)
	w.install(describe(t, mv1, query.MaterializedView, "s1", 4))
	w.runFor(time.Second)
	w.store.Finalise("mv1")
	w.feed("s1", frontier.At(9))
	w.runFor(time.Second)
	for _, me := range r.workers {
		f := me.flows[0].Exports[0].Frontiers()
		require.Equal(t, frontier.Empty(), f.Write)
		require.Equal(t, frontier.At(9), f.Output)
	}
}

func TestSourceOfFinalisedShardPanics(t *testing.T) {
	w := newWorld(t, sim.Config{})
	w.store.Finalise("s1")
	r := w.addReplica(1, 1)
	w.install(describe(t, i1, query.Index, "s1", 4))
	w.runFor(time.Second)
	require.False(t, r.nodes[0].Alive(), "the process survived a read that cannot be served")
}
