package sim

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// ticking returns a world with a task that counts seconds.
func ticking(t *testing.T, limit int) (*World, *int) {
	w := newWorld(t, Config{})
	count := 0
	startNode(w, "n", func(n *Node) {
		n.Go("tick", func(t *Task) {
			for count < limit {
				t.Sleep(time.Second)
				count++
			}
		})
	})
	return w, &count
}

func TestRunUntilAsksBeforeAndAfterEachStep(t *testing.T) {
	w, count := ticking(t, 10)
	asked := 0
	require.Nil(t, w.RunUntil(func() bool { asked++; return *count == 3 }))
	require.Equal(t, 4, asked)
	require.Equal(t, Time(3*time.Second), w.Now())
	require.Nil(t, w.RunUntil(func() bool { return true }))
	require.EqualValues(t, 3, w.Steps())
	require.Equal(t, StopDone, w.RunUntil(func() bool { return *count == 11 }).Kind)
	w.Violate("oracle", "late")
	require.Equal(t, StopViolation, w.RunUntil(func() bool { return true }).Kind)
}

func TestStepMakesOneChoice(t *testing.T) {
	w, count := ticking(t, 3)
	for w.Step() {
		require.EqualValues(t, *count, w.Steps())
	}
	require.Equal(t, 3, *count)
	require.Nil(t, w.Stop())
	require.False(t, w.Step())
}

func TestRunToLeavesTheClockThere(t *testing.T) {
	w, count := ticking(t, 10)
	require.Nil(t, w.RunTo(Time(2500*time.Millisecond)))
	require.Equal(t, 2, *count)
	require.Equal(t, Time(2500*time.Millisecond), w.Now())
	require.Nil(t, w.RunFor(500*time.Millisecond), "what is due at the end still runs")
	require.Equal(t, 3, *count)
	require.Nil(t, w.RunTo(0), "time does not go back")
	require.Equal(t, Time(3*time.Second), w.Now())
}

func TestSettleLetsNoTimePass(t *testing.T) {
	w, count := ticking(t, 10)
	n := w.NodeByName("n")
	n.Go("a", func(t *Task) {
		for range 5 {
			t.Point()
		}
	})
	require.Nil(t, w.Settle())
	require.Zero(t, *count)
	require.EqualValues(t, 5, w.Steps())
	require.Zero(t, w.Now())
	require.Len(t, n.Tasks(), 1)
}

func TestOnlyStepsWithSeveralActorsAreChoices(t *testing.T) {
	w := newWorld(t, Config{})
	startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) { t.Point(); t.Point(); t.Point() })
		n.Go("b", func(t *Task) { t.Point() })
	})
	require.Equal(t, StopDone, w.Run().Kind)
	require.Equal(t, Stats{Steps: 4, Choices: 2, Events: 3, Tasks: 2}, w.Stats())
}

func TestWhatTasksWaitFor(t *testing.T) {
	w := newWorld(t, Config{})
	q := NewQueue[int](w, "q")
	startNode(w, "n", func(n *Node) {
		n.Go("sleep", func(t *Task) { t.Sleep(time.Second) })
		n.Go("select", func(t *Task) { Select(t, q, Deadline(Time(time.Minute))) })
		n.Go("turn", func(t *Task) { t.Point() })
	})
	require.Nil(t, w.RunUntil(func() bool { return true }))
	var waits []string
	for _, task := range w.NodeByName("n").Tasks() {
		waits = append(waits, task.WaitingFor())
	}
	require.Equal(t, []string{"sleep until 1s", "select q, deadline 1m0s until 1m0s", "its turn"}, waits)
}
