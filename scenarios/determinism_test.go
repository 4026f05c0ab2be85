package scenarios

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// printSamples, in the environment of a test process, makes it print the runs of so many seeds of each scenario, and
// nothing else.
const printSamples = "ONELANE_PRINT_SAMPLES"

func TestMain(m *testing.M) {
	seeds, err := strconv.Atoi(os.Getenv(printSamples))
	if err != nil {
		os.Exit(m.Run())
	}
	for _, p := range samples(seeds) {
		fmt.Println(sample(p, nil))
	}
}

// samples are plans of all scenarios, and those that are kept for what they fail by.
func samples(seeds int) (plans []*plan.Plan) {
	for _, s := range List() {
		for i := range seeds {
			p, err := s.Plan(s.Seed(3, i), PlanOptions{})
			if err != nil {
				panic(err)
			}
			plans = append(plans, p)
		}
	}
	files, err := filepath.Glob(filepath.Join(regressions, "*.plan"))
	if err != nil {
		panic(err)
	}
	for _, file := range files {
		p, err := plan.ReadFile(file)
		if err != nil {
			panic(err)
		}
		plans = append(plans, p)
	}
	return plans
}

// sample runs a plan and says all that must be the same wherever it runs.
func sample(p *plan.Plan, pool *sim.Pool) string {
	r, err := Run(p, RunOptions{Pool: pool})
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("%s %s: hash %x, %s %q, %d steps, %s", p.Scenario, plan.FormatSeed(p.Seed), r.Hash, r.Class, r.Signature,
		r.Stats.Steps, r.Virtual)
}

// sampleSeeds is how many seeds of each scenario the tests of determinism run.
func sampleSeeds() int {
	if testing.Short() {
		return 2
	}
	return 20
}

// TestOneRun demands that a plan means one run: alone, again in the same process between other worlds, and in fresh
// processes with one and with two processors.
func TestOneRun(t *testing.T) {
	t.Parallel()
	plans := samples(sampleSeeds())
	pool := sim.NewPool()
	defer pool.Close()
	again := make([]string, len(plans))
	for i, p := range slices.Backward(plans) {
		again[i] = sample(p, pool)
	}
	require.GreaterOrEqual(t, len(plans), len(List())*sampleSeeds()+len(bugs()))
	for _, processors := range []string{"1", "2"} {
		require.Equal(t, again, fresh(t, processors), "GOMAXPROCS=%s", processors)
	}
	for i := 0; i < len(plans); i += 7 { // with coroutines of its own
		require.Equal(t, again[i], sample(plans[i], nil))
	}
}

// fresh returns the samples of a process of its own.
func fresh(t *testing.T, processors string) []string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", printSamples, sampleSeeds()), "GOMAXPROCS="+processors)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	return strings.Split(string(bytes.TrimSpace(out)), "\n")
}

// TestSweepsAreTheirRuns demands that worlds side by side, in any number, are the worlds that run alone.
func TestSweepsAreTheirRuns(t *testing.T) {
	t.Parallel()
	plans := samples(max(1, sampleSeeds()/4))
	alone := make([]uint64, len(plans))
	for i, p := range plans {
		alone[i] = runPlan(t, p).Hash
	}
	for _, jobs := range []int{1, 3} {
		summary, err := Sweep(SweepOptions{Plans: plans, Jobs: jobs, Verify: jobs == 3})
		require.NoError(t, err)
		require.Len(t, summary.Rows, len(plans))
		for i, p := range plans {
			require.Equal(t, alone[i], summary.Rows[i].Hash, "%s %x beside others", p.Scenario, p.Seed)
			require.Zero(t, summary.Rows[i].Classes[ClassDivergence])
		}
	}
}
