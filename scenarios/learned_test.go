package scenarios

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/scenarios/plan"
)

// What a drawn schedule needs to know stands in the plan, so that the plan alone repeats the run.
func TestSchedulesStandInThePlan(t *testing.T) {
	t.Parallel()
	for _, schedule := range []string{"surw", "urw", "surw fair=200", "pos", "pct depth=2 horizon=100"} {
		for _, name := range []string{"lane", "cohost"} {
			scenario := Lookup(name)
			p, err := scenario.Plan(3, PlanOptions{Schedule: schedule})
			require.NoError(t, err)
			read, err := plan.Parse("p", p.String())
			require.NoError(t, err)
			first, err := Run(read, RunOptions{})
			require.NoError(t, err)
			require.Equal(t, p.Schedule, first.Plan.Schedule)

			// A plan that names the schedule alone is the same plan: Run learns the rest.
			draft, err := scenario.draft(3, PlanOptions{Schedule: schedule})
			require.NoError(t, err)
			require.Equal(t, schedule, draft.Schedule)
			second, err := Run(draft, RunOptions{})
			require.NoError(t, err)
			require.Equal(t, first.Hash, second.Hash)
			require.Equal(t, p.Schedule, second.Plan.Schedule)
			require.Equal(t, schedule, draft.Schedule, "Run changes no plan")
		}
	}
}

// An armed failpoint and another design do not change the schedule.
func TestProbesKnowNoBugs(t *testing.T) {
	t.Parallel()
	plain, err := Lookup("lane").Plan(3, PlanOptions{Schedule: "surw"})
	require.NoError(t, err)
	require.Contains(t, plain.Schedule, "surw object=")
	armed, err := Lookup("lane").Plan(3, PlanOptions{
		Schedule: "surw", Design: "pr38579", Arms: []plan.Arm{{Point: "lane/two-lanes", Num: 1, Den: 1}},
	})
	require.NoError(t, err)
	require.Equal(t, plain.Schedule, armed.Schedule)
}

func TestPortfolio(t *testing.T) {
	t.Parallel()
	const n = 1600
	sum, drawn := 0, map[string]int{}
	for seed := range uint64(n) {
		p, err := Lookup("lane").draft(seed, PlanOptions{})
		require.NoError(t, err)
		drawn[firstWord(p.Schedule)]++
	}
	for _, s := range portfolio() {
		sum += s.of
		require.InDelta(t, n*s.of/allShares, drawn[s.schedule], n/16, fmt.Sprint(drawn))
		require.Positive(t, drawn[s.schedule])
	}
	require.Equal(t, allShares, sum)
}
