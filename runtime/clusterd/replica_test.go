package clusterd_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/fail"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// sizes are the replicas of the tests, as processes × workers.
var sizes = [][2]int{{1, 1}, {1, 2}, {2, 1}, {2, 2}}

func TestReplicaRunsBothKinds(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		size := sizes[seed%4]
		w := newWorld(t, seed, size[0], size[1])
		w.start()
		w.compute(1, 5*time.Second, computeCommands()...)
		w.storage(2, 5*time.Second, storageCommands()...)
		w.run(4 * time.Second)
		require.Empty(t, w.exits)
		for _, name := range []string{"s1", "s1/remap", "i1"} {
			require.True(t, frontier.At(2000).Lt(w.frontiers[name]), "%v: %s is at %s", size, name, w.frontiers[name])
		}
		require.Empty(t, divergence(w.built))
		require.Empty(t, divergence(w.delivered))
		require.Len(t, w.built, size[0]*size[1])
		require.NotEmpty(t, w.store.Contents("s1"))
	}
}

// TestReconnectKeepsDataflows lets both controllers come back and say the same: nothing is built again, and they hear
// frontiers as before.
func TestReconnectKeepsDataflows(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 11, 2, 2)
	w.start()
	w.compute(1, 2*time.Second, computeCommands()...)
	w.storage(2, 2*time.Second, storageCommands()...)
	w.run(3 * time.Second)
	built := len(w.built["r1.p0 worker 0"])
	clear(w.frontiers)
	w.compute(3, 10*time.Second, computeCommands()...)
	w.storage(4, 10*time.Second, storageCommands()...)
	w.run(4 * time.Second)
	require.Empty(t, w.exits)
	require.Len(t, w.built["r1.p0 worker 0"], built)
	for _, name := range []string{"s1", "s1/remap", "i1"} {
		require.True(t, frontier.At(5000).Lt(w.frontiers[name]), "%s is at %s", name, w.frontiers[name])
	}
}

// TestProcessesShareFate kills one process of two: the other ends with it, and when both have been started again the
// controllers find a replica that knows nothing and is told everything.
func TestProcessesShareFate(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 12, 2, 2)
	w.start()
	w.compute(1, 10*time.Second, computeCommands()...)
	w.storage(2, 10*time.Second, storageCommands()...)
	w.run(2 * time.Second)
	w.processes[1].Kill("test")
	w.run(time.Second)
	require.Len(t, w.exits, 2)
	require.Equal(t, sim.ExitKilled, w.exits[0].Kind)
	require.Equal(t, sim.ExitHalt, w.exits[1].Kind)
	w.exits = nil
	clear(w.built)
	clear(w.delivered)
	clear(w.frontiers)
	for _, n := range w.processes {
		n.Start()
	}
	w.compute(3, 10*time.Second, computeCommands()...)
	w.storage(4, 10*time.Second, storageCommands()...)
	w.run(3 * time.Second)
	require.Empty(t, w.exits)
	require.Empty(t, divergence(w.built))
	for _, name := range []string{"s1", "s1/remap", "i1"} {
		require.True(t, frontier.At(3000).Lt(w.frontiers[name]), "%s is at %s", name, w.frontiers[name])
	}
}

// TestSameSeedSameRun compares the hashes of two runs of one seed.
func TestSameSeedSameRun(t *testing.T) {
	t.Parallel()
	run := func(seed uint64) uint64 {
		w := newWorld(t, seed, 2, 2)
		w.start()
		w.compute(1, time.Second, manyIndexes(5)...)
		w.storage(2, time.Second, manySources(5, 100*time.Millisecond)...)
		w.run(2 * time.Second)
		return w.sim.Hash()
	}
	for seed := range uint64(4) {
		require.Equal(t, run(seed), run(seed), "seed %d", seed)
	}
	require.NotEqual(t, run(1), run(2))
}

// TestStorageNeedsNoCompute checks that storage items are applied before there ever was a compute connection.
func TestStorageNeedsNoCompute(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 5, 2, 1)
	w.start()
	w.storage(2, 5*time.Second, storageCommands()...)
	w.run(3 * time.Second)
	require.True(t, frontier.At(1000).Lt(w.frontiers["s1"]), "s1 is at %s", w.frontiers["s1"])
}

// TestComputeAlone runs a replica that hosts no storage: nobody listens for its controller.
func TestComputeAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 13, 2, 1)
	w.alone = true
	w.start()
	w.compute(1, 5*time.Second, computeCommands()...)
	var refused error
	w.env.Go("storage", func(t *sim.Task) {
		t.Sleep(time.Second)
		_, refused = protocol.DialCTP[protocol.StorageCommand, protocol.StorageResponse](
			t, w.processes[0], "storage", version, protocol.CTPConfig{})
	})
	w.run(2 * time.Second)
	require.ErrorIs(t, refused, sim.ErrRefused)
	require.Empty(t, divergence(w.built))
	require.Len(t, w.built["r1.p0 worker 0"], 3, "lane, logging, index")
}

// TestIdleReplicaDoesNotSpin bounds the turns of each worker's loop when nothing happens, with controllers and without.
func TestIdleReplicaDoesNotSpin(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 6, 2, 2)
	w.start()
	w.compute(1, 10*time.Second, computeCommands()[:2]...)
	w.storage(2, 10*time.Second, storageCommands()[:1]...)
	w.run(20 * time.Second)
	require.Len(t, w.turns, 4)
	for worker, turns := range w.turns {
		require.Less(t, turns, 20*200, worker)
	}
}

// TestLostHandoffEndsTheProcess restores the bug that a change of nonce loses the guest: the dataflows go on, and the
// first storage item that one of them puts into the lane finds nobody.
func TestLostHandoffEndsTheProcess(t *testing.T) {
	t.Parallel()
	for _, armed := range []bool{false, true} {
		w := newWorld(t, 7, 1, 2)
		if armed {
			w.failpoints.Arm(fail.HandoffLost, 1, 1)
		}
		w.start()
		w.storage(2, 10*time.Second, storageCommands()...)
		w.run(time.Second)
		w.compute(1, 10*time.Second, computeCommands()...)
		w.run(time.Second)
		require.Empty(t, w.exits)
		w.failing = true
		w.run(time.Second)
		if !armed {
			require.Empty(t, w.exits)
			continue
		}
		require.NotEmpty(t, w.exits)
		require.Equal(t, sim.ExitPanic, w.exits[0].Kind)
		require.Contains(t, w.exits[0].Reason, "no guest is hosted")
	}
}

// TestUndrainedAsyncResponsesSpin restores the bug that a guest without a connection leaves answers queued: they count
// as busy, and the worker never parks.
func TestUndrainedAsyncResponsesSpin(t *testing.T) {
	t.Parallel()
	turns := func(armed bool) int {
		w := newWorld(t, 8, 1, 1)
		if armed {
			w.failpoints.Arm(fail.AsyncUndrained, 1, 1)
		}
		w.start()
		// The controller leaves as soon as it has asked for the ingestion, so the answer finds nobody connected.
		w.storage(2, time.Microsecond, storageCommands()...)
		w.run(time.Second)
		return w.turns["r1.p0 worker 0"]
	}
	require.Less(t, turns(false), 2_000)
	require.Greater(t, turns(true), 5_000)
}

// TestLanePerConnectionDiverges restores the bug that each worker builds the lane anew when it notices a client: with
// connections in quick succession, workers skip different generations.
func TestLanePerConnectionDiverges(t *testing.T) {
	t.Parallel()
	diverged := 0
	for seed := range uint64(20) {
		w := newWorld(t, 100+seed, 2, 2)
		w.failpoints.Arm(fail.PerConnection, 1, 1)
		w.start()
		for i := range 6 {
			w.sim.At(sim.Time(i)*sim.Time(5*time.Millisecond), "reconnect", func() {
				w.compute(protocol.Nonce(i+1), 50*time.Millisecond, manyIndexes(i)...)
			})
		}
		w.sim.RunFor(time.Second)
		if divergence(w.built) != "" {
			diverged++
		}
	}
	require.Positive(t, diverged)
}

// TestSlowAdapterStashesTheFuture lets compute reconnect while adapters are slow: an adapter that still serves the old
// connection hears answers to the new one, and keeps them for it.
func TestSlowAdapterStashesTheFuture(t *testing.T) {
	t.Parallel()
	for _, armed := range []bool{false, true} {
		stashed, lost := 0, 0
		for seed := range uint64(20) {
			w := newWorld(t, 300+seed, 2, 1)
			if armed {
				w.failpoints.Arm(fail.NoFutureStash, 1, 1)
			}
			w.slow = true
			w.start()
			w.storage(100, 10*time.Second, storageCommands()...)
			for i := range 20 {
				w.compute(protocol.Nonce(i+1), 195*time.Millisecond, computeCommands()...)
				w.run(200 * time.Millisecond)
			}
			stashed += w.stashed
			if w.lost != "" {
				lost++
			}
		}
		if armed {
			require.Positive(t, lost)
			continue
		}
		require.Zero(t, lost)
		require.Positive(t, stashed)
	}
}

func TestTwoLanesDiverge(t *testing.T) {
	t.Parallel()
	diverged := 0
	for seed := range uint64(20) {
		w := newWorld(t, 200+seed, 2, 2)
		w.failpoints.Arm(fail.TwoLanes, 1, 1)
		w.start()
		w.pause = time.Millisecond
		w.compute(1, time.Second, manyIndexes(20)...)
		w.storage(2, time.Second, manySources(20, 100*time.Millisecond)...)
		w.sim.RunFor(200 * time.Millisecond)
		if divergence(w.built) != "" {
			diverged++
		}
	}
	require.Positive(t, diverged)
}
