package render

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// updates draws some, at times from lo to hi.
func updates(t *rapid.T, lo, hi frontier.Time) []query.Update {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) query.Update {
		u := row(rapid.Int64Range(-3, 9).Draw(t, "key"), rapid.Int64Range(0, 1).Draw(t, "value"),
			frontier.Time(rapid.Uint64Range(uint64(lo), uint64(hi)).Draw(t, "time")))
		u.Diff = rapid.SampledFrom([]int64{1, 1, -1}).Draw(t, "diff")
		return u
	}), 0, 20).Draw(t, "updates")
}

func TestExchangeDealsEachUpdateToTheOwnerOfItsKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		peers := rapid.IntRange(1, 5).Draw(t, "peers")
		all := updates(t, 0, 3)
		var dealt []query.Update
		splitByKey(all, peers, func(target int, part any) {
			for _, u := range part.([]query.Update) {
				require.Equal(t, owner(u.Row.Key, peers), target)
				dealt = append(dealt, u)
			}
		})
		require.ElementsMatch(t, all, dealt)
	})
}

func TestOneWorkerIsActive(t *testing.T) {
	seen := map[int]int{}
	for n := range uint64(100) {
		worker := ActiveWorker(query.ID{N: n}, 4)
		require.Equal(t, worker, ActiveWorker(query.ID{N: n, Name: "another"}, 4))
		seen[worker]++
	}
	for worker := range 4 {
		require.Greater(t, seen[worker], 10, "worker %d is hardly ever the active one", worker)
	}
}

// A trace tells times from since on apart, whatever is merged, and gives those who read it from any moment on the same.
func TestTraceKeepsWhatIsHeld(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trace := &Trace{}
		hold := trace.Hold()
		var all []query.Update
		for range rapid.IntRange(1, 30).Draw(t, "batches") {
			lower, _ := trace.Upper().Time()
			upper := lower + frontier.Time(rapid.Uint64Range(1, 3).Draw(t, "length"))
			batch := query.Consolidate(updates(t, lower, upper-1))
			all = append(all, batch...)
			trace.seal(batch, frontier.At(upper))
			hold.Downgrade(frontier.At(frontier.Time(rapid.Uint64Range(0, uint64(upper)).Draw(t, "since"))))
			trace.Maintain()

			since, _ := trace.Since().Time()
			var kept []query.Update
			last := frontier.Antichain{}
			for _, b := range trace.read(nil).queue {
				require.True(t, slices.IsSortedFunc(b.updates, func(a, b query.Update) int { return int(a.Time) - int(b.Time) }))
				require.True(t, last.Lt(b.upper))
				last = b.upper
				kept = append(kept, b.updates...)
			}
			trace.readers = nil
			require.Equal(t, trace.Upper(), last)
			for at := since; at < upper; at++ {
				require.Equal(t, multiset(all, at), multiset(kept, at), "at %d, since %d", at, since)
			}
		}
	})
}

func TestTraceWithoutHoldsIsFreed(t *testing.T) {
	trace := &Trace{}
	hold, other := trace.Hold(), trace.Hold()
	hold.Downgrade(frontier.At(4))
	require.Equal(t, frontier.At(0), trace.Since())
	trace.seal([]query.Update{row(1, 1, 0)}, frontier.At(5))
	other.Release()
	require.Equal(t, frontier.At(4), trace.Since())
	require.Len(t, trace.tail, 1)
	hold.Release()
	require.Equal(t, frontier.Empty(), trace.Since())
	trace.seal([]query.Update{row(1, 1, 6)}, frontier.At(7))
	require.Empty(t, trace.tail)
	require.Equal(t, frontier.At(7), trace.Upper())
}
