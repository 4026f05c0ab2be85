package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

func TestFeatures(t *testing.T) {
	p := Pair{objects, rendered, faulted, false}
	require.Len(t, featuresOf([]Counted{{p, 7}}, nil), 1)
	require.Equal(t, []feature{{p, 0}, {p, 1}, goalFeature(3)}, featuresOf([]Counted{{p, 8}}, []int{3}))
}

// TestChance demands that the estimate is the share of worlds that alone show something.
func TestChance(t *testing.T) {
	a, b, c := goalFeature(1), goalFeature(2), feature{Pair: Pair{first: rendered}}
	cover := newCoverage()
	require.Equal(t, 1000, cover.chance())
	require.Equal(t, []feature{a, c}, cover.add(1, []feature{a, c}))
	require.Equal(t, 1000, cover.chance())
	require.Empty(t, cover.add(2, []feature{a}))
	require.Equal(t, 500, cover.chance(), "the first world alone has c")
	require.Equal(t, []feature{b}, cover.add(3, []feature{b, c}))
	require.Equal(t, 333, cover.chance(), "now the third alone has b, and nobody else has anything alone")
	require.Empty(t, cover.add(4, []feature{b}))
	require.Equal(t, 0, cover.chance())
	require.Equal(t, 1, cover.pairs)
	require.Equal(t, 3, cover.first[b])
}

// TestPickPrefersWhatIsRare demands that a plan with a feature of few worlds is changed more often, until it has been.
func TestPickPrefersWhatIsRare(t *testing.T) {
	rare, common := goalFeature(1), goalFeature(2)
	worlds := map[feature]int{rare: 1, common: 100}
	var c corpus
	c.keep(plan.New("rare", 0), 1, []feature{rare})
	c.keep(plan.New("common", 0), 1, []feature{common})
	rng := sim.Derive(1, "pick")
	picked := map[string]int{}
	for range 400 {
		picked[c.pick(rng, worlds).plan.Scenario]++
	}
	require.Greater(t, picked["rare"], 3*picked["common"])
	require.Greater(t, picked["common"], 20)
}
