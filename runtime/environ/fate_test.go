package environ

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/controller"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// on runs fn for each event of a type.
func on[E trace.Event](h *house, fn func(r *trace.Record, e E)) {
	h.Observe(trace.ObserverFunc(func(r *trace.Record) {
		if e, ok := r.Event.(E); ok {
			fn(r, e)
		}
	}))
}

// What the catalog holds is told by the next incarnation, even if the one that wrote it died before it told anybody;
// the user's statement succeeds all the same, once.
func TestAnEnvironmentThatDiesBetweenCatalogAndController(t *testing.T) {
	h := newHouse(t, sim.Config{Seed: 8}, nil, 1)
	h.run(time.Second)
	h.must(CreateSource{Name: "s1"})
	created := 0
	on(h, func(_ *trace.Record, e Created) {
		created++
		h.node.Kill("test")
		h.At(h.Now().Add(time.Second), "start", h.node.Start)
	})
	told := false
	on(h, func(r *trace.Record, e controller.ControllerSent) {
		_, create := e.Command.(protocol.CreateDataflow)
		told = told || create
		require.False(t, create && h.node.Incarnation() == 1)
	})
	h.must(CreateIndex{Name: "i1", On: "s1"})
	h.goOn(5 * time.Second)
	require.Equal(t, 1, created)
	require.True(t, told)
	require.True(t, h.env.Hydrated(h.id("i1")))
}

// A statement that comes while nobody is at home, or cannot be reached, waits.
func TestStatementsWaitForTheEnvironment(t *testing.T) {
	h := newHouse(t, sim.Config{Seed: 9}, nil, 1)
	h.At(sim.Time(3*time.Second), "start", h.node.Start)
	link := h.Link(h.user, h.node)
	link.Cut()
	h.At(sim.Time(5*time.Second), "heal", link.Heal)
	h.must(CreateSource{Name: "s1"})
	require.Greater(t, h.Now(), sim.Time(5*time.Second))
	require.Len(t, h.env.Wanted(), 1)
}

func TestSinksRunOnTheLowestReplicaAlone(t *testing.T) {
	h := newHouse(t, sim.Config{Seed: 10}, nil, 1, 2)
	h.run(time.Second)
	h.must(three()...)
	h.goOn(time.Second)
	require.Contains(t, h.told(0, controller.Storage, 0), "RunSink k1")
	require.Contains(t, h.told(0, controller.Storage, 0), "RunIngestion s1")
	require.NotContains(t, h.told(1, controller.Storage, 0), "RunSink k1")
	require.Contains(t, h.told(1, controller.Storage, 1), "RunIngestion s1")
	h.must(Drop{Name: "k1"})
	h.goOn(time.Second)
	require.NotContains(t, h.told(1, controller.Storage, 0), "AllowCompaction k1 {}")
	require.Empty(t, h.env.storage.Owed())
}

// The furthest replica decides what is known of a collection; the others may be silent.
func TestOneReplicaIsEnoughForAFrontier(t *testing.T) {
	h := newHouse(t, sim.Config{Seed: 11}, nil, 1, 1)
	h.run(time.Second)
	h.replicas[0].processes[0].Kill("test")
	h.must(CreateSource{Name: "s1"}, CreateIndex{Name: "i1", On: "s1"})
	h.goOn(time.Second)
	require.False(t, h.env.Connected(0, controller.Compute))
	require.True(t, h.env.Connected(1, controller.Compute))
	require.Equal(t, frontier.At(fakeProgress), h.env.Frontier(h.id("i1")))
	h.replicas[0].processes[0].Start()
	h.goOn(2 * time.Second)
	require.Contains(t, h.told(0, controller.Compute, 0), "Schedule i1")
}

func TestAnObjectReadsFromWhereItsInputsAre(t *testing.T) {
	h := newHouse(t, sim.Config{Seed: 12}, nil, 1)
	h.run(time.Second)
	h.must(CreateSource{Name: "s1"}, CreateSource{Name: "s2"}, CreateIndex{Name: "i1", On: "s1"})
	client := persist.NewClient(h.user, h.store, persist.DefaultConfig())
	client.CompareAndAppend("s2", nil, frontier.At(0), frontier.At(501), nil)
	h.goOn(time.Second)
	h.must(CreateMaterializedView{Name: "mv1", Query: "union(s1,s2)"}, CreateSink{Name: "k1", From: "s2"})
	view, _ := h.env.Catalog().Lookup("mv1")
	require.Equal(t, frontier.Time(999), view.AsOf, "of i1, which came to 1000")
	require.Equal(t, "union(i1,s2)", view.Dataflow.Query.String())
	require.Equal(t, "union(s1,s2)", view.Query.String())
	require.Equal(t, []query.ID{h.id("i1")}, view.Dataflow.IndexImports)
	require.Equal(t, []query.SourceImport{{ID: h.id("s2"), Shard: "s2"}}, view.Dataflow.SourceImports)
	sink, _ := h.env.Catalog().Lookup("k1")
	require.Equal(t, frontier.Time(500), sink.AsOf)
	require.Equal(t, frontier.At(500), sink.Sink.AsOf)
}

func TestShardsOfDroppedObjectsAreFinalised(t *testing.T) {
	finalise := func(c *Config) { c.Finalise = true }
	h := newHouse(t, sim.Config{Seed: 13}, finalise, 2)
	h.run(time.Second)
	h.must(CreateSource{Name: "s1"}, CreateMaterializedView{Name: "mv1", Query: "count(s1)"}, CreateSource{Name: "s2"})
	h.goOn(time.Second)
	h.must(Drop{Name: "mv1"}, Drop{Name: "s1"})
	h.goOn(time.Second)
	for _, shard := range []query.Shard{"mv1", "s1", "s1/remap"} {
		require.True(t, h.store.Upper(shard).IsEmpty(), shard)
	}
	require.False(t, h.store.Upper("s2").IsEmpty())

	// One that dies before it has done so does it in its next life.
	h.replicas[0].storage[0].mute = true
	h.must(Drop{Name: "s2"})
	h.goOn(time.Second)
	require.False(t, h.store.Upper("s2").IsEmpty())
	h.node.Kill("test")
	h.run(time.Second)
	require.True(t, h.store.Upper("s2").IsEmpty())
}
