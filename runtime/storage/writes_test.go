package storage

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
)

// Nothing is written until the replica may write.
func TestReadOnly(t *testing.T) {
	eachTopology(t, func(t *testing.T, o replicaOptions) {
		r := newReplica(t, o)
		s1 := r.source("s1", "rate=100")
		k := r.export(s1.ID, 0)
		r.connect(protocol.RunIngestion{Ingestion: s1}, protocol.RunSink{Sink: k})
		r.runFor(time.Second)
		r.requireRunning("s1", k.ID.Name)
		for _, shard := range r.store.Shards() {
			require.Equal(t, frontier.At(0), r.store.Upper(shard), "%s", shard)
		}
		r.tell(protocol.StorageAllowWrites{})
		r.runFor(time.Second)
		require.Greater(t, r.upper(s1.ID), frontier.Time(1500))
		r.requireIngested(s1)
		r.requireExported(k)
	})
}

// Finalising the shards of an object that is just starting makes it fail; the restart finds nothing to run.
func TestFinalisedWhileStarting(t *testing.T) {
	r := newReplica(t, replicaOptions{
		Hooks:  Hooks{AsyncDelay: func() time.Duration { return 50 * time.Millisecond }},
		Config: Config{SuspendDelay: 100 * time.Millisecond},
	})
	s1 := r.source("s1", "rate=100")
	r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
	r.until("the dataflow is built", func() bool { return r.count("rendered") > 0 })
	r.store.Finalise("s1")
	r.store.Finalise("s1/remap")
	r.runFor(2 * time.Second)
	require.NotZero(t, r.count("faulted closed"))
	require.Equal(t, 1, r.count("not-rendered"))
	r.requireRunning()
}

// A finished export is left alone, and its siblings go on.
func TestFinishedExport(t *testing.T) {
	r := newReplica(t, replicaOptions{Workers: 2})
	s1 := r.source("s1", "rate=100", "exports=s1,s1a")
	r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
	r.runFor(time.Second)
	r.disconnect()
	s1b := *s1
	s1b.Rate = 200
	r.store.Finalise("s1a")
	r.connect(initialize(protocol.RunIngestion{Ingestion: &s1b})...)
	before := r.upper(s1.ID)
	r.runFor(7 * time.Second)
	require.Greater(t, r.upper(s1.ID), before+6800)
	require.True(t, r.store.Upper("s1a").IsEmpty())
	r.requireRunning("s1")
	require.Zero(t, r.count("suspend-requested"))
}
