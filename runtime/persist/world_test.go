package persist

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// testingT is what testing.T and rapid.T share.
type testingT interface {
	require.TestingT
	Helper()
}

// fixture is a world with a store and processes that use it.
type fixture struct {
	t       testingT
	world   *sim.World
	store   *Store
	nodes   []*sim.Node
	clients []*Client
}

func newFixture(t testingT, seed uint64, processes int) *fixture {
	f := &fixture{t: t, world: sim.New(sim.Config{Seed: seed, Schedule: sim.Random(), Grain: sim.Grain100us})}
	f.store = NewStore(f.world.AddNode("persist", sim.NodeOptions{}))
	f.clients = make([]*Client, processes)
	for i := range processes {
		node := f.world.AddNode(string(rune('a'+i)), sim.NodeOptions{
			Start: func(n *sim.Node) { f.clients[i] = NewClient(n, f.store, DefaultConfig()) },
		})
		f.nodes = append(f.nodes, node)
		node.Start()
	}
	return f
}

func newWorld(t *testing.T, processes int) *fixture {
	f := newFixture(t, 1, processes)
	t.Cleanup(f.world.Close)
	return f
}

// run lets time pass.
func (f *fixture) run(d time.Duration) {
	f.t.Helper()
	require.Nil(f.t, f.world.RunFor(d))
}

// write appends on behalf of nobody, as if it had been there before.
func (f *fixture) write(shard query.Shard, upper frontier.Time, updates ...query.Update) {
	f.t.Helper()
	sh := f.store.shard(shard)
	require.True(f.t, sh.compareAndAppend(updates, sh.upper, frontier.At(upper)).OK)
	sh.notify()
}

// row is one row, inserted at a time.
func row(key, value int64, at frontier.Time) query.Update {
	return query.Update{Row: query.Row{Key: key, Value: value}, Time: at, Diff: 1}
}
