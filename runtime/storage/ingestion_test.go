package storage

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// matches reports whether the words of a pattern occur in a text, in their order.
func matches(text, pattern string) bool {
	for word := range strings.FieldsSeq(pattern) {
		_, rest, found := strings.Cut(text, word)
		if !found {
			return false
		}
		text = rest
	}
	return true
}

// eachTopology runs a test on replicas of one to four workers.
func eachTopology(t *testing.T, test func(t *testing.T, o replicaOptions)) {
	for _, o := range []replicaOptions{
		{Processes: 1, Workers: 1}, {Processes: 1, Workers: 2}, {Processes: 2, Workers: 1}, {Processes: 2, Workers: 2},
	} {
		for seed := range uint64(4) {
			o.Seed = seed
			if seed%2 == 1 {
				o.Schedule, o.Grain = sim.Random(), sim.Grain(100*time.Microsecond)
			}
			t.Run(fmt.Sprintf("%dx%d/seed=%d", o.Processes, o.Workers, seed), func(t *testing.T) { test(t, o) })
		}
	}
}

func TestIngestionFollowsItsBindings(t *testing.T) {
	eachTopology(t, func(t *testing.T, o replicaOptions) {
		r := newReplica(t, o)
		s1 := r.source("s1", "rate=200", "partitions=3", "exports=s1,s1a")
		s2 := r.source("s2", "rate=50", "shape=2")
		r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
		r.runFor(500 * time.Millisecond)
		r.tell(protocol.RunIngestion{Ingestion: s2})
		r.runFor(2 * time.Second)
		require.Greater(t, len(r.store.Contents("s1")), 400)
		require.Greater(t, len(r.store.Contents("s1a")), 400)
		require.Greater(t, len(r.store.Contents("s2")), 80)
		r.requireIngested(s1)
		r.requireIngested(s2)
		r.requireSameOrder()
		r.requireRunning("s1", "s2")
		require.Zero(t, r.count("faulted"))
	})
}

// Uppers of all workers advance, as each worker has to report one.
func TestIngestionReportsUppersEverywhere(t *testing.T) {
	eachTopology(t, func(t *testing.T, o replicaOptions) {
		r := newReplica(t, o)
		s1 := r.source("s1", "rate=100", "exports=s1,s1a")
		r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
		r.runFor(time.Second)
		for _, w := range r.workers {
			for _, id := range s1.CollectionIDs() {
				shared, ok := w.state.sourceUppers.get(id)
				require.True(t, ok)
				at, _ := shared.frontier.Time()
				require.GreaterOrEqual(t, uint64(at), uint64(700), "worker %d, %s", w.index, id)
				require.True(t, shared.frontier.Le(r.store.Upper(query.ShardOf(id))), "worker %d, %s", w.index, id)
				require.Contains(t, w.responses, protocol.StorageResponse(protocol.FrontierUpper{ID: id, Upper: lastReported(w, id)}))
			}
		}
	})
}

func lastReported(w *testWorker, id query.ID) frontier.Antichain {
	last, _ := w.state.reported.get(id)
	return last
}
