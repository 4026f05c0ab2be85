package search_test

import (
	"cmp"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/fail"
	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/search"
)

// rare are failpoints that few drawn worlds show, with a scenario that can.
var rare = []struct{ point, scenario string }{
	{"lane/per-connection", "reconnect-both"},
	{"adapter/stash-cleared-early", "reconnect-both"},
	{"adapter/no-future-stash", "reconnect-both"},
}

// firstFound returns the number of the first world in which the oracle of a failpoint is violated, or censored if none of
// so many is.
func firstFound(t testing.TB, point, scenario string, root uint64, blind bool, censored int) int {
	entry, known := fail.Lookup(point)
	require.True(t, known)
	done, first := make(chan struct{}), 0
	o := search.Options{
		Scenarios: []*scenarios.Scenario{scenarios.Lookup(scenario)}, Root: root, Worlds: censored, Blind: blind, Done: done,
		Overrides: scenarios.PlanOptions{Arms: []plan.Arm{{Point: point, Num: 1, Den: 1}}},
	}
	o.Told = func(_ *search.Report, w search.World) {
		if first == 0 && w.Result.Accused() == entry.Oracle {
			first = w.Number
			close(done)
		}
	}
	_, err := search.Search(o)
	require.NoError(t, err)
	return cmp.Or(first, censored)
}

// TestFindsAPlantedBug bounds the worlds until a bug is found that one drawn world in twenty shows.
func TestFindsAPlantedBug(t *testing.T) {
	const most = 150
	require.Less(t, firstFound(t, "worker/async-undrained", "reconnect-storage", 1, false, most), most)
}

// BenchmarkDetection reports for each rare failpoint how many worlds it takes to find it, with feedback and without: the
// median over as many roots as there are iterations. ONELANE_CENSORED is how many worlds are tried at most, 300 unless set.
func BenchmarkDetection(b *testing.B) {
	censored, err := strconv.Atoi(cmp.Or(os.Getenv("ONELANE_CENSORED"), "300"))
	require.NoError(b, err)
	for _, r := range rare {
		b.Run(r.point, func(b *testing.B) {
			var guided, blind []int
			for root := uint64(1); b.Loop(); root++ {
				guided = append(guided, firstFound(b, r.point, r.scenario, root, false, censored))
				blind = append(blind, firstFound(b, r.point, r.scenario, root, true, censored))
			}
			b.Log("with feedback", guided, "without", blind)
			b.ReportMetric(float64(median(guided)), "guided-worlds")
			b.ReportMetric(float64(median(blind)), "blind-worlds")
		})
	}
}

func median(of []int) int {
	sorted := slices.Sorted(slices.Values(of))
	return sorted[len(sorted)/2]
}
