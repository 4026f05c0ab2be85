package environ

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/controller"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// three is a source with a view and a sink on it.
func three() []Statement {
	return []Statement{
		CreateSource{Name: "s1", Rate: 10, Exports: 2},
		CreateMaterializedView{Name: "mv1", Query: "count(s1)"},
		CreateSink{Name: "k1", From: "mv1"},
	}
}

func TestStatementsReachTheReplica(t *testing.T) {
	h := newHouse(t, sim.Config{Seed: 1}, nil, 2)
	h.run(time.Second)
	h.must(append(three(), CreateIndex{Name: "i1", On: "s1/t1"})...)
	h.goOn(time.Second)

	require.Equal(t, []string{
		"Hello", "CreateInstance", "UpdateConfiguration maintenance=100ms statistics=1s", "InitializationComplete",
		"CreateDataflow mv1", "AllowWrites mv1", "Schedule mv1", "CreateDataflow i1", "Schedule i1",
	}, h.told(0, controller.Compute, 0))
	require.Equal(t, []string{"Hello", "UpdateConfiguration maintenance=100ms statistics=1s"},
		h.told(0, controller.Compute, 1))
	for process := range 2 {
		require.Equal(t, []string{
			"Hello", "UpdateConfiguration maintenance=100ms statistics=1s", "InitializationComplete", "AllowWrites",
			"RunIngestion s1", "RunSink k1",
		}, h.told(0, controller.Storage, process))
	}
	require.True(t, h.env.AllConnected())
	for _, name := range []string{"s1", "mv1", "i1", "k1"} {
		require.Equal(t, frontier.At(fakeProgress), h.env.Frontier(h.id(name)), name)
		require.True(t, h.env.Hydrated(h.id(name)), name)
	}
}

func TestReplayAfterACutHoldsWhatIsWanted(t *testing.T) {
	h := newHouse(t, sim.Config{Seed: 2}, nil, 2)
	h.run(time.Second)
	h.must(three()...)
	h.must(CreateIndex{Name: "i1", On: "mv1"}, SetParams{Params: protocol.Params{
		MaintenanceInterval: time.Second, StatisticsInterval: protocol.Unset, Stages: protocol.Unset,
	}})
	h.goOn(time.Second)
	link := h.Link(h.node, h.replicas[0].processes[1])
	link.Cut()
	h.goOn(2 * time.Second)
	require.False(t, h.env.Connected(0, controller.Compute))
	require.False(t, h.env.Connected(0, controller.Storage))

	// The next connection's commands are queued already: what is dropped now is told first and dropped later.
	h.must(Drop{Name: "k1"}, Drop{Name: "i1"}, CreateSource{Name: "s2"})
	require.Equal(t, []query.ID{h.id("k1")}, h.env.storage.Owed())
	link.Heal()
	h.goOn(5 * time.Second)
	require.True(t, h.env.AllConnected())
	require.Empty(t, h.env.storage.Owed())
	require.Equal(t, []string{
		"Hello", "CreateInstance", "UpdateConfiguration maintenance=1s statistics=1s", "CreateDataflow mv1",
		"CreateDataflow i1", "Schedule mv1", "Schedule i1", "InitializationComplete", "AllowWrites mv1",
		"AllowCompaction i1 {}",
	}, h.told(0, controller.Compute, 0))

	// Another connection begins with a history that holds only what is wanted.
	link.Cut()
	link.Heal()
	h.goOn(5 * time.Second)
	require.True(t, h.env.AllConnected())
	require.Equal(t, []string{
		"Hello", "CreateInstance", "UpdateConfiguration maintenance=1s statistics=1s",
		"CreateDataflow mv1", "Schedule mv1", "InitializationComplete", "AllowWrites mv1",
	}, h.told(0, controller.Compute, 0))
	require.Equal(t, []string{
		"Hello", "UpdateConfiguration maintenance=1s statistics=1s", "RunIngestion s1", "RunIngestion s2",
		"InitializationComplete", "AllowWrites",
	}, h.told(0, controller.Storage, 1))
}

func TestAnEnvironmentThatDiedBootstrapsFromTheCatalog(t *testing.T) {
	h := newHouse(t, sim.Config{Seed: 3}, nil, 1)
	h.run(time.Second)
	h.must(three()...)
	h.must(CreateSource{Name: "s2"}, Drop{Name: "s2"}, Drop{Name: "k1"})
	h.goOn(time.Second)
	before := *h.replicas[0].last(controller.Compute, 0)
	h.node.Kill("test")
	require.False(t, h.env.Up())
	require.Equal(t, frontier.At(0), h.env.Frontier(h.id("mv1")))
	require.Len(t, h.env.Wanted(), 2)
	h.run(3 * time.Second)

	require.True(t, h.env.Up())
	require.Equal(t, []string{
		"Hello", "CreateInstance", "UpdateConfiguration maintenance=100ms statistics=1s",
		"CreateDataflow mv1", "AllowWrites mv1", "InitializationComplete", "Schedule mv1",
	}, sortedInit(h.told(0, controller.Compute, 0)))
	require.NotEqual(t, before.nonce, h.replicas[0].last(controller.Compute, 0).nonce)
	require.NotContains(t, h.told(0, controller.Storage, 0), "RunIngestion s2")
	require.NotContains(t, h.told(0, controller.Storage, 0), "RunSink k1")
	require.Equal(t, frontier.At(fakeProgress), h.env.Frontier(h.id("mv1")))
	h.must(CreateSource{Name: "s3"})
	require.EqualValues(t, 8, h.id("s3").N, "ids are not used again")
}

// sortedInit is what was told; a bootstrap may be overtaken by the connection, which then hears AllowWrites at once
// instead of in the reduced history's order.
func sortedInit(told []string) []string {
	for i, word := range told {
		if word == "AllowWrites mv1" && i > 0 && told[i-1] == "InitializationComplete" {
			told[i-1], told[i] = told[i], told[i-1]
		}
	}
	return told
}

func TestADropThatIsNeverAnsweredIsForgottenAtTheReconnect(t *testing.T) {
	h := newHouse(t, sim.Config{Seed: 4}, nil, 2)
	h.run(time.Second)
	h.must(CreateSource{Name: "s1"})
	h.goOn(time.Second)
	h.replicas[0].storage[1].mute = true
	id, remap := h.id("s1"), query.ID{N: 2, Name: "s1/remap"}
	h.must(Drop{Name: "s1"})
	h.goOn(time.Second)
	require.Equal(t, []query.ID{id, remap}, h.env.storage.Owed())
	link := h.Link(h.node, h.replicas[0].processes[0])
	link.Cut()
	link.Heal()
	h.goOn(3 * time.Second)
	require.Empty(t, h.env.storage.Owed())
	require.True(t, h.env.AllConnected())
	require.NotContains(t, h.told(0, controller.Storage, 0), "RunIngestion s1")
}

func TestNothingIsSentBeforeAllProcessesAreConnected(t *testing.T) {
	h := newHouse(t, sim.Config{Seed: 5}, nil, 2)
	h.replicas[0].processes[1].Kill("test")
	on(h, func(_ *trace.Record, e protocol.CTPEnded) {
		require.NotContains(t, e.Reason, "replaced", "what a failed attempt opened is closed")
	})
	h.run(5 * time.Second)
	require.Empty(t, h.told(0, controller.Compute, 0))
	require.Empty(t, h.told(0, controller.Storage, 0))
	require.Greater(t, len(*h.replicas[0].heard[controller.Storage][0]), 3, "process 0 is dialled again and again")
	h.replicas[0].processes[1].Start()
	h.goOn(2 * time.Second)
	require.True(t, h.env.AllConnected())
}

func TestAProtocolErrorOfAReplicaEndsTheEnvironment(t *testing.T) {
	h := newHouse(t, sim.Config{Seed: 6}, nil, 1)
	h.run(time.Second)
	var exit sim.Exit
	h.Observe(exitOf("env", &exit))
	replica := h.replicas[0]
	h.At(h.Now(), "zombie", func() {
		replica.zombie.answers.Push(nil, protocol.DroppedID{ID: query.ID{N: 99, Name: "ghost"}})
	})
	require.Nil(t, h.RunFor(time.Second))
	require.False(t, h.node.Alive())
	require.Equal(t, sim.ExitPanic, exit.Kind)
	require.Contains(t, exit.Reason, "absent collection: ghost")
}
