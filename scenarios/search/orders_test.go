package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
	"onelane.test/sim/trace"
)

// ordersOf returns the pairs of events of an object on threads, by their actors.
func ordersOf(actors []int, events ...trace.Event) []Counted {
	o := NewOrders()
	for i, e := range events {
		o.Observe(&trace.Record{Node: "r1.p0", Task: "worker0", Actor: actors[i], Event: e})
	}
	return o.Pairs()
}

func rendering(n uint64) trace.Event { return storage.Rendered{ID: query.ID{N: n, Name: "s"}} }
func observing(n uint64) trace.Event { return storage.Observed{ID: query.ID{N: n, Name: "s"}} }
func faulting(n uint64) trace.Event  { return storage.Faulted{ID: query.ID{N: n, Name: "s"}} }

func TestOrders(t *testing.T) {
	require.Equal(t, []Counted{
		{Pair{objects, rendered, observed, false}, 1},
		{Pair{threads, rendered, faulted, false}, 1},
		{Pair{objects, observed, faulted, false}, 1},
		{Pair{objects, rendered, faulted, false}, 1},
	}, ordersOf([]int{1, 1, 1}, rendering(1), observing(1), faulting(1)))
	require.NotEqual(t, ordersOf([]int{1, 1}, rendering(1), faulting(1)), ordersOf([]int{1, 1}, faulting(1), rendering(1)), "order matters")
	require.NotEqual(t, ordersOf([]int{1, 1}, rendering(1), faulting(1)), ordersOf([]int{1, 2}, rendering(1), faulting(1)), "threads matter")
	require.Equal(t, ordersOf([]int{1, 1}, rendering(1), faulting(1)), ordersOf([]int{7, 7}, rendering(9), faulting(9)), "numbers do not")
	require.Empty(t, ordersOf([]int{1, 2}, rendering(1), faulting(2)), "two objects on two threads have no order")
	require.Empty(t, ordersOf([]int{1, 1}, rendering(1), rendering(1)), "the same again is no order")
}

// TestKindsDiffer demands that details of one kind do not run into the next.
func TestKindsDiffer(t *testing.T) {
	for _, e := range []trace.Event{
		clusterd.Iteration{}, clusterd.Iteration{Busy: true}, rendering(1), observing(1), faulting(1),
		clusterd.ClientConnected{}, clusterd.ClientConnected{Plane: clusterd.Storage},
	} {
		require.NotZero(t, kindOf(e), "%T", e)
	}
	require.NotEqual(t, kindOf(clusterd.ClientConnected{}), kindOf(clusterd.ClientConnected{Plane: clusterd.Storage}))
	require.Equal(t, kindOf(clusterd.ClientConnected{})/details, kindOf(clusterd.ClientConnected{Plane: clusterd.Storage})/details)
}
