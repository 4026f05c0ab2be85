package sim

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// workers starts tasks that each work for a second at once and returns when each was done, in seconds.
func workers(t *testing.T, cores int, pins ...int) []int {
	w := newWorld(t, Config{})
	done := make([]int, len(pins))
	n := w.AddNode("n", NodeOptions{Cores: cores, Start: func(n *Node) {
		for i, pin := range pins {
			run := func(t *Task) {
				t.Work(time.Second)
				done[i] = int(t.Now() / Time(time.Second))
			}
			if name := fmt.Sprint("t", i); pin >= 0 {
				n.GoPinned(name, pin, run)
			} else {
				n.Go(name, run)
			}
		}
	}})
	n.Start()
	require.Equal(t, StopDone, w.Run().Kind)
	return done
}

func TestWorkOccupiesACore(t *testing.T) {
	require.Equal(t, []int{1, 1, 1}, workers(t, 0, -1, -1, -1), "no bound")
	require.Equal(t, []int{1, 2, 3}, workers(t, 1, -1, -1, -1))
	require.Equal(t, []int{1, 1, 2, 2, 3}, workers(t, 2, -1, -1, -1, -1, -1))
	require.Equal(t, []int{1, 2, 1}, workers(t, 2, 0, 0, 1), "pinned tasks wait for their own core")
	require.Equal(t, []int{1, 2, 1}, workers(t, 0, 0, 0, -1), "pinned tasks of a node without bound")
	require.Equal(t, []int{1, 2, 1}, workers(t, 2, -1, 0, -1), "an unpinned task takes the lowest free core")
}

func TestSleepOccupiesNoCore(t *testing.T) {
	w := newWorld(t, Config{})
	n := w.AddNode("n", NodeOptions{Cores: 1, Start: func(n *Node) {
		n.Go("worker", func(t *Task) { t.Work(time.Hour) })
		n.Go("sleeper", func(t *Task) {
			t.Sleep(time.Second)
			require.Equal(t, Time(time.Second), t.Now())
			t.Point()
		})
	}})
	n.Start()
	require.Nil(t, w.RunFor(time.Minute))
	require.Len(t, n.Tasks(), 1)
}

func TestARestartFreesTheCores(t *testing.T) {
	w := newWorld(t, Config{})
	done := 0
	n := w.AddNode("n", NodeOptions{Cores: 1, Start: func(n *Node) {
		n.Go("worker", func(t *Task) { t.Work(time.Second); done++ })
		n.Go("waiter", func(t *Task) { t.Work(time.Second); done++ })
	}})
	n.Start()
	require.Nil(t, w.RunFor(time.Millisecond))
	n.Kill("test")
	n.Start()
	require.Nil(t, w.RunFor(2*time.Second))
	require.Equal(t, 2, done)
}

func TestAPinMustExist(t *testing.T) {
	w := newWorld(t, Config{})
	n := w.AddNode("n", NodeOptions{Cores: 2})
	n.Start()
	require.Panics(t, func() { n.GoPinned("a", 2, func(*Task) {}) })
	require.Panics(t, func() { n.GoPinned("a", -1, func(*Task) {}) })
}
