package scenarios

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/fail"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// regressions is where plans are kept that once showed something.
const regressions = "../testdata/regressions"

// bugs returns the failpoints that are no hazards of a design, for which there are stories.
func bugs() []fail.Entry {
	return slices.DeleteFunc(fail.Catalogue(), func(e fail.Entry) bool { return e.Hazard != "" || e.Equivalent != "" })
}

// witness returns the file of the plan that shows a failpoint.
func witness(p fail.Point) string {
	return filepath.Join(regressions, strings.ReplaceAll(string(p), "/", "-")+".plan")
}

// TestWitnesses runs a kept plan for each failpoint: the oracle that the catalogue names must be the first to see the
// bug, and without the bug the same plan must hold. A change of the model changes what a seed means; where a witness
// does not show its bug any more, the message says which seeds do.
func TestWitnesses(t *testing.T) {
	for _, e := range bugs() {
		t.Run(string(e.Name), func(t *testing.T) {
			t.Parallel()
			p, err := plan.ReadFile(witness(e.Name))
			require.NoError(t, err)
			require.NoError(t, p.ValidateNames(Names()))
			require.Len(t, p.Arms, 1)
			require.Equal(t, string(e.Name), p.Arms[0].Point)
			r := runPlan(t, p)
			require.Equal(t, e.Oracle, r.Accused(), "of seeds 1 to 20, these show it: %v", showing(t, p, e.Oracle, 20))
			requireHealthy(t, p)
		})
	}
}

// TestRegressionsAreStories demands that kept plans begin with what they tell, and can be run.
func TestRegressionsAreStories(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(regressions, "*.plan"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), len(bugs()))
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(string(text), "# "), "%s tells nothing", file)
		p, err := plan.Parse(file, string(text))
		require.NoError(t, err)
		require.NoError(t, p.ValidateNames(Names()))
	}
}

// Bounds of what is kept: lines below the six that every plan has.
const (
	medianLines = 6
	mostLines   = 8
)

// TestRegressionsAreShort demands that kept plans have been shrunk to what a person takes in at a glance.
func TestRegressionsAreShort(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(regressions, "*.plan"))
	require.NoError(t, err)
	var counts []int
	longest := ""
	for _, file := range files {
		p, err := plan.ReadFile(file)
		require.NoError(t, err)
		n := len(p.Sets) + len(p.Arms) + len(p.Lines) + len(p.Choices)
		require.LessOrEqual(t, n, mostLines, file)
		if len(counts) == 0 || n > slices.Max(counts) {
			longest = filepath.Base(file)
		}
		counts = append(counts, n)
	}
	slices.Sort(counts)
	t.Logf("%d plans, median %d lines, %s has %d", len(counts), counts[len(counts)/2], longest, counts[len(counts)-1])
	require.LessOrEqual(t, counts[len(counts)/2], medianLines)
}

// hunts says in which scenarios each failpoint is found soonest.
var hunts = map[fail.Point][]string{
	fail.TwoLanes:                    {"lane", "storm"},
	fail.PerConnection:               {"process-kill", "reconnect-compute", "storm"},
	fail.StorageDroppedOnNonceChange: {"cohost", "controller-kill"},
	fail.NoContiguity:                {"lane", "storm"},
	fail.DirectDrop:                  {"controller-kill", "reconnect-compute"},
	fail.FollowerCommands:            {"cohost", "storm"},
	fail.NoFutureStash:               {"reconnect-both", "reconnect-compute"},
	fail.UntaggedResponses:           {"reconnect-compute", "controller-kill"},
	fail.StashKept:                   {"reconnect-compute", "controller-kill"},
	fail.StashClearedEarly:           {"reconnect-compute", "reconnect-both"},
	fail.EpochFilter:                 {"reconnect-compute", "controller-kill"},
	fail.LockStep:                    {"gate"},
	fail.AcceptWaits:                 {"gate"},
	fail.AsyncUndrained:              {"reconnect-storage", "reconnect-both"},
	fail.ParkUnchecked:               {"lost-unpark"},
	fail.ParkBesideClient:            {"lost-unpark"},
	fail.NoParkCap:                   {"cohost", "reconnect-storage"},
	fail.HandoffLost:                 {"cohost", "process-kill"},
	fail.AsyncRecreated:              {"reconnect-storage", "reconnect-both"},
	fail.PartialReconcile:            {"reconnect-storage", "controller-kill"},
	fail.DroppedUnfiltered:           {"reconnect-storage", "reconnect-both"},
	fail.UnexpectedReports:           {"reconnect-storage", "reconnect-both"},
	fail.ReportedForgotten:           {"reconnect-storage", "reconnect-both"},
	fail.ReportedKept:                {"reconnect-storage", "controller-kill"},
	fail.StaleKept:                   {"reconnect-storage", "reconnect-both"},
	fail.DropOutOfLane:               {"storm", "controller-kill"},
	fail.AnswerWithoutUnpark:         {"suspend-while-away", "lost-unpark"},
	fail.LocalTopology:               {"storm", "cohost"},
	fail.UnorderedImports:            {"storm", "cohost"},
	fail.ReportsFromMinimum:          {"controller-kill", "process-kill"},
	fail.MixedGenerations:            {"process-kill"},
	fail.EarlyFramesLost:             {"cohost", "storm"},
	fail.RegistryRace:                {"lane", "storm"},
	fail.ActivationKept:              {"cohost", "storm"},
	fail.PartialRehydration:          {"reconnect-compute", "reconnect-both"},
	fail.ForgetsAtDrop:               {"storm", "controller-kill"},
}

// huntSeeds is how many seeds of a scenario are tried at most.
const huntSeeds = 500

// TestFailpointsAreFound draws plans as `run --arm` does, until the oracle that the catalogue names is the first to see
// the bug. The plan that showed it must hold without the bug.
func TestFailpointsAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("draws some hundred worlds")
	}
	for _, e := range bugs() {
		t.Run(string(e.Name), func(t *testing.T) {
			require.NotEmpty(t, hunts[e.Name])
			arm := PlanOptions{Arms: []plan.Arm{{Point: string(e.Name), Num: 1, Den: 1}}}
			for _, name := range hunts[e.Name] {
				seeds := first(huntSeeds, func(i int, pool *sim.Pool) bool {
					return runDrawn(t, name, i, arm, pool).Accused() == e.Oracle
				})
				if seeds < huntSeeds {
					t.Logf("%s accuses %s after %d seeds of %s", e.Oracle, e.Name, seeds+1, name)
					requireHealthy(t, draw(t, name, seeds, arm))
					return
				}
			}
			t.Errorf("%d seeds of each of %v, and %s accuses none", huntSeeds, hunts[e.Name], e.Oracle)
		})
	}
}

// first returns the first number below n for which shows is true, n if there is none. It asks on all cores.
func first(n int, shows func(i int, pool *sim.Pool) bool) int {
	var mu sync.Mutex
	next, found := 0, n
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			pool := sim.NewPool()
			defer pool.Close()
			for {
				mu.Lock()
				i, end := next, found
				next++
				mu.Unlock()
				if i >= end {
					return
				}
				if shows(i, pool) {
					mu.Lock()
					found = min(found, i)
					mu.Unlock()
				}
			}
		})
	}
	workers.Wait()
	return found
}

// requireHealthy demands that a plan holds once its failpoints are taken away.
func requireHealthy(t *testing.T, p *plan.Plan) {
	t.Helper()
	p = p.Clone()
	p.Arms = nil
	r := runPlan(t, p)
	require.Equal(t, ClassHeld, r.Class, r.Report)
}

// showing returns the seeds from 1 to n with which a plan fails by an oracle.
func showing(t *testing.T, p *plan.Plan, oracle string, n uint64) (seeds []uint64) {
	for seed := range n {
		p := p.Clone()
		p.Seed = seed + 1
		if runPlan(t, p).Accused() == oracle {
			seeds = append(seeds, p.Seed)
		}
	}
	return seeds
}

// draw returns the plan of run i of a scenario in a sweep with root 1.
func draw(t *testing.T, scenario string, i int, o PlanOptions) *plan.Plan {
	p, err := Lookup(scenario).draft(DeriveSeed(1, scenario, i), o)
	require.NoError(t, err)
	return p
}

func runDrawn(t *testing.T, scenario string, i int, o PlanOptions, pool *sim.Pool) *Result {
	r, err := Run(draw(t, scenario, i, o), RunOptions{Pool: pool})
	require.NoError(t, err)
	return r
}

func runPlan(t *testing.T, p *plan.Plan) *Result {
	t.Helper()
	r, err := Run(p, RunOptions{})
	require.NoError(t, err)
	return r
}
