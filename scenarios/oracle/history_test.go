package oracle

import (
	"hash/crc32"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/environ"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// history is a made-up run: what happened, what is known at its end, and what the oracle must say of it.
type history struct {
	name    string
	events  []*trace.Record
	state   func(*State) // changes what is known at the end
	outcome Outcome
	reason  string // a part of the verdict's reason
}

// at is an event of a thread at a time in milliseconds.
func at(ms int64, node, task string, e trace.Event) *trace.Record {
	return &trace.Record{
		At: ms * int64(time.Millisecond), Node: node, Task: task, Actor: actor(node, task), Event: e, Text: e.Append(nil),
	}
}

// actor numbers a thread.
func actor(node, task string) int {
	if task == "" {
		return 0
	}
	return 1 + int(crc32.ChecksumIEEE([]byte(node+"."+task))%4096)
}

// driver is an event that no thread emitted.
func driver(ms int64, e trace.Event) *trace.Record { return at(ms, "", "", e) }

// court is where oracles report what they see during the run.
type court struct{ violations int }

func (c *court) Violate(string, string) { c.violations++ }

// endState is what is known at the end of a run unless a history says otherwise: one replica of two workers, faults that
// ended after a second, nothing wanted.
func endState() *State {
	return &State{
		Now: sim.Time(10 * time.Second), Healed: 1000, Replicas: 1, Peers: 2,
		Frontier: func(query.ID) frontier.Antichain { return frontier.At(2000) },
	}
}

// judge tells an oracle of each history and compares its verdict. An oracle that holds has looked, and would have let
// the run end; one that is violated by what never happened would not.
func judge(t *testing.T, oracle func(Violator) Oracle, histories []history) {
	t.Helper()
	outcomes := map[Outcome]bool{}
	for _, h := range histories {
		t.Run(h.name, func(t *testing.T) {
			var c court
			o := oracle(&c)
			for _, event := range h.events {
				o.Observe(event)
			}
			s := endState()
			if h.state != nil {
				h.state(s)
			}
			settled, waiting := o.Settled(s)
			v := o.Check(s)
			require.Equal(t, h.outcome, v.Outcome, "%s %s", v.Reason, waiting)
			require.Contains(t, v.Reason, h.reason)
			require.Equal(t, settled, waiting == "")
			switch h.outcome {
			case Holds:
				require.Positive(t, v.Looks)
				require.True(t, settled, waiting)
			case Violated:
				require.NotEmpty(t, h.reason, "say why it must be violated")
				require.LessOrEqual(t, c.violations, 1, "only the first counts")
			case Inconclusive:
				require.Zero(t, c.violations)
			}
		})
		outcomes[h.outcome] = true
	}
	require.Len(t, outcomes, 3, "an oracle must be shown to hold, to be violated, and to have seen nothing")
}

// interrupted demands that a run which was cut off proves nothing, but that a violation stays one.
func TestInterrupted(t *testing.T) {
	var c court
	x := NewExits(&c)
	x.Observe(driver(0, sim.NodeStarted{Node: "r1.p0"}))
	require.Equal(t, Verdict{Oracle: "no-panic", Outcome: Inconclusive, Reason: "the run was interrupted", Looks: 1}, x.Interrupted())
	x.Observe(driver(1, sim.NodeExited{Node: "r1.p0", Exit: sim.Exit{Kind: sim.ExitPanic, Reason: "no"}}))
	require.Equal(t, Violated, x.Interrupted().Outcome)
	require.Equal(t, 1, c.violations)
}

func id(n uint64, name string) query.ID { return query.ID{N: n, Name: name} }

// The objects that histories are about.
var (
	view  = environ.Object{ID: id(1, "mv1"), Kind: environ.KindMaterializedView}
	other = environ.Object{ID: id(2, "mv2"), Kind: environ.KindMaterializedView}
	sink  = environ.Object{ID: id(3, "k1"), Kind: environ.KindSink}
)

// wanting makes a state in which objects are wanted.
func wanting(objects ...environ.Object) func(*State) {
	return func(s *State) {
		s.Wanted, s.All = objects, func() []environ.Object { return objects }
	}
}

// blocked makes a state in which a worker is blocked for ever.
func blocked(s *State) { s.Blocked = "a worker is blocked for ever" }

// events is what happened, in order.
func events(all ...*trace.Record) []*trace.Record { return all }

// then is what happened, and more.
func then(before []*trace.Record, more ...*trace.Record) []*trace.Record {
	return slices.Concat(before, more)
}
