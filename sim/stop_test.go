package sim

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"onelane.test/sim/trace"
)

func TestDeadlockNamesTheWaiters(t *testing.T) {
	w := newWorld(t, Config{})
	startNode(w, "n", func(n *Node) {
		q, o := NewQueue[int](w, "lane"), NewOneShot[int](w, "answer")
		n.Go("a", func(t *Task) { waitForLane(t, q) })
		n.Go("b", func(t *Task) { o.Get(t) })
		n.Go("c", func(t *Task) { Select(t, q2(w), NewQueue[int](w, "y")) })
		n.Go("d", func(t *Task) { t.Sleep(time.Second); t.Park(-1) })
	})
	stop := w.Run()
	require.Equal(t, StopDeadlock, stop.Kind)
	require.Same(t, stop, w.Stop())
	require.Equal(t, Time(time.Second), stop.At)
	var waits []string
	for _, waiter := range stop.Waiters {
		waits = append(waits, waiter.Task+": "+waiter.For)
		require.Contains(t, waiter.Stack, "stop_test.go")
	}
	require.Equal(t, []string{
		"n.a: recv from lane", "n.b: get from answer", "n.c: select x, y", "n.d: park",
	}, waits)
	require.Contains(t, stop.Waiters[0].Stack, "waitForLane")
	require.Contains(t, stop.String(), "deadlock at step")
}

func q2(w *World) *Queue[int] { return NewQueue[int](w, "x") }

//go:noinline
func waitForLane(t *Task, q *Queue[int]) { q.Recv(t) }

func TestABoundedRunIsNoDeadlock(t *testing.T) {
	w := newWorld(t, Config{})
	q := NewQueue[int](w, "q")
	got := 0
	startNode(w, "n", func(n *Node) { n.Go("a", func(t *Task) { got, _ = q.Recv(t) }) })
	require.Nil(t, w.RunFor(time.Second))
	require.Equal(t, Time(time.Second), w.Now())
	q.Push(nil, 7)
	require.Nil(t, w.Settle())
	require.Equal(t, 7, got)
	require.Equal(t, StopDone, w.Run().Kind)
}

func TestDoneIsNoEnd(t *testing.T) {
	w := newWorld(t, Config{})
	n := startNode(w, "n", func(n *Node) { n.Go("a", func(t *Task) { t.Point() }) })
	require.Equal(t, StopDone, w.Run().Kind)
	require.Nil(t, w.Stop())
	n.Kill("again")
	n.Start()
	require.Equal(t, StopDone, w.Run().Kind)
	require.EqualValues(t, 2, w.Steps())
}

func TestLivelock(t *testing.T) {
	w := newWorld(t, Config{SpinSteps: 1000})
	startNode(w, "n", func(n *Node) {
		n.Go("busy", func(t *Task) {
			t.Sleep(time.Second)
			for {
				t.Yield()
			}
		})
	})
	stop := w.RunFor(time.Minute)
	require.Equal(t, StopLivelock, stop.Kind)
	require.Equal(t, Time(time.Second), stop.At)
	require.Equal(t, "livelock: # steps while the clock stood at #s; enabled: n.busy", stop.Signature)
}

func TestLimits(t *testing.T) {
	busy := func(n *Node) {
		n.Go("busy", func(t *Task) {
			for {
				t.Sleep(time.Millisecond)
			}
		})
	}
	w := newWorld(t, Config{MaxSteps: 50})
	startNode(w, "n", busy)
	require.Equal(t, StopLimit, w.RunFor(time.Minute).Kind)
	require.EqualValues(t, 50, w.Steps())

	w = newWorld(t, Config{MaxTime: Time(time.Second)})
	startNode(w, "n", busy)
	require.Equal(t, StopLimit, w.RunFor(time.Minute).Kind)
	require.Equal(t, Time(time.Second), w.Now())
	require.EqualValues(t, 1000, w.Steps())
	require.False(t, w.Step())
}

func TestCrashKeepsTheStackOfTheTask(t *testing.T) {
	for name, start := range map[string]func(*Node){
		"task":     func(n *Node) { n.Go("a", func(t *Task) { t.Sleep(1); explode() }) },
		"callback": func(n *Node) { n.After(1, "boom", explode) },
		"factory":  func(*Node) { explode() },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, Config{})
			startNode(w, "n", start)
			stop := w.Run()
			require.Equal(t, StopCrash, stop.Kind)
			require.Equal(t, "panic: index # of #", stop.Signature)
			require.Equal(t, "n", stop.Node)
			require.Contains(t, stop.Stack, "sim.explode")
			require.NotContains(t, stop.Stack, "debug.Stack")
		})
	}
}

//go:noinline
func explode() { panic("index 7 of 5") }

func TestRequireInsideATaskIsAViolation(t *testing.T) {
	w := newWorld(t, Config{})
	after := false
	startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) {
			t.Sleep(time.Second)
			require.Equal(t, 1, 2, "sizes")
			after = true
		})
	})
	stop := w.RunFor(time.Minute)
	require.False(t, after)
	require.Equal(t, StopViolation, stop.Kind)
	require.Equal(t, "require: Not equal:", stop.Signature)
	require.Contains(t, stop.Reason, "expected: 1")
	require.Contains(t, stop.Stack, "TestRequireInsideATask")
	require.Equal(t, "a", stop.Task)
	require.Equal(t, Time(time.Second), stop.At)
}

func TestAssertInsideATaskStopsAfterTheStep(t *testing.T) {
	w := newWorld(t, Config{})
	reached := 0
	startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) {
			assert.True(t, false)
			reached++
			t.Point()
			reached++
		})
	})
	require.Equal(t, StopViolation, w.Run().Kind)
	require.Equal(t, 1, reached)
}

func TestTheFirstVerdictCounts(t *testing.T) {
	w := newWorld(t, Config{})
	w.Observe(trace.ObserverFunc(func(r *trace.Record) { w.Violate("oracle", "saw r1.p0 at 0x7f "+string(r.Text)) }))
	startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) { t.Emit(trace.Text("second")) })
	})
	stop := w.Run()
	require.Equal(t, StopViolation, stop.Kind)
	require.Equal(t, "oracle: saw r#.p# at # node.started node=n incarnation=#", stop.Signature)
}

// TestAnObserverThatPanicsIsACrash includes the end of a task, which is told of when the task runs no more.
func TestAnObserverThatPanicsIsACrash(t *testing.T) {
	for _, event := range []trace.Event{trace.Text("said"), TaskEnded{Node: "n", Task: "a"}} {
		w := newWorld(t, Config{})
		w.Observe(trace.ObserverFunc(func(r *trace.Record) {
			if r.Event == event {
				panic("index 7 of 5")
			}
		}))
		startNode(w, "n", func(n *Node) {
			n.Go("a", func(t *Task) { t.Emit(trace.Text("said")) })
		})
		stop := w.Run()
		require.Equal(t, StopCrash, stop.Kind, "%T", event)
		require.Equal(t, "panic: index # of #", stop.Signature)
		require.Contains(t, stop.Stack, "TestAnObserverThatPanics")
		w.Close()
	}
}

func TestNothingHappensAfterTheEnd(t *testing.T) {
	w := New(Config{})
	var rec trace.Recorder
	w.Observe(&rec)
	startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) {
			defer t.Emit(trace.Text("too late"))
			t.Park(-1)
		})
	})
	require.Nil(t, w.Settle())
	events, hash := rec.Len(), w.Hash()
	w.Close()
	w.Close()
	require.Equal(t, events, rec.Len())
	require.Equal(t, hash, w.Hash())
	require.PanicsWithValue(t, "sim: world used after Close", func() { w.Step() })
}

func TestDivergence(t *testing.T) {
	w := newWorld(t, Config{})
	w.Diverge("event 3 differs")
	require.Equal(t, StopDivergence, w.Run().Kind)
}
