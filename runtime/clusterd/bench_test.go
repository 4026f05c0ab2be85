package clusterd_test

import (
	"testing"
	"time"

	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// BenchmarkIdle measures how fast time passes on an idle replica of 2×2 workers with both controllers connected.
func BenchmarkIdle(b *testing.B) {
	w := newWorldWith(b, sim.Config{Seed: 1, Grain: sim.Grain(100 * time.Microsecond)}, 2, 2)
	w.start()
	idle := protocol.Params{MaintenanceInterval: 100 * time.Millisecond, StatisticsInterval: 60 * time.Second}
	w.compute(1, 100*time.Hour, computeCommands()[0], protocol.ComputeUpdateConfiguration{Params: idle},
		protocol.ComputeInitializationComplete{})
	w.storage(2, 100*time.Hour, protocol.StorageUpdateConfiguration{Params: idle}, protocol.StorageInitializationComplete{})
	w.run(time.Second)
	measure(b, w)
}

// BenchmarkTicking is BenchmarkIdle with 24 objects, half of them sources that tick once a second.
func BenchmarkTicking(b *testing.B) {
	w := newWorldWith(b, sim.Config{Seed: 1, Grain: sim.Grain(100 * time.Microsecond)}, 2, 2)
	w.start()
	slow := protocol.Params{MaintenanceInterval: 100 * time.Millisecond, StatisticsInterval: 60 * time.Second}
	w.compute(1, 100*time.Hour, append(manyIndexes(11), protocol.ComputeUpdateConfiguration{Params: slow})...)
	w.storage(2, 100*time.Hour, append(manySources(12, time.Second), protocol.StorageUpdateConfiguration{Params: slow})...)
	w.run(time.Second)
	measure(b, w)
}

// measure lets b.N seconds of the world pass.
func measure(b *testing.B, w *world) {
	before := w.sim.Steps()
	b.ResetTimer()
	for range b.N {
		w.run(time.Second)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "virtual-s/s")
	b.ReportMetric(float64(w.sim.Steps()-before)/float64(b.N), "steps/virtual-s")
}
