package scenarios

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/scenarios/plan"
)

// swarms counts, over many drawn plans of a scenario, the lines that set something, by their text.
func swarms(t *testing.T, name string, seeds int) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for i := range seeds {
		p, err := Lookup(name).Plan(DeriveSeed(5, name, i), PlanOptions{})
		require.NoError(t, err)
		var keys []string
		for _, s := range p.Sets {
			keys = append(keys, s.Key)
			counts[s.String()]++
		}
		slices.Sort(keys)
		require.Len(t, slices.Compact(slices.Clone(keys)), len(keys), "a knob is set once: %v", keys)
		if p.World.Latency != (plan.Range{}) {
			counts["latency="+p.World.Latency.String()]++
		}
		if p.World.Encode {
			counts["encode=on"]++
		}
	}
	return counts
}

// TestSwarm demands that each end of each setting is drawn, and seldom enough to leave most runs as they were.
func TestSwarm(t *testing.T) {
	const seeds = 3000
	counts := swarms(t, "storm", seeds)
	for _, want := range []string{
		"capacity=1", "capacity=8", "command=100us", "command=1ms", "iteration=1us", "iteration=500us", "keepalive=100ms", "timeout=400ms",
		"keepalive=5s", "timeout=12s", "maintenance=0s", "maintenance=1s", "restart=1ms", "restart=5s", "statistics=10ms", "statistics=1m",
		"suspend-delay=0s", "suspend-delay=10s", "latency=0s..1ns", "latency=5ms..50ms",
	} {
		share := counts[want] * swarmed * swarmedEach * 2
		require.True(t, share > seeds/2 && share < 2*seeds, "%s: %d of %d", want, counts[want], seeds)
	}
	require.InDelta(t, seeds/encoded, counts["encode=on"], seeds/encoded/2)
}

// TestSwarmLeavesOut demands that a scenario gets no setting that it needs as usual, and the lane none that means nothing
// to it.
func TestSwarmLeavesOut(t *testing.T) {
	for line := range swarms(t, "flood-starves-guest", 500) {
		require.False(t, strings.HasPrefix(line, "capacity=") || strings.HasPrefix(line, "iteration="), line)
	}
	lane := swarms(t, "lane", 500)
	require.Positive(t, lane["items=1"])
	for line := range lane {
		key, _, _ := strings.Cut(line, "=")
		require.Contains(t, []string{"capacity", "items", "latency", "encode"}, key)
	}
}
