package controller

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// alone starts a node with one controller whose single replica is not there.
func alone(t *testing.T, start func(n *sim.Node, cfg Config)) *sim.World {
	w := sim.New(sim.Config{Seed: 1})
	t.Cleanup(w.Close)
	cfg := Config{Replicas: []Replica{{Name: "r1", Processes: []*sim.Node{w.AddNode("r1.p0", sim.NodeOptions{})}}}}
	w.AddNode("env", sim.NodeOptions{Start: func(n *sim.Node) { start(n, cfg) }}).Start()
	return w
}

// Responses of a task that has been replaced count for nothing, however late they come.
func TestStaleResponsesAreIgnored(t *testing.T) {
	var c *StorageController
	w := alone(t, func(n *sim.Node, cfg Config) {
		c = NewStorageController(n, cfg, nil)
		n.Go("controller", c.Run)
	})
	id := query.ID{N: 1, Name: "s1"}
	c.RunIngestion(nil, &query.Ingestion{ID: id, Remap: query.ID{N: 2, Name: "s1/remap"}, Exports: []query.ID{id}})
	require.Nil(t, w.RunFor(time.Second))
	upper := func(epoch uint64, at frontier.Time) {
		c.fleet.reports.Push(nil, report[protocol.StorageResponse]{
			epoch: epoch, response: protocol.FrontierUpper{ID: id, Upper: frontier.At(at)},
		})
	}
	upper(1, 3)
	c.fleet.reports.Push(nil, report[protocol.StorageResponse]{epoch: 1, ended: true})
	require.Nil(t, w.RunFor(2*time.Second))
	require.EqualValues(t, 2, c.Epoch(0))
	upper(1, 9)
	require.Nil(t, w.RunFor(time.Second))
	known, ok := c.Frontier(id)
	require.True(t, ok)
	require.Equal(t, frontier.At(3), known)
}

// A dropped collection is forgotten without anybody's word when no task can bring it.
func TestADropWithoutATaskIsForgottenAtOnce(t *testing.T) {
	var c *ComputeController
	var gone []query.ID
	w := alone(t, func(n *sim.Node, cfg Config) {
		cfg.RehydrateMax = time.Hour
		c = NewComputeController(n, cfg, nil, func(_ *sim.Task, id query.ID) { gone = append(gone, id) })
		n.Go("controller", c.Run)
	})
	id := query.ID{N: 1, Name: "mv1"}
	c.CreateDataflow(nil, &query.Description{Name: "mv1", AsOf: frontier.At(0), Exports: []query.Export{{ID: id}}})
	require.Nil(t, w.RunFor(time.Millisecond))
	c.fleet.reports.Push(nil, report[protocol.ComputeResponse]{epoch: 1, ended: true})
	require.Nil(t, w.Settle())
	require.False(t, c.fleet.serves(0))
	c.Drop(nil, id)
	require.Nil(t, w.Settle())
	require.Equal(t, []query.ID{id}, gone)
	_, known := c.Frontier(id)
	require.False(t, known)
	require.Equal(t, []protocol.ComputeCommand{protocol.ComputeHello{}, protocol.CreateInstance{}}, reduced(c))
}

func reduced(c *ComputeController) []protocol.ComputeCommand {
	c.history.Reduce()
	return c.history.Commands()
}

// A controller whose replica is silent does nothing: only the attempts to connect move.
func TestAnIdleControllerCostsNothing(t *testing.T) {
	w := alone(t, func(n *sim.Node, cfg Config) {
		n.Go("controller", NewStorageController(n, cfg, nil).Run)
	})
	require.Nil(t, w.RunFor(10*time.Second))
	before := w.Steps()
	require.Nil(t, w.RunFor(100*time.Second))
	require.Less(t, w.Steps()-before, uint64(1000))
}
