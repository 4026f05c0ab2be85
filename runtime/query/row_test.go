package query_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

type at struct {
	row  query.Row
	time frontier.Time
}

func totals(updates []query.Update) map[at]int64 {
	total := map[at]int64{}
	for _, u := range updates {
		if total[at{u.Row, u.Time}] += u.Diff; total[at{u.Row, u.Time}] == 0 {
			delete(total, at{u.Row, u.Time})
		}
	}
	return total
}

func TestConsolidate(t *testing.T) {
	update := rapid.Custom(func(t *rapid.T) query.Update {
		return query.Update{
			Row:  genRow.Draw(t, "row"),
			Time: frontier.Time(rapid.Uint64Range(0, 2).Draw(t, "time")),
			Diff: rapid.Int64Range(-2, 2).Draw(t, "diff"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		updates := rapid.SliceOf(update).Draw(t, "updates")
		want := totals(updates)
		got := query.Consolidate(updates)
		require.Equal(t, want, totals(got))
		require.Len(t, got, len(want), "each row and time once, none with multiplicity zero")
		for i := 1; i < len(got); i++ {
			earlier, later := got[i-1], got[i]
			require.True(t, earlier.Time < later.Time ||
				earlier.Time == later.Time && earlier.Row.Compare(later.Row) < 0, "sorted")
		}
	})
}

func TestGeneratedRowsOfAnExportAreDistinctAndReachAllKeys(t *testing.T) {
	keys := map[int64]int{}
	for offset := range int64(1000) {
		row := query.GeneratedRow(s1, 0, offset)
		require.Equal(t, row, query.GeneratedRow(s1, 0, offset))
		require.Equal(t, offset, row.Value)
		keys[row.Key]++
	}
	require.Len(t, keys, query.GeneratedKeys)
	for key, count := range keys {
		require.InDelta(t, 1000/query.GeneratedKeys, count, 30, "key %d", key)
	}
	differ := 0
	for offset := range int64(100) {
		if query.GeneratedRow(s1, 0, offset) != query.GeneratedRow(s1, 1, offset) {
			differ++
		}
	}
	require.Greater(t, differ, 80, "exports have rows of their own")
}
