package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/search"
)

func options(worlds int, scenario string, arms ...plan.Arm) search.Options {
	return search.Options{
		Scenarios: []*scenarios.Scenario{scenarios.Lookup(scenario)}, Root: 1, Worlds: worlds,
		Overrides: scenarios.PlanOptions{Arms: arms},
	}
}

// TestJobsDoNotMatter demands that a search is a function of its root and its number of worlds.
func TestJobsDoNotMatter(t *testing.T) {
	var hashes [2][]uint64
	var reports [2]*search.Report
	for i, jobs := range []int{1, 5} {
		o := options(90, "lane", plan.Arm{Point: "lane/two-lanes", Num: 1, Den: 1})
		o.Jobs = jobs
		o.Told = func(_ *search.Report, w search.World) { hashes[i] = append(hashes[i], w.Result.Hash) }
		var err error
		reports[i], err = search.Search(o)
		require.NoError(t, err)
		reports[i].Real = 0
	}
	require.Len(t, hashes[0], 90)
	require.Equal(t, hashes[0], hashes[1])
	require.Equal(t, reports[0], reports[1])
	require.NotEmpty(t, reports[0].Failures)
	require.Equal(t, scenarios.ClassViolation, reports[0].Class)
}

// TestFoundPlansReplay demands that the witness of a failure is a plan that gives the same run by itself.
func TestFoundPlansReplay(t *testing.T) {
	o := options(90, "lane", plan.Arm{Point: "lane/two-lanes", Num: 1, Den: 1})
	changed := 0
	o.Told = func(_ *search.Report, w search.World) {
		if !w.Changed || !w.Result.Failed() || changed == 5 {
			return
		}
		changed++
		p, err := plan.Parse("witness", w.Result.Plan.String())
		require.NoError(t, err)
		again, err := scenarios.Run(p, scenarios.RunOptions{})
		require.NoError(t, err)
		require.Equal(t, w.Result.Signature, again.Signature)
		require.Equal(t, w.Result.Hash, again.Hash)
	}
	_, err := search.Search(o)
	require.NoError(t, err)
	require.Equal(t, 5, changed)
}

// TestFeedbackReachesMore compares with as many worlds that are all drawn afresh.
func TestFeedbackReachesMore(t *testing.T) {
	o := options(400, "lane")
	guided, err := search.Search(o)
	require.NoError(t, err)
	require.Empty(t, guided.Failures)
	o.Blind = true
	blind, err := search.Search(o)
	require.NoError(t, err)
	require.Equal(t, 400, blind.Drawn)
	require.Less(t, guided.Drawn, 200)
	require.Greater(t, guided.Pairs, blind.Pairs)
	require.GreaterOrEqual(t, guided.Reached(), blind.Reached())
}

// TestCorpusComesFirst demands that the plans of a corpus are run as they are before all others.
func TestCorpusComesFirst(t *testing.T) {
	first, err := scenarios.Lookup("lane").Plan(77, scenarios.PlanOptions{})
	require.NoError(t, err)
	o := options(3, "lane")
	o.Corpus = []*plan.Plan{first}
	var texts []string
	o.Told = func(_ *search.Report, w search.World) { texts = append(texts, w.Result.Plan.String()) }
	_, err = search.Search(o)
	require.NoError(t, err)
	require.Equal(t, first.String(), texts[0])
	require.Len(t, texts, 3)
}

// TestDoneEndsASearch demands that what ran until then is reported.
func TestDoneEndsASearch(t *testing.T) {
	done := make(chan struct{})
	o := options(0, "lane")
	o.Done = done
	o.Told = func(r *search.Report, _ search.World) {
		if r.Worlds == 3 {
			close(done)
		}
	}
	r, err := search.Search(o)
	require.NoError(t, err)
	require.GreaterOrEqual(t, r.Worlds, 3)
	require.Less(t, r.Worlds, 100)
}
