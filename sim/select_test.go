package sim

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestSelectIsFair(t *testing.T) {
	w := newWorld(t, Config{Seed: 9})
	var counts [3]int
	startNode(w, "n", func(n *Node) {
		var queues [3]*Queue[int]
		for i := range queues {
			queues[i] = NewQueue[int](w, "q")
		}
		n.Go("a", func(t *Task) {
			for range 3000 {
				for _, q := range queues {
					if q.Len() == 0 {
						q.Push(t, 1)
					}
				}
				i := Select(t, queues[0], queues[1], queues[2])
				counts[i]++
				queues[i].TryPop(t)
			}
		})
	})
	require.Equal(t, StopDone, w.Run().Kind)
	for _, n := range counts {
		require.InDelta(t, 1000, n, 110)
	}
}

func TestSelectTakesWhatComesFirst(t *testing.T) {
	w := newWorld(t, Config{})
	x, y := NewQueue[int](w, "x"), NewQueue[string](w, "y")
	var seen []int
	startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) {
			for range 3 {
				i := Select(t, x, y, Deadline(t.Now().Add(time.Second)))
				seen = append(seen, i, int(t.Now()/Time(time.Millisecond)))
				x.TryPop(t)
				y.TryPop(t)
			}
		})
		n.After(200*time.Millisecond, "y", func() { y.Push(nil, "") })
		n.After(300*time.Millisecond, "x", func() { x.Push(nil, 0) })
	})
	require.Equal(t, StopDone, w.Run().Kind)
	require.Equal(t, []int{1, 200, 0, 300, 2, 1300}, seen)
	require.Zero(t, w.timers.len())
}

func TestSelectSeesTheEndOfAQueue(t *testing.T) {
	w := newWorld(t, Config{})
	q := NewQueue[int](w, "q")
	startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) {
			require.Equal(t, 0, Select(t, q))
			_, ok := q.Recv(t)
			require.False(t, ok)
		})
		n.Go("b", func(t *Task) {
			t.Sleep(1)
			q.Close(t)
		})
	})
	require.Equal(t, StopDone, w.Run().Kind)
}

func TestSelectWithoutACase(t *testing.T) {
	w := newWorld(t, Config{})
	startNode(w, "n", func(n *Node) { n.Go("a", func(t *Task) { Select(t) }) })
	require.Equal(t, StopCrash, w.Run().Kind)
}

// At the point before it picks, somebody else may take what was ready.
func TestSelectWaitsAgainIfOthersAreFaster(t *testing.T) {
	for seed := range uint64(20) {
		w := newWorld(t, Config{Seed: seed, Schedule: Random(), Points: PointsFine})
		q := NewQueue[int](w, "q")
		q.Push(nil, 1)
		startNode(w, "n", func(n *Node) {
			n.Go("a", func(t *Task) {
				if Select(t, q, Deadline(5)) == 1 {
					require.EqualValues(t, 5, t.Now())
				}
			})
			n.Go("b", func(t *Task) { q.TryPop(t) })
		})
		require.Equal(t, StopDone, w.Run().Kind)
	}
}
