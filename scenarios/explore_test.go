package scenarios

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/fail"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// small is the plan of lane-small with so many items of each kind and the failpoints armed.
func small(t *testing.T, items string, points ...fail.Point) *plan.Plan {
	t.Helper()
	o := PlanOptions{Sets: []plan.Set{{Key: "items", Value: items}}}
	for _, point := range points {
		o.Arms = append(o.Arms, plan.Arm{Point: string(point), Num: 1, Den: 1})
	}
	p, err := Lookup("lane-small").Plan(1, o)
	require.NoError(t, err)
	return p
}

// The whole, with three items of each kind, is what ARCHITECTURE.md names.
func TestEverySmallLaneHolds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		items  string
		delays int
		want   string
	}{
		{"1", 0, "all 1800 schedules explored"},
		{"3", 3, "all 2458 schedules with at most 3 delays explored"},
	} {
		looked := map[string]int{}
		e, err := Explore(small(t, c.items), ExploreOptions{Delays: c.delays, Ran: func(r *Result) {
			for _, v := range r.Verdicts {
				if v.Looks > 0 {
					looked[v.Oracle]++
				}
			}
		}})
		require.NoError(t, err)
		require.Equal(t, c.want, e.String())
		require.Empty(t, e.Witnesses)
		require.Equal(t, ClassHeld, e.Class())
		for _, name := range []string{"construction-identity", "lane-order", "lost-wakeup", "delivered"} {
			require.GreaterOrEqual(t, looked[name], int(e.Schedules), name)
		}
	}
}

func TestSmallLanesFail(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		point     fail.Point
		want      string
		signature string
	}{
		{fail.TwoLanes, "all 1800 schedules explored, 50 failed",
			"lane-order: worker # consumed another item than others at lane position #"},
		{fail.StorageDroppedOnNonceChange, "all 1800 schedules explored, 75 failed",
			"lane-order: an item of the lane got lost on its way"},
	} {
		p := small(t, "1", c.point)
		e, err := Explore(p, ExploreOptions{})
		require.NoError(t, err)
		require.Equal(t, c.want, e.String())
		require.Equal(t, c.signature, e.Failures[0].Stop.Signature)
		// The witness is a plan like any other.
		witness, err := plan.Parse("witness", e.Witnesses[0].Plan.String())
		require.NoError(t, err)
		r, err := Run(witness, RunOptions{})
		require.NoError(t, err)
		require.Equal(t, c.signature, r.Signature)
		require.Empty(t, r.Missed)
		// Sleep sets alone find the same.
		asleep, err := Explore(p, ExploreOptions{Reduction: sim.ReduceSleep, Max: 50})
		require.NoError(t, err)
		require.False(t, asleep.Complete)
	}
}

func TestExploreWantsAWorldWithoutDraws(t *testing.T) {
	t.Parallel()
	p, err := Lookup("lane").Plan(1, PlanOptions{})
	require.NoError(t, err)
	_, err = Explore(p, ExploreOptions{})
	require.ErrorContains(t, err, "a world in which nothing is drawn")
}
