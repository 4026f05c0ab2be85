package environ

import (
	"testing"
	"time"

	"onelane.test/sim"
)

// BenchmarkIdle runs one virtual second of an environment that is connected to a replica of two processes and has
// nothing to do.
func BenchmarkIdle(b *testing.B) {
	h := newHouse(b, sim.Config{Seed: 1}, nil, 2)
	h.run(time.Second)
	h.must(three()...)
	steps := h.Steps()
	for b.Loop() {
		h.goOn(time.Second)
	}
	b.ReportMetric(float64(h.Steps()-steps)/float64(b.N), "steps/op")
}
