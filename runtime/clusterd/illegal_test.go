package clusterd_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// illegal are orders of commands that no controller may send, with how a process ends that gets them; "" where it takes
// them without harm, as they mean nothing (Schedule and AllowWrites of what is not there, compaction that regresses: see
// src/compute/src/compute_state.rs) or begin anew (Hello: src/cluster/src/client.rs).
var illegal = []struct {
	name    string
	compute []protocol.ComputeCommand
	storage []protocol.StorageCommand
	exit    string
}{
	{name: "compute before Hello", compute: computeCommands(), exit: "not Hello"},
	{name: "storage before Hello", storage: storageCommands(), exit: "not Hello"},
	{name: "no CreateInstance", compute: hello(computeCommands()[1:]...)},
	{name: "two CreateInstance", compute: hello(append(computeCommands()[:1], computeCommands()...)...), exit: "CreateInstance"},
	{name: "CreateInstance late", compute: hello(append(computeCommands(), computeCommands()[0])...), exit: "a second CreateInstance"},
	{name: "two InitializationComplete", compute: hello(append(computeCommands(), protocol.ComputeInitializationComplete{})...)},
	{name: "two Hello", compute: hello(hello(computeCommands()...)...)},
	{name: "created twice", compute: hello(append(computeCommands(), computeCommands()[2])...), exit: "exists already"},
	{name: "dropped unknown", compute: hello(append(computeCommands(), compact(query.ID{N: 9, Name: "i9"}, frontier.Empty()))...), exit: "untracked"},
	{name: "dropped twice", compute: hello(append(computeCommands(), compact(indexID, frontier.Empty()), compact(indexID, frontier.Empty()))...), exit: "untracked"},
	{name: "compaction backwards", compute: hello(append(computeCommands(), compact(indexID, frontier.At(50)), compact(indexID, frontier.At(7)))...)},
	{name: "compaction after drop", compute: hello(append(computeCommands(), compact(indexID, frontier.Empty()), compact(indexID, frontier.At(7)))...)},
	{name: "Schedule of unknown", compute: hello(append(computeCommands(), protocol.Schedule{ID: query.ID{N: 9, Name: "i9"}})...)},
	{name: "AllowWrites after drop", compute: hello(append(computeCommands(), compact(indexID, frontier.Empty()), protocol.ComputeAllowWrites{ID: indexID})...)},
	{name: "import of a missing index", compute: hello(append(computeCommands(), importing(query.ID{N: 9, Name: "i9"}))...), exit: "import of index i9 failed"},
	{name: "storage: two Hello", storage: storageHello(storageHello(storageCommands()...)...)},
	{name: "storage: two InitializationComplete", storage: storageHello(append(storageCommands(), protocol.StorageInitializationComplete{})...)},
	{name: "storage: dropped unknown", storage: storageHello(append(storageCommands(), protocol.StorageAllowCompaction{
		ID: query.ID{N: 9, Name: "s9"}, Frontier: frontier.Empty(),
	})...)},
	{name: "storage: another partitioning", storage: storageHello(append(storageCommands(), partitioned(3))...), exit: "not alter-compatible"},
}

func hello(commands ...protocol.ComputeCommand) []protocol.ComputeCommand {
	return append([]protocol.ComputeCommand{protocol.ComputeHello{Nonce: protocol.Nonce(50 + len(commands))}}, commands...)
}

func storageHello(commands ...protocol.StorageCommand) []protocol.StorageCommand {
	return append([]protocol.StorageCommand{protocol.StorageHello{Nonce: protocol.Nonce(50 + len(commands))}}, commands...)
}

func compact(id query.ID, to frontier.Antichain) protocol.ComputeCommand {
	return protocol.ComputeAllowCompaction{ID: id, Frontier: to}
}

func importing(index query.ID) protocol.ComputeCommand {
	id := query.ID{N: 10, Name: "i10"}
	return protocol.CreateDataflow{Description: &query.Description{
		Name: "i10", IndexImports: []query.ID{index}, Query: query.Input(index),
		Exports: []query.Export{{ID: id, Kind: query.Index}},
	}}
}

func partitioned(n int) protocol.StorageCommand {
	ingestion := *storageCommands()[2].(protocol.RunIngestion).Ingestion
	ingestion.Partitions = n
	return protocol.RunIngestion{Ingestion: &ingestion}
}

// TestIllegalOrders lets a client break the rules while objects run, and demands what is written there of the process; that
// lane and construction have one order on all workers; and that a lawful controller gets its objects going behind it.
func TestIllegalOrders(t *testing.T) {
	t.Parallel()
	for i, c := range illegal {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, uint64(i), 1, 2)
			w.start()
			w.compute(1, 200*time.Millisecond, computeCommands()...)
			w.storage(2, 200*time.Millisecond, storageCommands()...)
			w.run(300 * time.Millisecond)
			w.violate(c.compute, c.storage)
			w.run(300 * time.Millisecond)
			if c.exit == "" {
				require.Empty(t, w.exits)
				require.Empty(t, divergence(w.delivered))
				require.Empty(t, divergence(w.built))
			} else {
				require.Len(t, w.exits, 1)
				require.Equal(t, sim.ExitPanic, w.exits[0].Kind)
				require.Contains(t, w.exits[0].Reason, c.exit)
				w.processes[0].Start()
			}
			before := w.frontiers["s1"]
			w.frontiers["i1"] = frontier.Antichain{}
			w.compute(3, time.Second, computeCommands()...)
			w.storage(4, time.Second, storageCommands()...)
			w.run(1200 * time.Millisecond)
			require.True(t, before.Lt(w.frontiers["s1"]), "the source stands still")
			require.True(t, before.Lt(w.frontiers["i1"]), "the index stands still")
		})
	}
}

// violate connects to the process on a plane and says just the commands.
func (w *world) violate(compute []protocol.ComputeCommand, storage []protocol.StorageCommand) {
	w.env.Go("violator", func(t *sim.Task) {
		if compute != nil {
			s := dial(t, w, "compute", protocol.NewPartitionedCompute(1))
			s.send(t, time.Millisecond, slices.Clone(compute)...)
			s.receive(t, t.Now().Add(100*time.Millisecond), func(protocol.ComputeResponse) {})
			s.close(t)
			return
		}
		s := dial(t, w, "storage", protocol.NewPartitionedStorage(1))
		s.send(t, time.Millisecond, slices.Clone(storage)...)
		s.receive(t, t.Now().Add(100*time.Millisecond), func(protocol.StorageResponse) {})
		s.close(t)
	})
}
