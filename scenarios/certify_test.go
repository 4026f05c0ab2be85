package scenarios

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// TestCertifiedWorldsAreSmall demands that the worlds keep within what they are said to be, and are not all alike.
func TestCertifiedWorldsAreSmall(t *testing.T) {
	t.Parallel()
	most, largest := 0, 0
	seen := map[string]bool{}
	for world := range 20 * len(certified()) {
		p, err := certifyPlan(1, world)
		require.NoError(t, err)
		check, ok := plan.Time[plan.Check](p)
		require.True(t, ok)
		require.Equal(t, time.Second, check)
		require.Equal(t, 1, p.Cluster.Replicas)
		require.LessOrEqual(t, p.Cluster.Processes, 2, p)
		require.LessOrEqual(t, p.Cluster.Workers, 2, p)
		creations := strings.Count(p.String(), "  create ")
		require.LessOrEqual(t, creations, 8, p)
		most, largest = max(most, creations), max(largest, p.Cluster.Peers())
		seen[p.Scenario] = true
	}
	require.GreaterOrEqual(t, most, 6)
	require.Equal(t, 4, largest)
	require.Len(t, seen, len(certified()))
}

// TestSumsAddUp demands that slices may be certified in any process and any order.
func TestSumsAddUp(t *testing.T) {
	t.Parallel()
	slice := func(from, worlds, jobs int) *Certificate {
		c, err := Certify(CertifyOptions{Root: 3, From: from, Worlds: worlds, Jobs: jobs})
		require.NoError(t, err)
		require.Equal(t, worlds, c.Worlds)
		require.Empty(t, c.Differences)
		require.Positive(t, c.Steps)
		return c
	}
	all, second, first := slice(10, 24, 2), slice(20, 14, 1), slice(10, 10, 3)
	require.Equal(t, all.Sum, first.Sum+second.Sum)
	require.Equal(t, all.Steps, first.Steps+second.Steps)
	require.NotEqual(t, all.Sum, slice(11, 24, 2).Sum)
}

func TestCertifyEndsEarly(t *testing.T) {
	t.Parallel()
	done := make(chan struct{})
	close(done)
	c, err := Certify(CertifyOptions{Root: 1, Worlds: 10, Done: done})
	require.NoError(t, err)
	require.Zero(t, c.Worlds)
	require.Zero(t, c.Sum)
}

// TestCertifyFindsALeak plants one: what one of the plans means is another thing the second time.
func TestCertifyFindsALeak(t *testing.T) {
	t.Parallel()
	const leaky = 3
	want, err := certifyPlan(1, leaky)
	require.NoError(t, err)
	var mu sync.Mutex
	runs := 0
	c, err := Certify(CertifyOptions{Root: 1, Worlds: 2 * leaky, Jobs: 2, Started: func(p *plan.Plan) func() {
		mu.Lock()
		defer mu.Unlock()
		if p.Seed == want.Seed {
			runs++
			if runs > 1 {
				p.Schedule = sim.FIFO().Name()
			}
		}
		return func() {}
	}})
	require.NoError(t, err)
	require.Equal(t, 2*leaky, c.Worlds)
	require.Len(t, c.Differences, 1)
	require.Equal(t, leaky, c.Differences[0].World)
	require.NotNil(t, c.Differences[0].First)
}
