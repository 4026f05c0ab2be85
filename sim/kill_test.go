package sim

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/sim/trace"
)

// Everywhere that a task can stand when its node is killed.
func TestKillWhileBlockedAnywhere(t *testing.T) {
	block := map[string]func(*Task){
		"point": func(task *Task) {
			task.Node().Kill("while another task runs")
			task.Point()
		},
		"sleep":  func(task *Task) { task.Sleep(time.Hour) },
		"work":   func(task *Task) { task.Work(time.Hour) },
		"park":   func(task *Task) { task.Park(-1) },
		"parkby": func(task *Task) { task.Park(time.Hour) },
		"recv":   func(task *Task) { NewQueue[int](task.World(), "q").Recv(task) },
		"recvby": func(task *Task) { NewQueue[int](task.World(), "q").RecvBy(task, Time(time.Hour)) },
		"get":    func(task *Task) { NewOneShot[int](task.World(), "o").Get(task) },
		"select": func(task *Task) {
			Select(task, NewQueue[int](task.World(), "q"), Deadline(Time(time.Hour)))
		},
		"accept": func(task *Task) {
			l, err := task.Node().Listen(task, "p")
			require.NoError(task, err)
			l.Accept(task)
		},
		"dial": func(task *Task) {
			other := task.World().NodeByName("other")
			task.World().Link(task.Node(), other).CutOneWay(other)
			task.Node().Dial(task, other, "p", 0)
		},
		"wait for a core": func(task *Task) {
			task.Node().Go("hog", func(hog *Task) { hog.Work(time.Hour) })
			task.Sleep(time.Nanosecond)
			task.Work(time.Second)
		},
		"its own hand": func(task *Task) { task.Node().Kill("by itself"); task.Point() },
	}
	for name, fn := range block {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, Config{SpinSteps: 100})
			startNode(w, "other", nil)
			var exits []Exit
			deferred := 0
			n := w.AddNode("n", NodeOptions{
				Cores: 1,
				Start: func(n *Node) {
					n.Go("victim", func(task *Task) {
						defer func() { deferred++ }()
						fn(task)
						require.Fail(task, "survived")
					})
				},
				OnExit: func(_ *Node, e Exit) { exits = append(exits, e) },
			})
			n.Start()
			w.RunFor(10 * time.Millisecond)
			n.Kill("test")
			require.Nil(t, w.Stop())
			require.False(t, n.Alive())
			require.Empty(t, n.Tasks())
			require.Equal(t, 1, deferred)
			require.Len(t, exits, 1)
			require.Equal(t, ExitKilled, exits[0].Kind)
			require.Nil(t, w.RunFor(time.Second)) // what is under way on a link may still arrive
			require.Zero(t, w.timers.len(), "a timer is left behind")
			require.Zero(t, w.enabled.len())
		})
	}
}

func TestDeferredFunctionsTouchNothing(t *testing.T) {
	w := newWorld(t, Config{})
	other := startNode(w, "other", nil)
	q := NewQueue[int](w, "q")
	o := NewOneShot[int](w, "o")
	passed := ""
	n := startNode(w, "n", func(n *Node) {
		n.Go("victim", func(task *Task) {
			for name, touch := range map[string]func(){
				"push":         func() { q.Push(task, 1) },
				"push as none": func() { q.Push(nil, 1) },
				"set":          func() { o.Set(nil, 1) },
				"emit":         func() { task.Emit(trace.Text("x")) },
				"emit outside": func() { w.Emit(trace.Text("x")) },
				"spawn":        func() { n.Go("late", func(*Task) {}) },
				"after":        func() { other.After(0, "late", func() {}) },
				"kill":         func() { other.Kill("late") },
				"cut":          func() { w.Link(n, other).Cut() },
				"exit":         func() { task.Exit(ExitPanic, "late") },
				"sleep":        func() { task.Sleep(1) },
				"park":         func() { task.Park(0) },
				"start":        func() { other.Start() },
				"errorf":       func() { task.Errorf("late") },
				"at":           func() { w.At(0, "late", func() {}) },
				"violate":      func() { w.Violate("late", "late") },
			} {
				defer func() {
					touch()
					passed += name + " "
				}()
			}
			task.Park(-1)
		})
	})
	require.Nil(t, w.Settle())
	n.Kill("test")
	require.Nil(t, w.RunFor(time.Second))
	require.Empty(t, passed)
	require.Zero(t, q.Len())
	require.True(t, other.Alive())
	require.Zero(t, w.Stats().Swallowed)
}

func TestSwallowedKillEndsTheWorld(t *testing.T) {
	for name, swallow := range map[string]func(*Task){
		"recover once": func(task *Task) {
			defer func() { _ = recover() }()
			task.Park(-1)
		},
		"recover loop": func(task *Task) {
			try := func() {
				defer func() { _ = recover() }()
				task.Park(-1)
			}
			for {
				try()
			}
		},
		"fmt": func(task *Task) {
			_ = fmt.Sprint(blockingStringer{task})
			task.Park(-1)
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, Config{})
			n := startNode(w, "n", func(n *Node) { n.Go("victim", swallow) })
			require.Nil(t, w.Settle())
			n.Kill("test")
			require.NotNil(t, w.Stop())
			require.Equal(t, StopCrash, w.Stop().Kind)
			require.Equal(t, "sim: kill swallowed", w.Stop().Signature)
			require.Positive(t, w.Stats().Swallowed)
			require.False(t, w.Step())
		})
	}
}

type blockingStringer struct{ t *Task }

func (s blockingStringer) String() string {
	s.t.Park(-1)
	return "woken"
}

func TestExitEndsTheProcess(t *testing.T) {
	w := newWorld(t, Config{})
	var got Exit
	var order []string
	n := w.AddNode("n", NodeOptions{
		Start: func(n *Node) {
			n.Go("first", func(task *Task) {
				defer func() { order = append(order, "first") }()
				task.Park(-1)
			})
			n.Go("second", func(task *Task) {
				defer func() { order = append(order, "second") }()
				task.Sleep(time.Second)
				n.Go("child", func(*Task) { order = append(order, "child") })
				task.Exit(ExitHalt, "no %s", "quorum")
			})
		},
		OnExit: func(_ *Node, e Exit) { got = e },
	})
	n.Start()
	require.Equal(t, StopDone, w.Run().Kind)
	require.Equal(t, []string{"second", "first"}, order)
	require.Equal(t, ExitHalt, got.Kind)
	require.Equal(t, "no quorum", got.Reason)
	require.Equal(t, "second", got.Task)
	require.Contains(t, got.Stack, "kill_test.go")
	require.Equal(t, Time(time.Second), got.At)
}

func TestGoexitIsNotCaught(t *testing.T) {
	w := New(Config{})
	startNode(w, "n", func(n *Node) { n.Go("task", func(*Task) { runtime.Goexit() }) })
	ended := make(chan bool)
	go func() {
		defer close(ended)
		w.Run()
		ended <- true
	}()
	require.False(t, <-ended, "the driver's goroutine goes on")
	require.Equal(t, StopCrash, w.Stop().Kind)
	w.Close()
}

func TestNoGoroutineIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	for seed := range uint64(5) {
		runStory(t, story{Config: Config{Seed: seed, Schedule: Random()}})
	}
	pool := NewPool()
	runStory(t, story{Config: Config{Pool: pool}})
	require.Positive(t, pool.Len())
	pool.Close()
	for try := 0; runtime.NumGoroutine() > before && try < 100; try++ {
		time.Sleep(time.Millisecond)
	}
	require.LessOrEqual(t, runtime.NumGoroutine(), before)
}
