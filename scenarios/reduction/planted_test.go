package reduction_test

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/reduction"
)

// planted is a bug that is planted, with where to find it and the fewest lines that are known to show it: all that stand
// below the five lines which every plan has.
type planted struct {
	point, oracle string
	scenario      string // where to draw from; "" takes the plan in testdata
	lines         int
	slow          bool
}

var allPlanted = []planted{
	{"lane/two-lanes", "lane-order", "lane", 2, false},
	{"lane/two-lanes", "lane-order", "storm", 5, true},
	{"lane/per-connection", "construction-identity", "", 2, true},
	{"lane/storage-dropped-on-nonce-change", "lane-order", "reconnect-compute", 3, false},
	{"lane/no-contiguity", "lane-order", "storm", 3, true},
	{"lane/direct-drop", "tokens", "storm", 4, false},
	{"adapter/no-future-stash", "nonce", "", 6, true},
	{"adapter/untagged-responses", "nonce", "controller-kill", 5, true},
	{"worker/async-undrained", "spin", "", 4, false},
	{"guest/handoff-lost", "lost-wakeup", "process-kill", 2, false},
	{"controller/forgets-at-drop", "no-panic", "storm", 5, false},
}

// least is how many lines a drawn plan must have below the five, so that there is something to cut.
const least = 15

// TestPlanted finds a plan for each planted bug, the longer the better, and demands that it shrinks to the known minimum or
// one line more, in the time that people wait.
func TestPlanted(t *testing.T) {
	var lines []int
	for _, bug := range allPlanted {
		t.Run(bug.point+"/"+bug.scenario, func(t *testing.T) {
			if bug.slow && testing.Short() {
				t.Skip("takes seconds")
			}
			began := time.Now()
			r := reduced(t, find(t, bug))
			n := linesOf(r.Last.Plan)
			t.Logf("%d lines to %d, known %d; %d worlds, %s\n%s",
				linesOf(r.First.Plan), n, bug.lines, r.Runs, time.Since(began).Round(time.Millisecond), r.Last.Plan)
			require.LessOrEqual(t, n, bug.lines+1)
			require.True(t, r.Complete)
			lines = append(lines, n)
		})
	}
	slices.Sort(lines)
	t.Logf("lines: %v, median %d", lines, lines[len(lines)/2])
	require.LessOrEqual(t, lines[len(lines)/2], 8)
}

// reduced reduces a plan, and demands that the result is legal and fails again in the same way.
func reduced(t *testing.T, p *plan.Plan) *reduction.Reduction {
	t.Helper()
	r, err := reduction.Reduce(p, reduction.Options{Jobs: runtime.GOMAXPROCS(0)})
	require.NoError(t, err)
	again, err := plan.Parse("reduced.plan", r.Last.Plan.String())
	require.NoError(t, err)
	require.NoError(t, again.ValidateNames(scenarios.Names()))
	result, err := scenarios.Run(again, scenarios.RunOptions{})
	require.NoError(t, err)
	require.Equal(t, r.First.Signature, result.Signature)
	require.Equal(t, r.Last.Hash, result.Hash)
	require.Empty(t, result.Missed)
	return r
}

// find returns a plan that shows a bug.
func find(t *testing.T, bug planted) *plan.Plan {
	t.Helper()
	if bug.scenario == "" {
		return kept(t, bug)
	}
	for seed := range uint64(400) {
		p, err := scenarios.Lookup(bug.scenario).Plan(seed, scenarios.PlanOptions{
			Arms: []plan.Arm{{Point: bug.point, Num: 1, Den: 1}},
		})
		require.NoError(t, err)
		if linesOf(p) >= least || bug.scenario == "lane" {
			if r, err := scenarios.Run(p, scenarios.RunOptions{}); err == nil && shows(r, bug) {
				return p
			}
		}
	}
	t.Fatalf("no seed shows %s", bug.point)
	return nil
}

// kept returns a long plan that was written by hand, for a bug that is too rare to be drawn here. A change of the system changes what
// its seed means; then another one shows it.
func kept(t *testing.T, bug planted) *plan.Plan {
	t.Helper()
	file := filepath.Join("testdata", strings.ReplaceAll(bug.point, "/", "-")+".plan")
	p, err := plan.ReadFile(file)
	require.NoError(t, err)
	own := p.Seed
	for seed := range uint64(200) {
		if seed > 0 {
			p.Seed = own + seed
		}
		if r, err := scenarios.Run(p, scenarios.RunOptions{}); err == nil && shows(r, bug) {
			return p
		}
	}
	t.Fatalf("no seed of %s shows it", file)
	return nil
}

func shows(r *scenarios.Result, bug planted) bool {
	return strings.HasPrefix(r.Signature, bug.oracle+": ")
}

func linesOf(p *plan.Plan) int { return len(p.Sets) + len(p.Arms) + len(p.Lines) + len(p.Choices) }

// TestJobs demands that the smallest plan does not depend on how many worlds run side by side.
func TestJobs(t *testing.T) {
	p := find(t, allPlanted[0])
	var plans []string
	for _, jobs := range []int{1, 4} {
		r, err := reduction.Reduce(p, reduction.Options{Jobs: jobs})
		require.NoError(t, err)
		plans = append(plans, r.Last.Plan.String())
	}
	require.Equal(t, plans[0], plans[1])
}
