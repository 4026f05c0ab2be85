// Package rapidsource lets property tests choose workloads, so that rapid shrinks them. All draws must be over before a
// world starts: rapid ends a test case by panics, which must not cross a simulated task.
package rapidsource

import (
	"time"

	"pgregory.net/rapid"

	"onelane.test/scenarios/workload"
)

// New returns a source whose choices shrink towards the first option, to false and to the shortest duration.
func New(t *rapid.T) workload.Source { return source{t} }

type source struct{ t *rapid.T }

func (s source) IntN(label string, n int) int { return rapid.IntRange(0, n-1).Draw(s.t, label) }

func (s source) Chance(label string, num, den int) bool {
	return rapid.IntRange(0, den-1).Draw(s.t, label) >= den-num
}

func (s source) Duration(label string, lo, hi time.Duration) time.Duration {
	return time.Duration(rapid.Int64Range(int64(lo), int64(hi)).Draw(s.t, label))
}
