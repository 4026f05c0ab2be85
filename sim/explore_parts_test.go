package sim

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Two tasks use parts of one object; a third uses all of it.
func TestExploreTellsPartsApart(t *testing.T) {
	for _, c := range []struct {
		third   bool
		parts   [2]int
		classes string
	}{
		{false, [2]int{1, 2}, "all 1 schedules explored"},
		{false, [2]int{1, 1}, "all 2 schedules explored"},
		{false, [2]int{1, 0}, "all 2 schedules explored"},
		{true, [2]int{1, 2}, "all 4 schedules explored"},
	} {
		e := Explore(Config{}, func(w *World) {
			x := Write(w.Object("x"))
			startNode(w, "n", func(n *Node) {
				for i, part := range c.parts {
					n.Go(fmt.Sprint(i), func(t *Task) { t.Point(x.Part(part)) })
				}
				if c.third {
					n.Go("all", func(t *Task) { t.Point(x) })
				}
			})
		}, ExploreOptions{})
		require.Equal(t, c.classes, e.String(), c)
	}
	x := Write(1)
	require.True(t, races([]Access{x.Part(1)}, []Access{x.Part(2)}), "who must know beforehand looks at the whole")
}

// Queues that tasks make for themselves are different, whatever they are called.
func TestExploreTellsThingsOfOneNameApart(t *testing.T) {
	e := Explore(Config{}, func(w *World) {
		startNode(w, "n", func(n *Node) {
			for i := range 2 {
				n.Go(fmt.Sprint(i), func(t *Task) {
					own := NewQueue[int](w, "own")
					t.Point(Write(own.Object()))
					own.Push(t, 1)
				})
			}
		})
	}, ExploreOptions{})
	require.Equal(t, "all 1 schedules explored", e.String())
}

// What is touched beyond what a step declares counts for the search.
func TestExploreSeesWhatIsTouched(t *testing.T) {
	e := Explore(Config{}, func(w *World) {
		x := Write(w.Object("x"))
		startNode(w, "n", func(n *Node) {
			for i := range 2 {
				n.Go(fmt.Sprint(i), func(t *Task) {
					t.Point(Write(w.Object(t.Name())))
					t.Touch(x)
				})
			}
		})
	}, ExploreOptions{})
	require.Equal(t, "all 2 schedules explored", e.String())
}

// Until the search begins there is one order.
func TestExploreFromATime(t *testing.T) {
	build := func(w *World) {
		x := Write(w.Object("x"))
		startNode(w, "n", func(n *Node) {
			for i := range 2 {
				n.Go(fmt.Sprint(i), func(t *Task) {
					for range 3 {
						t.Point(x)
					}
					t.SleepUntil(10)
					t.Point(x)
				})
			}
		})
	}
	for _, o := range []ExploreOptions{{Reduction: ReduceNone}, {Reduction: ReduceClasses}, {Reduction: ReduceSleep}, {Delays: 9}} {
		o.From = 10
		e := Explore(Config{}, build, o)
		require.EqualValues(t, 6, e.Schedules)
		require.True(t, e.Complete)
		o.Max, o.Samples = 1, 2000
		e = Explore(Config{}, build, o)
		require.InDelta(t, 6, e.Estimate, 4*e.Error)
	}
}
