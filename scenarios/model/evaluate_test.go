package model

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

var s1, s2 = query.ID{N: 1, Name: "s1"}, query.ID{N: 2, Name: "s2"}

// lastTime is beyond which nothing changes in the histories of these tests.
const lastTime = 9

func drawQuery(t *rapid.T, depth int) *query.Query {
	kinds := []string{"input", "constant", "filter", "map", "union", "sleep", "count"}
	if depth == 0 {
		kinds = kinds[:2]
	}
	operand := func() *query.Query { return drawQuery(t, depth-1) }
	switch rapid.SampledFrom(kinds).Draw(t, "operator") {
	case "constant":
		return query.Constant(rapid.SliceOfN(genRow, 0, 3).Draw(t, "rows")...)
	case "filter":
		mod := rapid.Int64Range(1, 3).Draw(t, "mod")
		return query.Filter(operand(), mod, rapid.Int64Range(0, mod-1).Draw(t, "rem"))
	case "map":
		return query.Map(operand(), rapid.Int64Range(1, 3).Draw(t, "mod"))
	case "union":
		return query.Union(operand(), operand())
	case "sleep":
		return query.Sleep(operand(), query.SleepOp{Forever: true})
	case "count":
		return query.Count(operand())
	}
	return query.Input(rapid.SampledFrom([]query.ID{s1, s2}).Draw(t, "input"))
}

var genRow = rapid.Custom(func(t *rapid.T) query.Row {
	return query.Row{Key: rapid.Int64Range(-2, 2).Draw(t, "key"), Value: rapid.Int64Range(0, 2).Draw(t, "value")}
})

func drawHistory(t *rapid.T, label string) history {
	return newHistory(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) query.Update {
		return query.Update{
			Row:  genRow.Draw(t, "row"),
			Time: frontier.Time(rapid.Uint64Range(0, lastTime).Draw(t, "time")),
			Diff: rapid.Int64Range(-2, 2).Draw(t, "diff"),
		}
	}), 0, 12).Draw(t, label))
}

// at returns the rows that exist at a time.
func (h history) at(t frontier.Time) map[query.Row]int64 {
	rows := map[query.Row]int64{}
	for _, u := range h {
		if u.Time > t {
			continue
		}
		if rows[u.Row] += u.Diff; rows[u.Row] == 0 {
			delete(rows, u.Row)
		}
	}
	return rows
}

func TestEvaluationAddsUpToTheMeaningAtEachTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuery(t, 3)
		inputs := map[query.ID]history{s1: drawHistory(t, "s1"), s2: drawHistory(t, "s2")}
		first := frontier.Time(rapid.Uint64Range(0, lastTime).Draw(t, "first"))
		h := evaluate(q, first, func(id query.ID) history { return inputs[id] })
		for _, u := range h {
			require.GreaterOrEqual(t, u.Time, first)
		}
		for at := first; at <= lastTime; at++ {
			require.Equal(t, q.Eval(func(id query.ID) map[query.Row]int64 { return inputs[id].at(at) }), h.at(at), "%s at %d", q, at)
		}
		require.Equal(t, complete(h, first, frontier.Empty()), append([]query.Update{}, h...), "consolidated")
	})
}

func TestEvaluationLeavesItsInputsAsTheyAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, h := drawQuery(t, 3), drawHistory(t, "input")
		before := newHistory(h)
		evaluate(q, 0, func(query.ID) history { return h })
		require.Equal(t, before, h)
	})
}
