package oracle

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/sim"
)

func TestWakeup(t *testing.T) {
	parked := func(lens ...int) *sim.Parked {
		p := &sim.Parked{}
		for i, n := range lens {
			p.Queues = append(p.Queues, sim.QueueLen{Name: string(rune('a' + i)), Len: n})
		}
		return p
	}
	bounded := &sim.Parked{Bounded: true, For: time.Second, Queues: []sim.QueueLen{{Name: "a", Len: 1}}}
	tick := func(ms int64) sim.NodeStarted { return sim.NodeStarted{Node: "r2.p0"} }
	judge(t, func(w Violator) Oracle { return NewWakeup(w) }, []history{
		{name: "empty queues", events: events(at(1, "r1.p0", "worker0", parked(0, 0)), driver(9, tick(9)))},
		{
			name:    "a filled queue",
			events:  events(at(1, "r1.p0", "worker0", parked(0, 2)), driver(9, tick(9))),
			outcome: Violated, reason: "r1.p0.worker0, b holds 2",
		},
		{
			name:    "a filled queue, and nothing happens any more",
			events:  events(at(1, "r1.p0", "worker0", parked(1))),
			outcome: Violated, reason: "r1.p0.worker0, a holds 1",
		},
		{
			name: "woken before time passes",
			events: events(at(1, "r1.p0", "worker0", parked(1)), at(1, "r1.p0", "worker0", sim.Unparked{}),
				driver(9, tick(9))),
		},
		{
			name: "another is woken",
			events: events(at(1, "r1.p0", "worker0", parked(1)), at(1, "r1.p0", "worker1", sim.Unparked{}),
				driver(9, tick(9))),
			outcome: Violated, reason: "r1.p0.worker0",
		},
		{
			name:   "its process ends",
			events: events(at(1, "r1.p0", "worker0", parked(1)), exited(1, "r1.p0", sim.ExitKilled, "fault"), driver(9, tick(9))),
		},
		{
			name: "a thread of its process stands still",
			events: events(at(1, "r1.p0", "worker0", parked(1)), driver(1, sim.TaskPaused{Node: "r1.p0", Task: "worker1"}),
				driver(9, sim.TaskResumed{Node: "r1.p0", Task: "worker1"}), at(9, "r1.p0", "worker0", sim.Unparked{}), driver(10, tick(10))),
		},
		{
			name: "after its process has stood still",
			events: events(at(1, "r1.p0", "worker0", parked(1)), driver(1, sim.NodePaused{Node: "r1.p0"}),
				driver(9, sim.NodeResumed{Node: "r1.p0"}), driver(10, tick(10))),
			outcome: Violated, reason: "r1.p0.worker0",
		},
		{
			name:    "only parks with a bound",
			events:  events(at(1, "r1.p0", "worker0", bounded), driver(9, tick(9))),
			outcome: Inconclusive, reason: "saw nothing",
		},
		{
			name:    "a thread without queues",
			events:  events(at(1, "r1.p0", "async", &sim.Parked{}), driver(9, tick(9))),
			outcome: Inconclusive, reason: "saw nothing",
		},
	})
}

// TestWakeupOfAPush lets a thread park beside an empty queue, and another one fill it later: without an unpark that is
// seen, with one it is not.
func TestWakeupOfAPush(t *testing.T) {
	for _, c := range []struct {
		name   string
		bound  time.Duration
		unpark bool
		want   Outcome
	}{
		{"the unpark is forgotten", -1, false, Violated},
		{"the unpark comes", -1, true, Holds},
		{"the park ends by itself", time.Second, false, Inconclusive},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := sim.New(sim.Config{Points: sim.PointsFine, Grain: sim.Grain1ms})
			defer w.Close()
			watch := NewWakeup(&court{})
			Attach(w, watch)
			q := sim.NewQueue[int](w, "answers")
			w.AddNode("r1.p0", sim.NodeOptions{Start: func(n *sim.Node) {
				worker := n.Go("worker0", func(task *sim.Task) {
					task.Own(q)
					task.Park(c.bound)
					q.TryPop(task)
				})
				n.Go("async", func(task *sim.Task) {
					task.Sleep(5 * time.Millisecond)
					q.Push(task, 1)
					if c.unpark {
						worker.Unpark(task)
					}
					for range 10 {
						task.Sleep(time.Millisecond)
						task.Emit(sim.TaskEnded{})
					}
				})
			}}).Start()
			w.Run()
			verdict := watch.Check(&State{Now: w.Now()})
			require.Equal(t, c.want, verdict.Outcome)
			if c.want == Violated {
				require.Contains(t, verdict.Reason, "r1.p0.worker0, answers holds 1")
			}
		})
	}
}
