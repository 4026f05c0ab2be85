package oracle_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/controller"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/scenarios/oracle"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// story is a made-up run that is told event by event.
type story struct{ *judged }

// tell returns a story that an oracle watches.
func tell(t *testing.T, watched func(oracle.Violator) oracle.Oracle) *story {
	t.Parallel()
	return &story{judge(t, watched)}
}

// on has events happen on a node.
func (s *story) on(node string, events ...trace.Event) { s.judged.on(node+".worker0", events...) }

// wait lets time pass.
func (s *story) wait(d time.Duration) { s.now += d }

// fine demands that nothing was wrong so far.
func (s *story) fine() {
	s.t.Helper()
	require.Empty(s.t, s.violations)
}

// wrong demands that the oracle has just complained of something.
func (s *story) wrong(about string) {
	s.t.Helper()
	require.Len(s.t, s.violations, 1)
	require.Contains(s.t, s.violations[0], about)
}

// rest demands that the oracle would hold if the run ended now.
func (s *story) rest(state *oracle.State) {
	s.t.Helper()
	s.fine()
	state.Now = sim.Time(s.now)
	settled, waiting := s.oracle.Settled(state)
	require.True(s.t, settled, waiting)
	require.Equal(s.t, oracle.Holds, s.verdict(state).Outcome)
}

// restless demands that the oracle waits for something, and complains if that does not come.
func (s *story) restless(state *oracle.State, about string) {
	s.t.Helper()
	state.Now = sim.Time(s.now)
	settled, waiting := s.oracle.Settled(state)
	require.False(s.t, settled)
	require.Contains(s.t, waiting, about)
	verdict := s.verdict(state)
	require.Equal(s.t, oracle.Violated, verdict.Outcome)
	require.Contains(s.t, verdict.Reason, about)
}

// The collections of the stories.
var (
	remap = query.ID{N: 2, Name: "s1/remap"}
	mv1   = query.ID{N: 3, Name: "mv1"}
	i1    = query.ID{N: 4, Name: "i1"}
	k1    = query.ID{N: 5, Name: "k1"}
)

func source() *query.Ingestion {
	return &query.Ingestion{ID: s1, Remap: remap, Exports: []query.ID{s1}, Rate: 10, Tick: time.Second}
}

func view(asOf frontier.Time) protocol.CreateDataflow {
	return protocol.CreateDataflow{Description: &query.Description{
		Name: "mv1", Query: query.Input(i1), IndexImports: []query.ID{i1}, AsOf: frontier.At(asOf),
		Exports: []query.Export{{ID: mv1, Kind: query.MaterializedView, Shard: query.ShardOf(mv1)}},
	}}
}

func index(asOf frontier.Time) protocol.CreateDataflow {
	return protocol.CreateDataflow{Description: &query.Description{
		Name: "i1", Query: query.Input(s1), AsOf: frontier.At(asOf),
		SourceImports: []query.SourceImport{{ID: s1, Shard: query.ShardOf(s1)}},
		Exports:       []query.Export{{ID: i1, Kind: query.Index}},
	}}
}

// storageSent and computeSent are commands on a connection of r1, the first of them its Hello.
func storageSent(nonce protocol.Nonce, commands ...protocol.StorageCommand) []trace.Event {
	sent := []trace.Event{controller.ControllerSent{
		Plane: controller.Storage, Replica: "r1", Nonce: nonce, Command: protocol.StorageHello{Nonce: nonce},
	}}
	for i, c := range commands {
		sent = append(sent, controller.ControllerSent{Plane: controller.Storage, Replica: "r1", Nonce: nonce, Index: i + 1, Command: c})
	}
	return sent
}

func computeSent(nonce protocol.Nonce, commands ...protocol.ComputeCommand) []trace.Event {
	sent := []trace.Event{controller.ControllerSent{
		Plane: controller.Compute, Replica: "r1", Nonce: nonce, Command: protocol.ComputeHello{Nonce: nonce},
	}}
	for i, c := range commands {
		sent = append(sent, controller.ControllerSent{Plane: controller.Compute, Replica: "r1", Nonce: nonce, Index: i + 1, Command: c})
	}
	return sent
}

// stored and computed are responses of a worker.
func stored(nonce protocol.Nonce, worker int, response protocol.StorageResponse) clusterd.Responded {
	return clusterd.Responded{Plane: clusterd.Storage, Nonce: nonce, Worker: worker, Response: response}
}

func computed(nonce protocol.Nonce, worker int, response protocol.Frontiers) clusterd.Responded {
	return clusterd.Responded{Plane: clusterd.Compute, Nonce: nonce, Worker: worker, Response: response}
}

// upperOf is a report of a stored collection.
func upperOf(id query.ID, at frontier.Time) protocol.FrontierUpper {
	return protocol.FrontierUpper{ID: id, Upper: frontier.At(at)}
}

// writtenTo is a report of the write frontier of a computed collection.
func writtenTo(id query.ID, at frontier.Time) protocol.Frontiers {
	f := frontier.At(at)
	return protocol.Frontiers{ID: id, Write: &f}
}

// exited is the end of a process.
func exited(node string) sim.NodeExited { return sim.NodeExited{Node: node} }
