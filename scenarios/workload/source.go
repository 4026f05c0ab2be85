package workload

import (
	"time"

	"onelane.test/faults"
	"onelane.test/sim"
)

// Source is where choices come from; workloads and faults draw from the same.
type Source = faults.Choices

// FromStream returns a source that draws from a stream. The labels do not matter to it.
func FromStream(s *sim.Stream) Source { return streamSource{s} }

type streamSource struct{ stream *sim.Stream }

func (s streamSource) IntN(_ string, n int) int { return s.stream.IntN(n) }

func (s streamSource) Chance(_ string, num, den int) bool { return s.stream.Chance(num, den) }

func (s streamSource) Duration(_ string, lo, hi time.Duration) time.Duration {
	return s.stream.Duration(lo, hi)
}
