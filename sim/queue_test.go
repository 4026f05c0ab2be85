package sim

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestQueueKeepsTheOrderOfItsSenders(t *testing.T) {
	for seed := range uint64(30) {
		w := newWorld(t, Config{Seed: seed, Schedule: Random(), Points: PointsFine})
		q := NewQueue[[2]int](w, "q")
		last := [3]int{-1, -1, -1}
		left := 3
		startNode(w, "n", func(n *Node) {
			for sender := range 3 {
				n.Go(fmt.Sprint("sender", sender), func(t *Task) {
					for i := range 10 {
						q.Push(t, [2]int{sender, i})
					}
					if left--; left == 0 {
						q.Close(t)
					}
				})
			}
			n.Go("receiver", func(t *Task) {
				for {
					v, ok := q.Recv(t)
					if !ok {
						return
					}
					require.Equal(t, last[v[0]]+1, v[1])
					last[v[0]] = v[1]
				}
			})
		})
		require.Equal(t, StopDone, w.Run().Kind)
		require.Equal(t, [3]int{9, 9, 9}, last)
	}
}

func TestQueueAfterClose(t *testing.T) {
	w := newWorld(t, Config{})
	q := NewQueue[int](w, "q")
	q.Push(nil, 1)
	q.Close(nil)
	q.Push(nil, 2)
	require.True(t, q.Closed())
	require.Equal(t, 1, q.Len())
	startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) {
			v, ok := q.Recv(t)
			require.True(t, ok)
			require.Equal(t, 1, v)
			_, ok = q.Recv(t)
			require.False(t, ok)
			_, status := q.RecvBy(t, t.Now().Add(time.Second))
			require.Equal(t, Closed, status)
			_, ok = q.TryPop(t)
			require.False(t, ok)
		})
	})
	require.Equal(t, StopDone, w.Run().Kind)
}

func TestRecvByLeavesNoTimer(t *testing.T) {
	w := newWorld(t, Config{})
	q := NewQueue[int](w, "q")
	startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) {
			_, status := q.RecvBy(t, t.Now())
			require.Equal(t, TimedOut, status)
			_, status = q.RecvBy(t, t.Now().Add(time.Second))
			require.Equal(t, TimedOut, status)
			require.Equal(t, Time(time.Second), t.Now())
			v, status := q.RecvBy(t, t.Now().Add(time.Hour))
			require.Equal(t, Received, status)
			require.Equal(t, 5, v)
		})
		n.After(3*time.Second, "push", func() { q.Push(nil, 5) })
	})
	require.Equal(t, StopDone, w.Run().Kind)
	require.Equal(t, Time(3*time.Second), w.Now())
	require.Zero(t, w.timers.len())
}

// A message that arrives at the deadline may come before or after it, as the schedule likes.
func TestDeadlineAndMessageAtOneInstantRace(t *testing.T) {
	seen := map[RecvStatus]int{}
	for seed := range uint64(200) {
		w := newWorld(t, Config{Seed: seed, Schedule: Random()})
		q := NewQueue[int](w, "q")
		startNode(w, "n", func(n *Node) {
			n.Go("a", func(t *Task) {
				_, status := q.RecvBy(t, Time(time.Second))
				seen[status]++
			})
			n.After(time.Second, "push", func() { q.Push(nil, 5) })
		})
		w.Run()
	}
	require.Len(t, seen, 2)
	require.InDelta(t, 100, seen[TimedOut], 30)
}

func TestTwoReceiversOfOneQueueAreRefused(t *testing.T) {
	w := newWorld(t, Config{})
	q := NewQueue[int](w, "q")
	startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) { q.Recv(t) })
		n.Go("b", func(t *Task) { q.Recv(t) })
	})
	require.Contains(t, w.Run().Reason, "tasks n.a and n.b both receive from q")
}

func TestOneShotWakesEverybody(t *testing.T) {
	w := newWorld(t, Config{})
	o := NewOneShot[string](w, "o")
	_, ok := o.TryGet()
	require.False(t, ok)
	got := 0
	startNode(w, "n", func(n *Node) {
		for range 3 {
			n.Go("waiter", func(t *Task) {
				require.Equal(t, "x", o.Get(t))
				got++
			})
		}
		n.Go("setter", func(t *Task) {
			t.Sleep(time.Second)
			o.Set(t, "x")
		})
	})
	require.Equal(t, StopDone, w.Run().Kind)
	require.Equal(t, 3, got)
	require.Panics(t, func() { o.Set(nil, "y") })
}

func TestFifoIsAQueue(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var f fifo[int]
		var model []int
		for i, op := range rapid.SliceOf(rapid.IntRange(0, 5)).Draw(r, "ops") {
			switch {
			case op == 5:
				even := func(v int) bool { return v%2 == 0 }
				f.keep(even)
				kept := model[:0]
				for _, v := range model {
					if even(v) {
						kept = append(kept, v)
					}
				}
				model = kept
			case op >= 2 || len(model) == 0:
				f.push(i)
				model = append(model, i)
			default:
				require.Equal(r, model[0], f.pop())
				model = model[1:]
			}
			require.Equal(r, len(model), f.len())
			for j, v := range model {
				require.Equal(r, v, *f.at(j))
			}
		}
	})
}
