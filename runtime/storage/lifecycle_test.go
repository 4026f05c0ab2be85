package storage

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// failOnce makes the reader of an ingestion fail on a worker, the first time that it is asked after a request.
type failOnce struct {
	worker  int
	pending bool
}

func (f *failOnce) hook(_ query.ID, worker int) (string, bool) {
	if !f.pending || worker != f.worker {
		return "", false
	}
	f.pending = false
	return "connection lost", true
}

func TestSuspendAndRestart(t *testing.T) {
	eachTopology(t, func(t *testing.T, o replicaOptions) {
		fail := &failOnce{worker: o.Processes*o.Workers - 1}
		o.Hooks.SourceError = fail.hook
		r := newReplica(t, o)
		s1 := r.source("s1", "rate=100", "partitions=4")
		r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
		r.runFor(time.Second)
		fail.pending = true
		r.runFor(time.Second)
		before := r.upper(s1.ID)
		require.Less(t, uint64(before), uint64(1300), "a failed reader keeps the data back")
		r.runFor(6 * time.Second)
		require.Greater(t, r.upper(s1.ID), before+5000)
		r.requireIngested(s1)
		r.requireSameOrder()
		r.requireRunning("s1")
		require.Equal(t, len(r.workers), r.count("token-dropped id=s1"))
		require.Equal(t, 1, r.count("suspend-requested"))
	})
}

// A status is reported when it changes, and all statuses to each new connection.
func TestStatuses(t *testing.T) {
	fail := &failOnce{}
	r := newReplica(t, replicaOptions{Hooks: Hooks{SourceError: fail.hook}})
	s1 := r.source("s1", "rate=100")
	r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
	r.runFor(time.Second)
	fail.pending = true
	r.runFor(8 * time.Second)
	running := protocol.StatusUpdate{ID: s1.ID, Status: protocol.Running}
	require.Equal(t, []protocol.StorageResponse{
		protocol.StatusUpdate{ID: s1.ID, Status: protocol.Starting},
		running,
		protocol.StatusUpdate{ID: s1.ID, Status: protocol.Stalled, Reason: "connection lost"},
		protocol.StatusUpdate{ID: s1.ID, Status: protocol.Starting},
		running,
	}, statuses(r.workers[0]))
	r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
	r.runFor(time.Second)
	require.Equal(t, []protocol.StorageResponse{running}, statuses(r.workers[0]))
}

func statuses(w *testWorker) []protocol.StorageResponse {
	var updates []protocol.StorageResponse
	for _, response := range w.responses {
		if _, ok := response.(protocol.StatusUpdate); ok {
			updates = append(updates, response)
		}
	}
	return updates
}

func TestDrop(t *testing.T) {
	eachTopology(t, func(t *testing.T, o replicaOptions) {
		r := newReplica(t, o)
		s1, s2 := r.source("s1", "rate=100"), r.source("s2", "rate=100", "exports=s2a,s2b")
		r.connect(initialize(protocol.RunIngestion{Ingestion: s1}, protocol.RunIngestion{Ingestion: s2})...)
		r.runFor(time.Second)
		r.tell(dropAll(s2)...)
		r.runFor(time.Second)
		r.requireRunning("s1")
		r.requireIngested(s2)
		for _, w := range r.workers {
			require.Contains(t, w.responses, protocol.StorageResponse(protocol.DroppedID{ID: s2.Exports[0]}))
			require.Empty(t, w.state.sourceUppers.ids()[2:], "nothing is left of s2")
		}
		require.Zero(t, r.count("soft-assertion")-r.count("soft-assertion id=s2 "), "only the primary is no collection")
	})
}

// A drop that is told while the async worker is still busy with the start comes behind it: built, then dropped.
func TestDropDuringAsync(t *testing.T) {
	eachTopology(t, func(t *testing.T, o replicaOptions) {
		o.Hooks.AsyncDelay = func() time.Duration { return 300 * time.Millisecond }
		r := newReplica(t, o)
		s1 := r.source("s1", "rate=100")
		r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
		r.tell(dropAll(s1)...)
		r.runFor(3 * time.Second)
		r.requireRunning()
		require.Equal(t, len(r.workers), r.count("rendered id=s1"))
		require.Equal(t, len(r.workers), r.count("token-dropped id=s1"))
		r.requireIngested(s1)
	})
}

// With the drop injected directly, the start comes behind it, and nobody will ever end it.
func TestDirectDropLeavesZombie(t *testing.T) {
	r := newReplica(t, replicaOptions{
		Workers: 2,
		Config:  Config{DirectDrop: true},
		Hooks:   Hooks{AsyncDelay: func() time.Duration { return 300 * time.Millisecond }},
	})
	s1 := r.source("s1", "rate=100")
	r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
	r.tell(dropAll(s1)...)
	r.runFor(3 * time.Second)
	r.requireRunning("s1")
	r.requireSameOrder()
}

// A worker that is behind keeps its part of the old incarnation while the others run the new one. Both write; the
// data stays right.
func TestIncarnationsOverlap(t *testing.T) {
	eachTopology(t, func(t *testing.T, o replicaOptions) {
		fail := &failOnce{}
		o.Hooks.SourceError = fail.hook
		o.Config.SuspendDelay = 100 * time.Millisecond
		r := newReplica(t, o)
		s1 := r.source("s1", "rate=300", "partitions=4", "exports=s1,s1a,s1b")
		r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
		for round := range 8 {
			r.runFor(350 * time.Millisecond)
			fail.pending = true
			r.runFor(90 * time.Millisecond)
			r.wedge(round%len(r.workers), 150*time.Millisecond)
		}
		r.runFor(8 * time.Second)
		r.requireIngested(s1)
		r.requireSameOrder()
		r.requireRunning("s1")
		require.Greater(t, r.upper(s1.ID), frontier.Time(10_000))
	})
}

// Two replicas may run the same ingestion: each binding and each row is written once. The one that loses an append is
// restarted, over and over, unless it is lenient.
func TestConcurrentReplicas(t *testing.T) {
	for _, lenient := range []bool{false, true} {
		t.Run(fmt.Sprintf("lenient=%t", lenient), func(t *testing.T) {
			o := replicaOptions{Workers: 2, Config: Config{Lenient: lenient}}
			first := newReplica(t, o)
			o.Beside = first
			second := newReplica(t, o)
			s1 := first.source("s1", "rate=100", "partitions=2")
			for _, r := range []*replica{first, second} {
				r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
			}
			first.runFor(20 * time.Second)
			first.requireIngested(s1)
			require.Greater(t, first.upper(s1.ID), frontier.Time(19_000))
			faults := first.count("faulted concurrently") + second.count("faulted concurrently")
			if lenient {
				require.Zero(t, faults)
			} else {
				require.Greater(t, faults, 2)
			}
		})
	}
}

// The planes have no common order: worker 1 handles the lane's items for an object of which it was told nothing yet.
func TestLaneAheadOfExternalPlane(t *testing.T) {
	r := newReplica(t, replicaOptions{Processes: 2})
	s1 := r.source("s1", "rate=100", "partitions=2")
	r.workers[1].mute = true
	r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
	r.runFor(time.Second)
	require.Equal(t, 2, r.count("rendered id=s1"))
	require.Equal(t, 1, r.count("told worker=0 RunIngestion"))
	require.Zero(t, r.count("told worker=1"))
	require.Zero(t, r.upper(s1.ID), "worker 1 may not write yet, and its parts wait")
	r.workers[1].mute = false
	r.workers[1].task.Unpark(nil)
	r.runFor(time.Second)
	require.Greater(t, r.upper(s1.ID), frontier.Time(1500))
	r.requireIngested(s1)
	r.requireSameOrder()
}

// A worker may be told of a drop before a suspension comes through the lane that others obey. It obeys as well. Where it
// asks what it was told, it does not: the object's incarnations then overlap there until the drop comes through the lane.
// Either way the order of construction is not harmed.
func TestSuspendMeetsDrop(t *testing.T) {
	t.Run("by the lane", func(t *testing.T) {
		r := suspendMeetsDrop(t, Config{})
		require.Equal(t, 1, r.count("suspended worker=1"))
		require.Zero(t, r.count("suspend-ignored"))
	})
	t.Run("by the external plane", func(t *testing.T) {
		r := suspendMeetsDrop(t, Config{SuspendByExternalPlane: true})
		require.Equal(t, 1, r.count("suspend-ignored worker=1 unknown"))
	})
}

func suspendMeetsDrop(t *testing.T, config Config) *replica {
	config.SuspendDelay = 200 * time.Millisecond
	fail := &failOnce{}
	r := newReplica(t, replicaOptions{Processes: 2, Hooks: Hooks{SourceError: fail.hook}, Config: config})
	s1 := r.source("s1", "rate=100", "partitions=2")
	r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
	r.runFor(time.Second)
	fail.pending = true
	r.runFor(150 * time.Millisecond)
	r.workers[0].mute = true
	r.tell(dropAll(s1)...)
	r.runFor(time.Second)
	require.Equal(t, 1, r.count("suspended worker=0"))
	require.Equal(t, 4, r.count("rendered id=s1"))
	require.Equal(t, 1, r.count("token-dropped worker=1"), "suspended, or dropped for the new incarnation")
	r.workers[0].mute = false
	r.workers[0].task.Unpark(nil)
	r.runFor(time.Second)
	r.requireRunning()
	r.requireSameOrder()
	r.requireIngested(s1)
	return r
}

// A parameter that changes what is built takes effect at its place in the lane, however late a worker hears of it.
// Where a worker builds by what it was told, one that has not heard yet builds something else.
func TestStagesFlip(t *testing.T) {
	for _, external := range []bool{false, true} {
		r := newReplica(t, replicaOptions{Processes: 2, Config: Config{ConfigByExternalPlane: external}})
		s1, s2 := r.source("s1", "rate=100"), r.source("s2", "rate=100")
		r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
		r.runFor(time.Second)
		r.workers[1].mute = true
		params := protocol.NoParams()
		params.Stages = 1
		r.tell(protocol.StorageUpdateConfiguration{Params: params}, protocol.RunIngestion{Ingestion: s2})
		r.until("both have built s2", func() bool { return r.count("rendered id=s2") == 2 })
		require.Equal(t, external, r.built[0][2] != r.built[1][2], "%v", r.built)
	}
}

// An idle worker with an ingestion is woken by its timers, not by itself.
func TestNoSpin(t *testing.T) {
	r := newReplica(t, replicaOptions{Processes: 2, Workers: 2})
	s1 := r.source("s1", "rate=100")
	r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
	r.runFor(time.Second)
	before := append([]int(nil), r.loops...)
	r.runFor(10 * time.Second)
	for w, n := range r.loops {
		require.Less(t, n-before[w], 6000, "worker %d", w)
	}
}

// After a replica without a connection was suspended, the restart completes all the same.
func TestSuspendWhileDisconnected(t *testing.T) {
	fail := &failOnce{worker: 1}
	r := newReplica(t, replicaOptions{Workers: 2, Hooks: Hooks{SourceError: fail.hook}})
	s1 := r.source("s1", "rate=100", "partitions=2")
	r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
	r.runFor(time.Second)
	r.disconnect()
	fail.pending = true
	r.runFor(10 * time.Second)
	require.Greater(t, r.upper(s1.ID), frontier.Time(9000))
	r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
	r.runFor(time.Second)
	require.Equal(t, 2, r.count("reconciled unchanged=s1"))
	require.Equal(t, 4, r.count("rendered id=s1"), "not started again by the new connection")
	r.requireIngested(s1)
	r.requireRunning("s1")
	last := lastReported(r.workers[1], s1.ID)
	require.True(t, frontier.At(9000).Lt(last), "reported anew, %s", last)
}

// An export that is added has all rows from the beginning; those that were there before are not read again.
func TestAddExport(t *testing.T) {
	eachTopology(t, func(t *testing.T, o replicaOptions) {
		r := newReplica(t, o)
		s1 := r.source("s1", "rate=100", "partitions=3")
		r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
		r.runFor(time.Second)
		more := r.source("s1", "rate=100", "partitions=3", "exports=s1,s1a")
		r.tell(protocol.RunIngestion{Ingestion: more})
		r.runFor(time.Second)
		require.Equal(t, len(r.store.Contents("s1")), len(r.store.Contents("s1a")))
		r.requireIngested(more)
		r.requireRunning("s1")
	})
}

// What a controller leaves out when it comes back is dropped, and no last word is said about it.
func TestReconnectWithoutObject(t *testing.T) {
	eachTopology(t, func(t *testing.T, o replicaOptions) {
		r := newReplica(t, o)
		s1, s2 := r.source("s1", "rate=100"), r.source("s2", "rate=100")
		r.connect(initialize(protocol.RunIngestion{Ingestion: s1}, protocol.RunIngestion{Ingestion: s2})...)
		r.runFor(time.Second)
		r.connect(initialize(protocol.RunIngestion{Ingestion: s2})...)
		r.runFor(time.Second)
		r.requireRunning("s2")
		r.requireIngested(s2)
		for _, w := range r.workers {
			for _, response := range w.responses {
				require.NotContains(t, response.String(), "s1")
			}
		}
	})
}
