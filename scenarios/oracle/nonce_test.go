package oracle

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// answer is a response that differs from all others by its number.
func answer(n int) protocol.Frontiers {
	f := frontier.At(frontier.Time(n))
	return protocol.Frontiers{ID: id(1, "mv1"), Write: &f}
}

func responded(ms int64, nonce protocol.Nonce, n int) *trace.Record {
	return at(ms, "r1.p0", "worker0", clusterd.Responded{Generation: 1, Nonce: nonce, Response: answer(n)})
}

func forwarded(ms int64, to, nonce protocol.Nonce, n int) *trace.Record {
	return at(ms, "r1.p0", "adapter0", clusterd.Forwarded{ConnNonce: to, RespNonce: nonce, Response: answer(n)})
}

func connected(ms int64, nonce protocol.Nonce) *trace.Record {
	return at(ms, "r1.p0", "adapter0", clusterd.ClientConnected{Nonce: nonce})
}

func disconnected(ms int64, nonce protocol.Nonce) *trace.Record {
	return at(ms, "r1.p0", "adapter0", clusterd.ClientDisconnected{Nonce: nonce})
}

func stashed(ms int64, to, nonce protocol.Nonce) *trace.Record {
	return at(ms, "r1.p0", "adapter0", clusterd.Stashed{ConnNonce: to, RespNonce: nonce, Response: answer(1)})
}

func cleared(ms int64) *trace.Record {
	return at(ms, "r1.p0", "adapter0", clusterd.StashCleared{Connections: 1})
}

func TestNonce(t *testing.T) {
	good := events(connected(1, 7), responded(2, 7, 1), responded(2, 7, 2), forwarded(3, 7, 7, 1), forwarded(3, 7, 7, 2))
	judge(t, func(w Violator) Oracle { return NewNonce(w) }, []history{
		{name: "all, in order", events: good},
		{
			name:    "of another connection",
			events:  then(good, responded(4, 8, 3), forwarded(5, 7, 8, 3)),
			outcome: Violated, reason: "an adapter passed on a response to another connection than its own",
		},
		{
			name:    "one is missing",
			events:  then(good, responded(4, 7, 3), responded(4, 7, 4), forwarded(5, 7, 7, 4)),
			outcome: Violated, reason: "a response to the live connection was lost or doubled",
		},
		{
			name:    "one comes twice",
			events:  then(good, forwarded(4, 7, 7, 2)),
			outcome: Violated, reason: "came where nothing was due",
		},
		{
			name:    "out of order",
			events:  events(connected(1, 7), responded(2, 7, 1), responded(2, 7, 2), forwarded(3, 7, 7, 2)),
			outcome: Violated, reason: "lost or doubled",
		},
		{
			name:    "the last one is missing",
			events:  then(good, responded(4, 7, 3)),
			outcome: Violated, reason: "a response to the live connection was never passed on",
		},
		{
			name:    "the only one is missing, which came before the connection",
			events:  events(responded(1, 7, 1), connected(2, 7)),
			outcome: Violated, reason: "a response to the live connection was never passed on",
		},
		{
			name:   "of a connection that came late",
			events: events(responded(1, 7, 1), stashed(1, 6, 7), connected(2, 7), forwarded(2, 7, 7, 1), responded(3, 7, 2), forwarded(4, 7, 7, 2)),
		},
		{
			name:   "what was kept is thrown away",
			events: then(good, stashed(4, 7, 6), cleared(5), responded(5, 7, 3), forwarded(5, 7, 7, 3)),
		},
		{
			name:    "what was kept is kept for ever",
			events:  then(good, stashed(4, 7, 6), responded(5, 7, 3), forwarded(5, 7, 7, 3)),
			outcome: Violated, reason: "an adapter keeps responses to connections that are over",
		},
		{name: "the last one is on its way", events: then(good, responded(9_990, 7, 3))},
		{name: "the connection broke before", events: then(good, responded(4, 7, 3), disconnected(5, 7))},
		{name: "of a connection that gave way", events: then(good, responded(4, 7, 3), disconnected(5, 7), connected(6, 8))},
		{name: "of a connection to come", events: then(good, responded(4, 8, 3))},
		{name: "its process ends", events: then(good, responded(4, 7, 3), exited(5, "r1.p0", sim.ExitKilled, "fault"))},
		{
			name: "answers of the storage plane pass no adapter",
			events: events(connected(1, 7), at(2, "r1.p0", "worker0", clusterd.Responded{
				Plane: clusterd.Storage, Nonce: 7, Response: protocol.DroppedID{ID: id(1, "s1")},
			})),
			outcome: Inconclusive, reason: "saw nothing",
		},
	})
}

// TestNonceWaits demands that a run does not end while an adapter keeps a response, and that the judgement waits longer.
func TestNonceWaits(t *testing.T) {
	n := NewNonce(&court{})
	for _, e := range events(connected(0, 7), responded(0, 7, 1), forwarded(0, 7, 7, 1), responded(0, 7, 2)) {
		n.Observe(e)
	}
	for _, c := range []struct {
		now     time.Duration
		settled bool
		outcome Outcome
	}{
		{40 * time.Millisecond, true, Holds},
		{time.Second, false, Holds},
		{3 * time.Second, false, Violated},
	} {
		s := endState()
		s.Now = sim.Time(c.now)
		settled, _ := n.Settled(s)
		require.Equal(t, c.settled, settled, c.now)
		require.Equal(t, c.outcome, n.Check(s).Outcome, c.now)
	}
}
