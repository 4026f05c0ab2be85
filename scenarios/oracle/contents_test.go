package oracle

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/environ"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// constantView is a view of one row, from time 5 on.
func constantView() environ.Object {
	row := query.Row{Key: 1, Value: 2}
	return environ.Object{
		ID: id(1, "mv1"), Kind: environ.KindMaterializedView, AsOf: 5, Query: &query.Query{Op: query.ConstantOp{Rows: []query.Row{row}}},
	}
}

// written is a state in which the view's shard holds updates and is complete up to a time.
func written(t *testing.T, upper frontier.Time, updates ...query.Update) func(*State) {
	w := sim.New(sim.Config{Seed: 1})
	t.Cleanup(w.Close)
	store := persist.NewStore(w.AddNode("persist", sim.NodeOptions{}))
	w.AddNode("writer", sim.NodeOptions{Start: func(n *sim.Node) {
		client := persist.NewClient(n, store, persist.DefaultConfig())
		client.CompareAndAppend("mv1", updates, frontier.At(0), frontier.At(upper), nil)
	}}).Start()
	require.Nil(t, w.RunFor(time.Minute))
	return func(s *State) {
		wanting(constantView())(s)
		s.Store = store
	}
}

func TestContents(t *testing.T) {
	right := query.Update{Row: query.Row{Key: 1, Value: 2}, Time: 5, Diff: 1}
	wrong := query.Update{Row: query.Row{Key: 1, Value: 3}, Time: 5, Diff: 1}
	judge(t, func(w Violator) Oracle { return NewContents(w) }, []history{
		{name: "what should be", state: written(t, 6, right)},
		{
			name:    "another row",
			state:   written(t, 6, wrong),
			outcome: Violated, reason: "a materialized-view does not hold what it should",
		},
		{
			name:    "nothing, at a complete time",
			state:   written(t, 6),
			outcome: Violated, reason: "mv1 lacks row (1, 2) +1 at time 5",
		},
		{name: "nothing yet", state: written(t, 5), outcome: Inconclusive, reason: "saw nothing"},
		{
			name: "nothing was created",
			state: func(s *State) {
				written(t, 6)(s)
				wanting()(s)
			},
			outcome: Inconclusive, reason: "saw nothing",
		},
	})
}
