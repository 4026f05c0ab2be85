package sim

import (
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// cpuSeconds is the processor time that this process has used: on a machine that others use too, the time of a clock
// says little.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// BenchmarkExplore visits the orders of three tasks with so many steps each, all on one object, so that no reduction
// helps; one operation is one order. What counts are "orders/cpu-s".
func BenchmarkExplore(b *testing.B) {
	for name, steps := range map[string]int{"3x4": 4, "3x7": 7} {
		for _, r := range []Reduction{ReduceNone, ReduceSleep, ReduceClasses} {
			b.Run(name+"/"+r.String(), func(b *testing.B) {
				build := func(w *World) {
					x := w.Object("x")
					startNode(w, "n", func(n *Node) {
						for _, name := range [...]string{"a", "b", "c"} {
							n.Go(name, func(t *Task) {
								for range steps {
									t.Point(Write(x))
								}
							})
						}
					})
				}
				explored, runs := uint64(0), uint64(0)
				b.ReportAllocs()
				b.ResetTimer()
				before := cpuSeconds()
				for explored < uint64(b.N) {
					e := Explore(Config{}, build, ExploreOptions{Reduction: r, Max: uint64(b.N) - explored, Samples: 1})
					require.Zero(b, e.Failed)
					explored += e.Schedules
					runs += e.Schedules + e.Redundant
				}
				b.ReportMetric(float64(explored)/(cpuSeconds()-before), "orders/cpu-s")
				b.ReportMetric(float64(runs)/float64(explored), "runs/order")
			})
		}
	}
}
