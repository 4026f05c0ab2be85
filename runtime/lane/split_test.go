package lane_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

func create(q *query.Query) protocol.CreateDataflow {
	return protocol.CreateDataflow{Description: &query.Description{Name: "mv1", Query: q}}
}

// TestSplitDealsRowsOut checks that every row of every constant is on one worker, and that what is built is the same.
func TestSplitDealsRowsOut(t *testing.T) {
	t.Parallel()
	var rows []query.Row
	for i := range int64(7) {
		rows = append(rows, query.Row{Key: i, Value: -i})
	}
	whole := create(query.Union(query.Count(query.Constant(rows...)), query.Constant(rows[0])))
	for peers := 1; peers <= 9; peers++ {
		parts := lane.SplitCompute(whole, peers)
		require.Len(t, parts, peers)
		var first, second []query.Row
		for _, part := range parts {
			union := part.(protocol.CreateDataflow).Description.Query
			require.IsType(t, query.UnionOp{}, union.Op)
			require.IsType(t, query.CountOp{}, union.Of[0].Op)
			first = append(first, union.Of[0].Of[0].Op.(query.ConstantOp).Rows...)
			second = append(second, union.Of[1].Op.(query.ConstantOp).Rows...)
		}
		slices.SortFunc(first, func(a, b query.Row) int { return int(a.Key - b.Key) })
		require.Equal(t, rows, first)
		require.Equal(t, rows[:1], second)
	}
	require.Len(t, whole.Description.Query.Of[1].Op.(query.ConstantOp).Rows, 1, "the whole is left alone")
}

func TestSplitReplicatesEverythingElse(t *testing.T) {
	t.Parallel()
	for _, cmd := range []protocol.ComputeCommand{
		protocol.ComputeInitializationComplete{},
		protocol.Schedule{ID: query.ID{N: 1, Name: "i1"}},
		create(query.Count(query.Input(query.ID{N: 2, Name: "s1"}))),
	} {
		require.Equal(t, slices.Repeat([]protocol.ComputeCommand{cmd}, 3), lane.SplitCompute(cmd, 3))
	}
}
