package storage

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/runtime/query"
)

// All workers together read each offset exactly once, whatever the number of partitions.
func TestPartitionRowsCoverOffsets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		i := &query.Ingestion{ID: query.ID{N: 1, Name: "s1"}, Partitions: rapid.IntRange(0, 9).Draw(t, "partitions")}
		peers := rapid.IntRange(1, 5).Draw(t, "peers")
		resume := rapid.Int64Range(0, 70).Draw(t, "resume")
		first := rapid.Int64Range(0, 50).Draw(t, "first")
		end := first + rapid.Int64Range(-3, 60).Draw(t, "length")
		var read []query.Update
		for w := range peers {
			read = share{i, w, peers}.rows(read, 0, resume, binding{At: 7, From: first, To: end})
		}
		var want []query.Update
		for offset := max(first, resume); offset < end; offset++ {
			want = append(want, query.Update{Row: query.GeneratedRow(i.ID, 0, offset), Time: 7, Diff: 1})
		}
		require.Equal(t, query.Consolidate(want), query.Consolidate(slices.Clone(read)))
	})
}

func TestOffsetAt(t *testing.T) {
	require.Equal(t, int64(0), offsetAt(200, 0))
	require.Equal(t, int64(0), offsetAt(200, 4))
	require.Equal(t, int64(1), offsetAt(200, 5))
	require.Equal(t, int64(200*3600), offsetAt(200, 3_600_000))
	require.Equal(t, int64(0), offsetAt(0, 3_600_000))
}

func TestKeysReachAllWorkers(t *testing.T) {
	for peers := 1; peers <= 4; peers++ {
		reached := map[int]bool{}
		for key := range int64(query.GeneratedKeys) {
			reached[keyWorker(key, peers)] = true
		}
		require.Len(t, reached, peers)
	}
}

func TestOwnersSpread(t *testing.T) {
	owners := map[int]bool{}
	for _, name := range []string{"s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"} {
		owners[owner(query.ID{Name: name}, 4)] = true
	}
	require.Greater(t, len(owners), 1)
}

func TestDefaults(t *testing.T) {
	require.Equal(t, DefaultSuspendDelay, Config{}.suspendDelay())
	require.Equal(t, time.Millisecond, Config{SuspendDelay: time.Millisecond}.suspendDelay())
}
