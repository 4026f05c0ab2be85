package sim

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/sim/trace"
)

func TestParkHasOneToken(t *testing.T) {
	w := newWorld(t, Config{})
	startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) {
			require.False(t, t.Park(0))
			t.Unpark(t)
			t.Unpark(t)
			require.True(t, t.Park(0))
			require.False(t, t.Park(0), "unparks collapse")
			t.Unpark(t)
			require.True(t, t.Park(-1), "a token is consumed without waiting")
			require.Zero(t, t.Now())
			require.False(t, t.Park(time.Second))
			require.Equal(t, Time(time.Second), t.Now())
		})
	})
	require.Equal(t, StopDone, w.Run().Kind)
}

func TestUnparkWakes(t *testing.T) {
	w := newWorld(t, Config{})
	var woken []Time
	var sleeper *Task
	startNode(w, "n", func(n *Node) {
		sleeper = n.Go("sleeper", func(t *Task) {
			for range 2 {
				require.True(t, t.Park(time.Hour))
				woken = append(woken, t.Now())
			}
		})
		n.Go("other", func(t *Task) {
			t.Sleep(time.Second)
			sleeper.Unpark(t)
			sleeper.Unpark(t) // before the sleeper runs: one wake-up
		})
		n.After(2*time.Second, "driver", func() { sleeper.Unpark(nil) })
	})
	require.Equal(t, StopDone, w.Run().Kind)
	require.Equal(t, []Time{Time(time.Second), Time(2 * time.Second)}, woken)
	sleeper.Unpark(nil)
	require.Zero(t, w.timers.len())
}

func TestAPushWakesNoParkedTask(t *testing.T) {
	w := newWorld(t, Config{})
	q := NewQueue[int](w, "q")
	var parked []string
	w.Observe(trace.ObserverFunc(func(r *trace.Record) {
		if p, ok := r.Event.(*Parked); ok {
			require.Equal(t, "n", r.Node)
			parked = append(parked, r.Task+" "+string(p.Append(nil)))
		}
	}))
	startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) {
			t.Own(q)
			require.False(t, t.Park(time.Second))
			t.Park(-1)
		})
		n.After(time.Millisecond, "push", func() { q.Push(nil, 1) })
	})
	require.Equal(t, StopDeadlock, w.Run().Kind)
	require.Equal(t, []string{"a task.parked for=1000000000ns q=0", "a task.parked q=1"}, parked)
}

// A park says that it is forgotten from the push on until the unpark, and not before or after.
func TestForgottenParks(t *testing.T) {
	w := newWorld(t, Config{Points: PointsFine})
	q := NewQueue[int](w, "q")
	var park *Parked
	w.Observe(trace.ObserverFunc(func(r *trace.Record) {
		if p, ok := r.Event.(*Parked); ok {
			park = p
		}
	}))
	forgotten := func() QueueLen {
		found, _ := park.Forgotten()
		return found
	}
	startNode(w, "n", func(n *Node) {
		sleeper := n.Go("sleeper", func(t *Task) {
			t.Own(q)
			require.True(t, t.Park(-1))
			require.Zero(t, forgotten())
		})
		n.Go("other", func(t *Task) {
			t.Sleep(time.Millisecond)
			require.Zero(t, forgotten())
			q.Push(t, 1)
			require.Equal(t, QueueLen{"q", 1}, forgotten())
			sleeper.Unpark(t)
			require.Zero(t, forgotten())
		})
	})
	require.Equal(t, StopDone, w.Run().Kind)
	require.Zero(t, forgotten())
}

// An unpark at the instant of the timeout is not lost: the token is either consumed now or kept.
func TestUnparkAtTheTimeoutIsNotLost(t *testing.T) {
	seen := map[bool]int{}
	for seed := range uint64(100) {
		w := newWorld(t, Config{Seed: seed, Schedule: Random(), Points: PointsFine})
		startNode(w, "n", func(n *Node) {
			sleeper := n.Go("sleeper", func(t *Task) {
				in := t.Park(time.Second)
				seen[in]++
				t.Sleep(time.Second)
				require.NotEqual(t, in, t.Park(0))
			})
			n.After(time.Second, "unpark", func() { sleeper.Unpark(nil) })
		})
		require.Equal(t, StopDone, w.Run().Kind)
	}
	require.Len(t, seen, 2)
}
