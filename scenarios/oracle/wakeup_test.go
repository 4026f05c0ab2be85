package oracle

import (
	"testing"
	"time"

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
