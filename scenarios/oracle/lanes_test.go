package oracle

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// The lane of made-up runs: line "lane", generation 1. Worker n works in process r1.pn.
func node(worker int) string { return []string{"r1.p0", "r1.p1"}[worker] }

func item(nonce protocol.Nonce, name string) lane.Item {
	return lane.Item{Compute: protocol.Schedule{ID: id(1, name)}, Nonce: nonce}
}

func stored(name string) lane.Item {
	return lane.Item{Storage: protocol.DropDataflow{IDs: []query.ID{id(1, name)}}}
}

func accepted(ms int64, producer int, index uint64) *trace.Record {
	return at(ms, node(producer), "worker0", lane.Accepted{Generation: 1, Line: "lane", Producer: producer, Index: index})
}

func sequenced(ms int64, global uint64, producer int, index uint64) *trace.Record {
	return at(ms, node(0), "worker0", lane.Sequenced{Generation: 1, Line: "lane", Global: global, Producer: producer, Index: index})
}

func delivered(ms int64, worker int, global uint64, i lane.Item) *trace.Record {
	return at(ms, node(worker), "worker0", lane.Delivered{
		Generation: 1, Line: "lane", Worker: worker, Global: global, Item: i, Text: i.String(),
	})
}

func TestLane(t *testing.T) {
	a, b := item(1, "mv1"), stored("s1")
	sent := events(accepted(1, 0, 0), accepted(1, 1, 0), sequenced(2, 0, 1, 0), sequenced(2, 1, 0, 0))
	arrived := then(sent, delivered(3, 0, 0, b), delivered(3, 0, 1, a), delivered(4, 1, 0, b), delivered(4, 1, 1, a))
	early := func(s *State) { s.Now = sim.Time(time.Second) }
	judge(t, func(w Violator) Oracle { return NewLane(w) }, []history{
		{name: "one order", events: arrived},
		{
			name:    "two orders",
			events:  then(sent, delivered(3, 0, 0, b), delivered(3, 1, 0, a)),
			outcome: Violated, reason: "worker 1 consumed another item than others at lane position 0",
		},
		{
			name:    "an item is skipped",
			events:  then(sent, delivered(3, 0, 1, a)),
			outcome: Violated, reason: "consumed an item with global index 1 where 0 was next",
		},
		{
			name:    "an item comes twice",
			events:  then(arrived, delivered(5, 0, 1, a)),
			outcome: Violated, reason: "consumed an item with global index 1 where 2 was next",
		},
		{
			name:    "a producer's items change places",
			events:  events(accepted(1, 0, 0), accepted(1, 0, 1), sequenced(2, 0, 0, 1)),
			outcome: Violated, reason: "sequenced an item of a producer with index 1 where 0 was next",
		},
		{
			name:    "the sequencer skips a number",
			events:  events(accepted(1, 0, 0), sequenced(2, 1, 0, 0)),
			outcome: Violated, reason: "sequenced an item under global index 1 where 0 was next",
		},
		{
			name:    "an item is never sent",
			events:  events(accepted(1, 0, 1)),
			outcome: Violated, reason: "accepted an item of a producer with index 1 where 0 was next",
		},
		{
			name:   "connections follow each other",
			events: events(sequenced(1, 0, 0, 0), sequenced(1, 1, 0, 1), delivered(2, 0, 0, item(1, "a")), delivered(2, 0, 1, item(2, "a"))),
			state:  func(s *State) { s.Peers = 1 },
		},
		{
			name: "a connection speaks after it gave way",
			events: events(sequenced(1, 0, 0, 0), sequenced(1, 1, 0, 1), sequenced(1, 2, 0, 2),
				delivered(2, 0, 0, item(1, "a")), delivered(2, 0, 1, item(2, "a")), delivered(2, 0, 2, item(1, "b"))),
			outcome: Violated, reason: "worker 0 consumed a command of a connection that had given way to another",
		},
		{
			name:    "the last item is not sequenced",
			events:  then(arrived, accepted(9, 1, 1)),
			outcome: Violated, reason: "r1, line lane: producer 1 sent 2, 1 are sequenced",
		},
		{
			name:    "the last item is not consumed",
			events:  then(sent, delivered(3, 0, 0, b), delivered(3, 0, 1, a), delivered(4, 1, 0, b)),
			outcome: Violated, reason: "r1, line lane: 2 are sequenced, worker 1 consumed 1",
		},
		{
			name:    "a worker consumes nothing",
			events:  then(sent, delivered(3, 0, 0, b), delivered(3, 0, 1, a)),
			outcome: Violated, reason: "2 are sequenced, worker 1 consumed 0",
		},
		{
			name:   "the last item is on its way",
			events: then(arrived, accepted(9_990, 1, 1)),
		},
		{
			name:   "a process ended before the last item came",
			events: then(sent, delivered(3, 0, 0, b), delivered(3, 0, 1, a), exited(4, node(1), sim.ExitKilled, "fault")),
		},
		{
			name:    "another replica's process ended",
			events:  then(sent, delivered(3, 0, 0, b), delivered(3, 0, 1, a), exited(4, "r2.p0", sim.ExitKilled, "fault")),
			outcome: Violated, reason: "worker 1 consumed 0",
		},
		{name: "nobody used the lane", state: early, outcome: Inconclusive, reason: "saw nothing"},
	})
}

// TestLaneWaits demands that a run does not end while an item stands still, that the judgement waits longer than that,
// and for as long as a worker is blocked.
func TestLaneWaits(t *testing.T) {
	for _, c := range []struct {
		name    string
		now     time.Duration
		block   time.Duration
		forever bool
		settled bool
		outcome Outcome
	}{
		{name: "under way", now: 40 * time.Millisecond, settled: true},
		{name: "standing still", now: time.Second},
		{name: "lost", now: 3 * time.Second, outcome: Violated},
		{name: "behind a block", now: 3 * time.Second, block: 2 * time.Second},
		{name: "lost behind a block", now: 5 * time.Second, block: 2 * time.Second, outcome: Violated},
		{name: "behind a block for ever", now: time.Hour, forever: true, settled: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := NewLane(&court{})
			l.Observe(accepted(0, 0, 0))
			s := endState()
			s.Now, s.BlockedFor = sim.Time(c.now), c.block
			if c.forever {
				blocked(s)
			}
			settled, _ := l.Settled(s)
			require.Equal(t, c.settled, settled)
			require.Equal(t, c.outcome, l.Check(s).Outcome)
		})
	}
}
