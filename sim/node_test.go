package sim

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/sim/trace"
)

func TestRestartMakesANewIncarnation(t *testing.T) {
	w := newWorld(t, Config{})
	var rec trace.Recorder
	w.Observe(&rec)
	old := false
	n := w.AddNode("n", NodeOptions{
		Start: func(n *Node) {
			incarnation := n.Incarnation()
			n.Go("a", func(t *Task) {
				for {
					t.Sleep(time.Second)
					require.Equal(t, incarnation, n.Incarnation())
				}
			})
			n.After(1500*time.Millisecond, "old", func() { old = old || incarnation == 1 })
		},
		OnExit: func(n *Node, e Exit) {
			w.At(w.Now().Add(time.Second), "restart", n.Start)
		},
	})
	require.False(t, n.Alive())
	n.Start()
	require.Panics(t, n.Start)
	w.At(Time(time.Second), "kill", func() {
		n.Kill("fault")
		n.Kill("again")
		require.False(t, n.Alive())
	})
	require.Nil(t, w.RunFor(5*time.Second))
	require.True(t, n.Alive())
	require.Equal(t, 2, n.Incarnation())
	require.False(t, old, "a timer of the first incarnation ran")
	require.Equal(t, []string{
		"#0 0s - node.started node=n incarnation=1",
		`#1 1s - node.exited node=n incarnation=1 kind=killed reason="fault"`,
		"#2 2s - node.started node=n incarnation=2",
	}, lines(&rec))
	require.EqualValues(t, 1, w.Stats().Kills)
}

func lines(rec *trace.Recorder) []string {
	var all []string
	for i := range rec.Len() {
		all = append(all, rec.Line(i))
	}
	return all
}

func TestAnOldEndDoesNotHitTheNextIncarnation(t *testing.T) {
	w := newWorld(t, Config{})
	n := w.AddNode("n", NodeOptions{
		Start: func(n *Node) {
			for _, name := range []string{"a", "b"} {
				n.Go(name, func(t *Task) {
					if n.Incarnation() == 1 {
						t.Exit(ExitPanic, "%s", name)
					}
					t.Park(-1)
				})
			}
		},
		OnExit: func(n *Node, _ Exit) { n.Start() },
	})
	n.Start()
	require.Nil(t, w.RunFor(time.Second))
	require.Equal(t, 2, n.Incarnation())
	require.Len(t, n.Tasks(), 2)
}

func TestATaskNameIsAnActor(t *testing.T) {
	w := newWorld(t, Config{})
	n := w.AddNode("n", NodeOptions{Start: func(n *Node) {
		n.Go("a", func(t *Task) { t.Point(); t.Point() })
		second := n.Go("a", func(t *Task) { t.Point() })
		require.Equal(t, "a~2", second.Name())
		require.Equal(t, "n.a~2", second.FullName())
	}})
	n.Start()
	require.Equal(t, StopDone, w.Run().Kind)
	n.Kill("x")
	n.Start()
	require.Equal(t, StopDone, w.Run().Kind)
	steps := map[string]uint64{}
	for _, a := range w.Actors() {
		steps[a.Name] = a.Steps
	}
	require.Equal(t, map[string]uint64{"world": 0, "timers n": 0, "n.a": 4, "n.a~2": 2}, steps)
}

func TestSpawnedTasksStartEagerlyAndInOrder(t *testing.T) {
	w := newWorld(t, Config{Schedule: Random()})
	var order []string
	startNode(w, "n", func(n *Node) {
		n.Go("parent", func(t *Task) {
			n.Go("x", func(t *Task) { order = append(order, "x"); t.Point() })
			n.Go("y", func(t *Task) { order = append(order, "y"); t.Point() })
			order = append(order, "parent")
			t.Point()
		})
	})
	require.Nil(t, w.RunFor(0))
	require.Equal(t, []string{"parent", "x", "y"}, order)
	require.EqualValues(t, 3, w.Steps())
}

func TestTimersCanBeStopped(t *testing.T) {
	w := newWorld(t, Config{})
	n := startNode(w, "n", nil)
	ran := 0
	run := func() { ran++ }
	early, due, late := n.After(time.Second, "a", run), n.After(0, "b", run), n.After(time.Second, "c", run)
	require.True(t, early.Stop())
	require.True(t, due.Stop())
	require.False(t, due.Stop())
	require.Nil(t, w.RunFor(time.Minute))
	require.Equal(t, 1, ran)
	require.False(t, late.Stop())
	kept := n.After(time.Second, "d", run)
	n.Kill("x")
	require.False(t, kept.Stop())
	require.False(t, n.After(0, "dead", run).Stop())
	require.Equal(t, StopDone, w.Run().Kind)
	require.Equal(t, 1, ran)
	require.Zero(t, w.timers.len())
}

// Timers that are due are one actor of their node: they run in the order in which they fell due.
func TestDueTimersAreOneActor(t *testing.T) {
	w := newWorld(t, Config{Schedule: Random()})
	n := startNode(w, "n", nil)
	var order []string
	q := w.Object("q")
	n.After(2*time.Second, "b", func() { order = append(order, "b") }, Write(q))
	n.After(time.Second, "a", func() { order = append(order, "a") }, Read(q))
	n.After(2*time.Second, "c", func() { order = append(order, "c") })
	require.Equal(t, StopDone, w.Run().Kind)
	require.Equal(t, []string{"a", "b", "c"}, order)
}

func TestATaskIsAContext(t *testing.T) {
	type key struct{}
	w := newWorld(t, Config{})
	w.SetValue(key{}, 7)
	var task *Task
	n := startNode(w, "n", func(n *Node) {
		task = n.Go("a", func(t *Task) {
			ctx := context.WithValue(t, "x", 1)
			require.Equal(t, 7, ctx.Value(key{}))
			require.Nil(t, ctx.Done())
			_, ok := ctx.Deadline()
			require.False(t, ok)
			require.NoError(t, ctx.Err())
			t.Park(-1)
		})
	})
	require.Nil(t, w.Settle())
	n.Kill("x")
	require.ErrorIs(t, task.Err(), context.Canceled)
	require.True(t, task.Ended())
}

func TestATaskCannotBeUsedByAnother(t *testing.T) {
	w := newWorld(t, Config{})
	startNode(w, "n", func(n *Node) {
		a := n.Go("a", func(t *Task) { t.Park(-1) })
		n.Go("b", func(*Task) { a.Sleep(1) })
	})
	require.Contains(t, w.Run().Reason, "task n.a used from outside")
	w2 := newWorld(t, Config{})
	startNode(w2, "n", func(n *Node) { n.Go("a", func(*Task) { w2.Step() }) })
	require.Contains(t, w2.Run().Reason, "run from inside its own step")
}

func TestObjectsHaveNames(t *testing.T) {
	w := newWorld(t, Config{})
	flag := w.Object("flag")
	require.Equal(t, flag, w.Object("flag"))
	require.Equal(t, "flag", w.ObjectName(flag))
	require.Equal(t, "queue lane", w.ObjectName(NewQueue[int](w, "lane").Object()))
	require.Empty(t, w.ObjectName(999))
}

// accesses notes what each step declared.
type accesses struct {
	Schedule
	w      *World
	seen   []string
	picked []Access
}

func (s *accesses) Pick(enabled []*Actor) int {
	i := s.Schedule.Pick(enabled)
	s.picked = append([]Access{}, enabled[i].Access()...)
	return i
}

func (s *accesses) Ran(a *Actor, acc []Access) {
	text := a.Name + ":"
	for _, x := range acc {
		text += " " + s.w.ObjectName(x.Object)
		if x.Write {
			text += "!"
		}
	}
	if s.picked != nil && fmt.Sprint(s.picked) != fmt.Sprint(acc) {
		text += " but announced another"
	}
	s.seen, s.picked = append(s.seen, text), nil
}

func TestStepsDeclareTheirAccess(t *testing.T) {
	s := &accesses{Schedule: FIFO()}
	w := newWorld(t, Config{Schedule: s, Points: PointsFine})
	s.w = w
	q := NewQueue[int](w, "q")
	o := NewOneShot[int](w, "o")
	startNode(w, "n", func(n *Node) {
		a := n.Go("a", func(t *Task) {
			q.Recv(t)
			t.Park(-1)
			o.Get(t)
			Select(t, q, Deadline(Time(time.Hour)))
		})
		n.Go("b", func(t *Task) {
			q.Push(t, 1)
			a.Unpark(t)
			t.Point(Read(w.Object("flag")))
			o.Set(t, 1)
			q.Push(t, 2)
		})
		n.After(time.Second, "late", func() {}, Write(q.Object()))
	})
	require.Equal(t, StopDone, w.Run().Kind)
	require.Equal(t, []string{
		"n.b: queue q!", "n.a: queue q!", "n.b: park n.a!", "n.a: park n.a!", "n.b: flag", "n.b: one-shot o!",
		"n.a: one-shot o", "n.b: queue q!", "n.a: queue q!", "timers n: queue q!",
	}, s.seen)
}
