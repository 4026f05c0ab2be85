package oracle

import (
	"testing"
	"time"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/lane"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

func TestSpin(t *testing.T) {
	turn := func(n int, busy bool) (all []*trace.Record) {
		for range n {
			all = append(all, at(1, "r1.p0", "worker0", clusterd.Iteration{Generation: 1, Busy: busy}))
		}
		return all
	}
	parked := at(1, "r1.p0", "worker0", &sim.Parked{Bounded: true, For: time.Second})
	item := at(1, "r1.p0", "worker0", lane.Delivered{})
	story := func(parts ...any) (all []*trace.Record) {
		for _, part := range parts {
			switch part := part.(type) {
			case *trace.Record:
				all = append(all, part)
			case []*trace.Record:
				all = append(all, part...)
			}
		}
		return all
	}
	judge(t, func(w Violator) Oracle { return NewSpin(w) }, []history{
		{name: "turns and parks", events: story(turn(busySpin-1, true), parked, turn(freeSpin-1, false), parked)},
		{name: "the queue is drained between", events: story(turn(busySpin-1, true), turn(1, false), turn(busySpin-1, true))},
		{name: "commands come", events: story(turn(freeSpin-1, false), item, turn(itemTurns, false))},
		{name: "they come in time", events: story(turn(1, false), item, turn(freeSpin-1, false))},
		{
			name:    "too few commands come",
			events:  story(turn(freeSpin-1, false), item, turn(itemTurns+1, false)),
			outcome: Violated, reason: "4096 times without a reason",
		},
		{
			name:    "a queue that stays filled",
			events:  turn(busySpin, true),
			outcome: Violated, reason: "r1.p0.worker0: 256 times without a reason, the last 256 beside a filled queue",
		},
		{
			name:    "a queue that stays filled while commands come",
			events:  story(turn(busySpin-1, true), item, turn(1, true)),
			outcome: Violated, reason: "the last 256 beside a filled queue",
		},
		{
			name:    "turns for nothing",
			events:  turn(freeSpin, false),
			outcome: Violated, reason: "4096 times without a reason, the last 0 beside a filled queue",
		},
		{
			name:    "parks of another worker",
			events:  story(turn(busySpin-1, true), at(1, "r1.p0", "worker1", &sim.Parked{}), turn(1, true)),
			outcome: Violated, reason: "r1.p0.worker0",
		},
		{name: "no worker turns", events: story(parked), outcome: Inconclusive, reason: "saw nothing"},
	})
}
