package scenarios

import (
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/faults"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/workload/rapidsource"
	"onelane.test/sim"
)

// TestCommandOrderings draws commands, faults, schedule and cluster by the grammar of all scenarios, and demands that the
// hardened design holds by every oracle. With -rapid.checks=N it draws more than a hundred plans; a failure is shrunk by
// rapid and comes with a line that runs it again.
func TestCommandOrderings(t *testing.T) {
	t.Parallel()
	pool := sim.NewPool()
	defer pool.Close()
	rapid.Check(t, holdsInOrder(pool))
}

// FuzzCommandOrderings lets go test -fuzz choose the orderings. The kept inputs are run by go test as they are; what each
// of them is for, TestCorpus says.
func FuzzCommandOrderings(f *testing.F) {
	pool := sim.NewPool()
	f.Cleanup(pool.Close)
	f.Fuzz(func(t *testing.T, choices []byte) {
		rapid.MakeFuzz(holdsInOrder(pool))(t, choices)
	})
}

// holdsInOrder is the property of a drawn plan. All choices are made before the world starts, since rapid ends a test case
// by panics, which must not cross a simulated task. Once something has failed, only the same failure counts: shrinking
// does not go over to another bug.
func holdsInOrder(pool *sim.Pool, arms ...plan.Arm) func(*rapid.T) {
	signature := ""
	return func(t *rapid.T) {
		p := ordering(rapidsource.New(t))
		p.Arms = arms
		r, err := Run(p, RunOptions{Pool: pool})
		if err != nil {
			t.Fatalf("a drawn plan cannot be run: %v\n%s", err, p)
		}
		if r.Failed() && (signature == "" || signature == r.Signature) {
			signature = r.Signature
			t.Fatalf("%s", failureText(r))
		}
	}
}

// failureText is what went wrong, in which plan, and the line that runs it again.
func failureText(r *Result) string {
	return fmt.Sprintf("%s: %s\n\nplan:\n%s\nreplay:\n  %s\n", r.Class, r.Report, r.Plan, replayText(r.Plan))
}

// replayText returns a line for a shell in the module's folder that runs a plan, be it drawn by whomever.
func replayText(p *plan.Plan) string {
	var line strings.Builder
	line.WriteString(`printf '%s\n'`)
	for text := range strings.Lines(p.String()) {
		line.WriteString(" '" + strings.TrimSuffix(text, "\n") + "'")
	}
	return line.String() + " | go run ./cmd/onelane replay /dev/stdin"
}

// TestReplayText gives the line to a shell and demands the plan.
func TestReplayText(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the line is for a POSIX shell")
	}
	for seed := range 20 {
		p := exampleOrdering(seed)
		line, _, _ := strings.Cut(replayText(p), " | ")
		require.NotContains(t, line, "\n")
		text, err := exec.Command("sh", "-c", line).Output()
		require.NoError(t, err)
		require.Equal(t, p.String(), string(text))
	}
}

// exampleOrdering is one of the plans that rapid draws.
func exampleOrdering(seed int) *plan.Plan {
	return rapid.Custom(func(t *rapid.T) *plan.Plan { return ordering(rapidsource.New(t)) }).Example(seed)
}

// TestOrderingsReachEverything counts what rapid draws, which prefers small numbers: every kind of command, fault and
// schedule there is must be among it, in plans that can happen, and most plans must be more than a few lines.
func TestOrderingsReachEverything(t *testing.T) {
	const plans = 600
	seen := map[string]int{}
	long := 0
	for seed := range plans {
		p := exampleOrdering(seed)
		require.NoError(t, p.Validate())
		require.NoError(t, p.ValidateNames(Names()))
		if len(p.Lines) >= 8 {
			long++
		}
		for _, feature := range featuresOf(p) {
			seen[feature]++
		}
	}
	require.Greater(t, long, plans/2)
	for _, feature := range everyFeature() {
		require.Greater(t, seen[feature], plans/100, "%s in %d plans", feature, plans)
	}
}

// everyFeature names all that an ordering may consist of.
func everyFeature() []string {
	all := []string{
		"create source", "create materialized-view", "create index", "create sink", "drop", "set",
		"sleep(", "union(", "constant(", "replicas=1", "replicas=2", "processes=1", "processes=3", "workers=1", "workers=2",
		"grain=100us", "grain=1ms", "grain=instant", "grain=exact", "points=fine", "latency=", "fair=",
		"suspend-delay=", "restart=", "maintenance=", "statistics=",
	}
	for _, kind := range faults.Names() {
		all = append(all, "fault "+kind)
	}
	for _, schedule := range sim.Schedules() {
		if name := firstWord(schedule.Usage); name != "SCHEDULE" {
			all = append(all, "schedule   "+name)
		}
	}
	return all
}

func featuresOf(p *plan.Plan) []string {
	text := p.String()
	return slices.DeleteFunc(everyFeature(), func(feature string) bool { return !strings.Contains(text, feature) })
}
