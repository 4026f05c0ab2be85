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

func TestSinkExportsEachChangeOnce(t *testing.T) {
	eachTopology(t, func(t *testing.T, o replicaOptions) {
		r := newReplica(t, o)
		s1 := r.source("s1", "rate=100", "partitions=3")
		r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
		r.runFor(time.Second)
		k := r.export(s1.ID, 500)
		r.tell(protocol.RunSink{Sink: k})
		r.runFor(2 * time.Second)
		require.Greater(t, len(r.store.Contents(SinkShard(k.ID))), 250)
		r.requireExported(k)
		r.requireSameOrder()
		r.requireRunning("s1", k.ID.Name)
		for _, w := range r.workers {
			require.True(t, frontier.At(2500).Lt(lastReported(w, k.ID)), "worker %d", w.index)
		}
	})
}

// suspendSink injects a restart of a sink at the worker that runs it.
func (r *replica) suspendSink(k *query.Sink) {
	w := r.workers[owner(k.ID, len(r.workers))]
	r.world.At(r.world.Now(), "suspend", func() {
		execution, _ := w.state.executions.latest.get(k.ID)
		w.lane.SendStorage(protocol.SuspendAndRestart{ID: k.ID, Reason: "broker restarted", Execution: execution})
		w.task.Unpark(nil)
	})
}

// A restarted sink goes on behind its own output. It neither repeats the snapshot nor leaves a gap.
func TestSinkRestart(t *testing.T) {
	eachTopology(t, func(t *testing.T, o replicaOptions) {
		r := newReplica(t, o)
		s1 := r.source("s1", "rate=100", "partitions=3")
		r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
		r.runFor(time.Second)
		k := r.export(s1.ID, 500)
		r.tell(protocol.RunSink{Sink: k})
		for range 3 {
			r.runFor(700 * time.Millisecond)
			r.suspendSink(k)
		}
		r.runFor(2 * time.Second)
		require.Equal(t, 3*len(r.workers), r.count("suspended id="+k.ID.Name))
		require.Greater(t, len(r.store.Contents(SinkShard(k.ID))), 400)
		r.requireExported(k)
		r.requireRunning("s1", k.ID.Name)
	})
}

// A sink that is restarted before its as_of is readable has written nothing, and starts as the first time.
func TestSinkRestartBeforeItsBeginning(t *testing.T) {
	r := newReplica(t, replicaOptions{Workers: 2})
	s1 := r.source("s1", "rate=100")
	k := r.export(s1.ID, 3000)
	r.connect(initialize(protocol.RunIngestion{Ingestion: s1}, protocol.RunSink{Sink: k})...)
	for range 3 {
		r.runFor(500 * time.Millisecond)
		r.suspendSink(k)
	}
	r.runFor(3 * time.Second)
	require.Greater(t, len(r.store.Contents(SinkShard(k.ID))), 350)
	r.requireExported(k)
	require.Zero(t, r.count("faulted"))
}

// The first start of a sink in a process's life knows nothing of an earlier process; the output's progress decides.
func TestSinkStartedAgainByAnotherProcess(t *testing.T) {
	first := newReplica(t, replicaOptions{})
	s1 := first.source("s1", "rate=100")
	k := first.export(s1.ID, 0)
	commands := initialize(protocol.RunIngestion{Ingestion: s1}, protocol.RunSink{Sink: k})
	first.connect(commands...)
	first.runFor(time.Second)
	first.nodes[0].Kill("fault")
	second := newReplica(t, replicaOptions{Beside: first})
	second.connect(commands...)
	second.runFor(time.Second)
	second.requireExported(k)
	second.requireIngested(s1)
	upper, _ := second.store.Upper(SinkShard(k.ID)).Time()
	require.Greater(t, upper, frontier.Time(1700))
}

// A sink whose input can only be read behind the end of its output would leave a gap, and refuses.
func TestSinkRefusesGap(t *testing.T) {
	r := newReplica(t, replicaOptions{})
	s1 := r.source("s1", "rate=100")
	k := r.export(s1.ID, 0)
	r.connect(initialize(protocol.RunIngestion{Ingestion: s1}, protocol.RunSink{Sink: k})...)
	r.runFor(time.Second)
	r.tell(drop(k.ID))
	r.runFor(time.Second)
	late := *k
	late.AsOf = frontier.At(1900)
	r.tell(protocol.RunSink{Sink: &late})
	r.runFor(time.Second)
	require.Equal(t, 1, r.count("faulted input compacted past resume upper"))
	r.requireExported(k)
}

// A new description goes into the lane at once, while a restart with the old one waits in the async worker. The restart
// is of an earlier execution and has no effect. Without numbers the sink ends up running the old description: what the
// worker was told and what it runs differ.
func TestAlteredSinkMeetsRestart(t *testing.T) {
	for _, unnumbered := range []bool{false, true} {
		t.Run(fmt.Sprintf("unnumbered=%t", unnumbered), func(t *testing.T) { alterRestartingSink(t, unnumbered) })
	}
}

func alterRestartingSink(t *testing.T, unnumbered bool) {
	delay := time.Duration(0)
	r := newReplica(t, replicaOptions{
		Config: Config{Unnumbered: unnumbered},
		Hooks:  Hooks{AsyncDelay: func() time.Duration { return delay }},
	})
	s1 := r.source("s1", "rate=100")
	k := r.export(s1.ID, 0)
	r.connect(initialize(protocol.RunIngestion{Ingestion: s1}, protocol.RunSink{Sink: k})...)
	r.runFor(time.Second)
	delay = 300 * time.Millisecond
	r.suspendSink(k)
	r.runFor(100 * time.Millisecond)
	altered := *k
	altered.AsOf = frontier.At(5)
	r.tell(protocol.RunSink{Sink: &altered})
	r.runFor(time.Second)
	rendered, ignored := 2, 1
	if unnumbered {
		rendered, ignored = 3, 0
	}
	require.Equal(t, rendered, r.count("rendered kind=sink"))
	require.Equal(t, ignored, r.count("start-ignored"))
	told, _ := r.workers[0].state.sinks.get(k.ID)
	require.Equal(t, &altered, told)
	r.requireRunning("s1", k.ID.Name)
	r.requireExported(k)
}
