package query_test

// Goal: the text of a query is a faithful name for it, and its reference evaluation has the algebra that the
// incremental operators rely on. Method: random trees from rapid for the laws, tables for fixed meanings.

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/runtime/query"
)

var (
	s1 = query.ID{N: 1, Name: "s1"}
	s2 = query.ID{N: 2, Name: "s2"}
)

func resolve(name string) (query.ID, bool) {
	for _, id := range []query.ID{s1, s2} {
		if id.Name == name {
			return id, true
		}
	}
	return query.ID{}, false
}

// drawQuery draws a tree of at most the given depth. With onlyLinear it has neither counts nor constants.
func drawQuery(t *rapid.T, depth int, onlyLinear bool) *query.Query {
	choices := []string{"input"}
	if !onlyLinear {
		choices = append(choices, "constant")
	}
	if depth > 0 {
		choices = append(choices, "filter", "map", "union", "sleep")
		if !onlyLinear {
			choices = append(choices, "count")
		}
	}
	operand := func() *query.Query { return drawQuery(t, depth-1, onlyLinear) }
	switch rapid.SampledFrom(choices).Draw(t, "operator") {
	case "constant":
		return query.Constant(rapid.SliceOfN(genRow, 0, 3).Draw(t, "rows")...)
	case "filter":
		mod := rapid.Int64Range(1, 4).Draw(t, "mod")
		return query.Filter(operand(), mod, rapid.Int64Range(0, mod-1).Draw(t, "rem"))
	case "map":
		return query.Map(operand(), rapid.Int64Range(1, 4).Draw(t, "mod"))
	case "union":
		return query.Union(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) *query.Query {
			return drawQuery(t, depth-1, onlyLinear)
		}), 1, 3).Draw(t, "operands")...)
	case "sleep":
		return query.Sleep(operand(), drawSleep(t))
	case "count":
		return query.Count(operand())
	}
	return query.Input(rapid.SampledFrom([]query.ID{s1, s2}).Draw(t, "input"))
}

func drawSleep(t *rapid.T) query.SleepOp {
	op := query.SleepOp{Worker: rapid.IntRange(query.AllWorkers, 3).Draw(t, "worker")}
	if op.Forever = rapid.Bool().Draw(t, "forever"); !op.Forever {
		op.For = time.Duration(rapid.Int64Range(1, int64(time.Hour)).Draw(t, "for"))
	}
	return op
}

var genRow = rapid.Custom(func(t *rapid.T) query.Row {
	return query.Row{
		Key:   rapid.Int64Range(-3, 3).Draw(t, "key"),
		Value: rapid.Int64Range(-2, 2).Draw(t, "value"),
	}
})

var genRows = rapid.MapOfN(genRow, rapid.Int64Range(-2, 2), 0, 8)

// collections are the contents of the inputs.
type collections map[query.ID]map[query.Row]int64

func drawCollections(t *rapid.T, label string) collections {
	return collections{s1: genRows.Draw(t, label+" s1"), s2: genRows.Draw(t, label+" s2")}
}

func (c collections) get(id query.ID) map[query.Row]int64 { return c[id] }

func sum(a, b map[query.Row]int64) map[query.Row]int64 {
	total := map[query.Row]int64{}
	for _, rows := range []map[query.Row]int64{a, b} {
		for row, diff := range rows {
			if total[row] += diff; total[row] == 0 {
				delete(total, row)
			}
		}
	}
	return total
}

func TestParseReadsWhatStringPrints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuery(t, 3, false)
		parsed, err := query.Parse(q.String(), resolve)
		require.NoError(t, err)
		require.Equal(t, q.String(), parsed.String())
		require.Equal(t, q.Inputs(), parsed.Inputs())
		contents := drawCollections(t, "contents")
		require.Equal(t, q.Eval(contents.get), parsed.Eval(contents.get))
	})
}

func TestEvalIsLinearWithoutCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuery(t, 3, true)
		a, b := drawCollections(t, "a"), drawCollections(t, "b")
		both := collections{s1: sum(a[s1], b[s1]), s2: sum(a[s2], b[s2])}
		require.Equal(t, q.Eval(both.get), sum(q.Eval(a.get), q.Eval(b.get)), q)
	})
}

func TestEvalLeavesInputsAsTheyAreAndHasNoZeros(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuery(t, 3, false)
		contents := drawCollections(t, "contents")
		before := collections{s1: sum(contents[s1], nil), s2: sum(contents[s2], nil)}
		for row, diff := range q.Eval(contents.get) {
			require.NotZero(t, diff, row)
		}
		require.Equal(t, before, collections{s1: sum(contents[s1], nil), s2: sum(contents[s2], nil)})
	})
}

func TestEval(t *testing.T) {
	contents := collections{
		s1: {{Key: 1, Value: 10}: 1, {Key: 1, Value: 11}: 2, {Key: 2, Value: 20}: 1, {Key: -1, Value: 5}: 1},
		s2: {{Key: 1, Value: 10}: -1, {Key: 4, Value: 1}: 1},
	}
	for text, want := range map[string]map[query.Row]int64{
		"s2":                    {{Key: 1, Value: 10}: -1, {Key: 4, Value: 1}: 1},
		"constant()":            {},
		"constant(1:2,1:2,3:4)": {{Key: 1, Value: 2}: 2, {Key: 3, Value: 4}: 1},
		"filter(s1,2,0)":        {{Key: 2, Value: 20}: 1},
		"filter(s1,3,2)":        {{Key: 2, Value: 20}: 1, {Key: -1, Value: 5}: 1},
		"map(s2,3)":             {{Key: 1, Value: 10}: -1, {Key: 1, Value: 1}: 1},
		"count(s1)":             {{Key: 1, Value: 3}: 1, {Key: 2, Value: 1}: 1, {Key: -1, Value: 1}: 1},
		"count(s2)":             {{Key: 1, Value: -1}: 1, {Key: 4, Value: 1}: 1},
		"count(map(s2,3))":      {},
		"union(s1,s2)": {{Key: 1, Value: 11}: 2, {Key: 2, Value: 20}: 1, {Key: -1, Value: 5}: 1,
			{Key: 4, Value: 1}: 1},
		"sleep(s2,forever,worker=0)": {{Key: 1, Value: 10}: -1, {Key: 4, Value: 1}: 1},
	} {
		q, err := query.Parse(text, resolve)
		require.NoError(t, err)
		require.Equal(t, want, q.Eval(contents.get), text)
		require.Equal(t, text, q.String())
	}
}

func TestInputs(t *testing.T) {
	q, err := query.Parse("union(s2,count(s1),map(s2,2),constant(1:1))", resolve)
	require.NoError(t, err)
	require.Equal(t, []query.ID{s1, s2}, q.Inputs())
	require.Empty(t, query.Constant().Inputs())
}

func TestSleepBlocks(t *testing.T) {
	one := query.SleepOp{Worker: 1}
	require.False(t, one.Blocks(0))
	require.True(t, one.Blocks(1))
	all := query.SleepOp{Worker: query.AllWorkers}
	require.True(t, all.Blocks(0))
	require.True(t, all.Blocks(1))
}
