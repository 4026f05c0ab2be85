package storage

import (
	"testing"
	"time"

	"onelane.test/runtime/protocol"
)

// BenchmarkTick is what one tick of one ingestion costs a replica of two processes with two workers each.
func BenchmarkTick(b *testing.B) {
	r := newReplica(b, replicaOptions{Processes: 2, Workers: 2, Quiet: true})
	s1 := r.source("s1", "rate=100", "partitions=4")
	r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
	r.runFor(time.Second)
	steps, loops := r.world.Steps(), r.loops[0]
	b.ResetTimer()
	for b.Loop() {
		r.runFor(s1.Tick)
	}
	b.ReportMetric(float64(r.world.Steps()-steps)/float64(b.N), "steps/op")
	b.ReportMetric(float64(r.loops[0]-loops)/float64(b.N), "loops/op")
}
