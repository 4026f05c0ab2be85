package storage

import (
	"fmt"
	"slices"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

func (r *replica) upper(id query.ID) frontier.Time {
	t, _ := r.store.Upper(query.ShardOf(id)).Time()
	return t
}

// wallNow is the time of the replicas' wall clocks.
func (r *replica) wallNow() frontier.Time {
	return frontier.Time(r.world.Now() / sim.Time(time.Millisecond))
}

// count returns how many events contain a text.
func (r *replica) count(pattern string) int {
	n := 0
	for _, e := range r.events {
		if matches(e, pattern) {
			n++
		}
	}
	return n
}

// requireSameOrder checks that all workers built the same in the same order. With skew, some are behind.
func (r *replica) requireSameOrder() {
	r.t.Helper()
	for w := 1; w < len(r.workers); w++ {
		require.Equal(r.t, r.built[0], r.built[w], "worker %d", w)
	}
}

// requireIngested checks that each export's shard holds, up to its upper, just the rows that its source has there by
// the bindings of the remap shard.
func (r *replica) requireIngested(i *query.Ingestion) {
	r.t.Helper()
	bindings := r.store.Contents(query.ShardOf(i.Remap))
	for export, id := range i.Exports {
		upper := r.store.Upper(query.ShardOf(id))
		require.True(r.t, upper.Le(r.store.Upper(query.ShardOf(i.Remap))), "data ahead of its bindings")
		got := query.Consolidate(slices.Clone(r.store.Contents(query.ShardOf(id))))
		if upper.IsEmpty() && len(got) > 0 { // finalised: how far it was written before doesn't show
			upper = frontier.At(got[len(got)-1].Time + 1)
		}
		require.Equal(r.t, generated(i, export, bindings, upper), got, "export %s up to %s", id, upper)
	}
}

// generated returns what an export holds up to an upper.
func generated(i *query.Ingestion, export int, bindings []query.Update, upper frontier.Antichain) []query.Update {
	var rows []query.Update
	var offset int64
	for _, b := range query.Consolidate(slices.Clone(bindings)) {
		if upper.LessEqual(b.Time) || b.Diff < 0 {
			continue
		}
		for ; offset < b.Row.Value; offset++ {
			rows = append(rows, query.Update{Row: query.GeneratedRow(i.ID, export, offset), Time: b.Time, Diff: 1})
		}
	}
	return query.Consolidate(rows)
}

// requireExported checks that a sink's log holds each change of its collection from the as_of on exactly once.
func (r *replica) requireExported(k *query.Sink) {
	r.t.Helper()
	upper := r.store.Upper(SinkShard(k.ID))
	asOf, _ := k.AsOf.Time()
	var want []query.Update
	for _, u := range r.store.Contents(k.FromShard) {
		u.Time = max(u.Time, asOf)
		if !upper.LessEqual(u.Time) {
			want = append(want, u)
		}
	}
	got := query.Consolidate(slices.Clone(r.store.Contents(SinkShard(k.ID))))
	require.Equal(r.t, query.Consolidate(want), got, "sink %s up to %s", k.ID, upper)
}

// requireRunning checks that the dataflows of the named objects, once each, and no others are installed everywhere.
func (r *replica) requireRunning(ids ...string) {
	r.t.Helper()
	slices.Sort(ids)
	for _, w := range r.workers {
		require.Equal(r.t, ids, r.installed(w), "worker %d", w.index)
	}
}

// installed returns the names of a worker's dataflows, sorted, without the lane.
func (r *replica) installed(w *testWorker) []string {
	var running []string
	for d := 1; d < w.worker.NextDataflow(); d++ {
		if w.worker.Installed(d) {
			running = append(running, r.flowName(w.index, d))
		}
	}
	slices.Sort(running)
	return running
}

// flowName returns what a dataflow was built for.
func (r *replica) flowName(worker, dataflow int) string {
	var index int
	var name string
	_, err := fmt.Sscanf(r.built[worker][dataflow], "%d %s", &index, &name)
	require.NoError(r.t, err)
	return name
}
