package timely

import (
	"testing"
	"time"

	"onelane.test/runtime/frontier"
	"onelane.test/sim"
)

// ticking is a dataflow of ten operators with one exchange, whose sources advance together.
func ticking(c *cluster, flows int) (caps [][]*Capability, probes [][]*Probe) {
	n := len(c.workers)
	caps, probes = make([][]*Capability, n), make([][]*Probe, n)
	c.doAll(func(w *Worker) {
		for range flows {
			w.Dataflow("ticking", func(s *Scope) {
				source := s.Operator("source")
				out := source.Output("rows")
				caps[w.index] = append(caps[w.index], out.Initial())
				source.Build(func(*Op) {})
				stream := out.Stream()
				for i := range 8 {
					pact := Pipeline()
					if i == 4 {
						pact = Exchange(func(data any, peers int, give func(int, any)) { give(data.(int)%peers, data) })
					}
					stream = forward(s, stream, pact)
				}
				probes[w.index] = append(probes[w.index], s.Probe(stream))
			})
		}
	})
	return caps, probes
}

// BenchmarkProgressRound lets all sources of a dataflow of ten operators advance by one and waits until every worker has
// seen it at the end, at 2×2 workers.
func BenchmarkProgressRound(b *testing.B) { benchmarkRounds(b, 1) }

// BenchmarkProgressRoundOf24 is the same for 24 dataflows at a time.
func BenchmarkProgressRoundOf24(b *testing.B) { benchmarkRounds(b, 24) }

func benchmarkRounds(b *testing.B, flows int) {
	c := newCluster(b, sim.Config{Grain: 100 * sim.Grain(time.Microsecond)}, 2, 2)
	caps, probes := ticking(c, flows)
	c.run(b)
	at := frontier.Min
	advance := func(w *Worker) {
		for _, cap := range caps[w.index] {
			cap.Downgrade(at)
		}
	}
	b.ReportAllocs()
	before := c.world.Steps()
	for b.Loop() {
		at++
		c.doAll(advance)
		for i := range probes {
			for _, p := range probes[i] {
				if c.world.RunUntil(func() bool { return p.Frontier() == frontier.At(at) }) != nil {
					b.Fatal("stopped")
				}
			}
		}
	}
	b.ReportMetric(float64(c.world.Steps()-before)/float64(b.N), "steps/op")
}
