package scenarios

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/environ"
	"onelane.test/runtime/query"
	"onelane.test/scenarios/oracle"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// story returns a plan of some lines, with two replicas of two processes.
func story(t *testing.T, lines ...string) *plan.Plan {
	p, err := plan.Parse("story", "onelane plan 1\nscenario gate\nseed 1\ncluster replicas=2 processes=2 workers=1\n"+
		strings.Join(lines, "\n")+"\n")
	require.NoError(t, err)
	return p
}

// TestReasons demands a reason for each thing that cannot be recovered, and none for what can.
func TestReasons(t *testing.T) {
	const source = "@0s create source s1 partitions=1 rate=10/s"
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"nothing happens", []string{source, "@1s heal", "@2s check"}, ""},
		{"a finite block", []string{source, "@1s create materialized-view mv1 query=sleep(s1,3s,worker=0)", "@2s check"}, ""},
		{
			"one worker for ever", []string{source, "@1s create materialized-view mv1 query=sleep(s1,forever,worker=1)", "@2s check"},
			"worker 1 of r1 is blocked for ever by mv1; worker 1 of r2 is blocked for ever by mv1",
		},
		{
			"all workers for ever", []string{source, "@1s create materialized-view mv1 query=sleep(s1,forever)", "@2s check"},
			"every worker of r1 is blocked for ever by mv1; every worker of r2 is blocked for ever by mv1",
		},
		{"a kill with time to start", []string{source, "@1s fault kill r1.p0", "@2s heal", "@30s check"}, ""},
		{
			"a kill at the end", []string{"set restart=1m", source, "@1s fault kill r1.p0", "@2s heal", "@30s check"},
			"what ended by kill must be started again, which may take 60s, and the check comes 28s after everything healed",
		},
		{
			"a cut", []string{"set rehydrate=1m", source, "@1s fault cut both r1.p0 for=1s", "@2s heal", "@30s check"},
			"connections broke by cut and must be made again, which may take 60s, and the check comes 28s after everything healed",
		},
		{
			"what is held", []string{"set timeout=1m", source, "@1s fault oneway env->r1.p0", "@2s heal", "@30s check"},
			"connections were held up by oneway and must be given up, which may take 60s, and the check comes 28s after everything healed",
		},
		{
			"a suspension", []string{"set suspend-delay=1m", source, "@1s fault source-error s1 worker=0", "@2s heal", "@30s check"},
			"sources are suspended by source-error, which may take 60s, and the check comes 28s after everything healed",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := story(t, c.lines...)
			k, err := knobsOf(p.Sets)
			require.NoError(t, err)
			require.Equal(t, c.want, newRecoverability(p, k).reason())
		})
	}
}

// TestBlocksEnd demands that a block for ever is over where the view was dropped and the process started again since, and
// nowhere else.
func TestBlocksEnd(t *testing.T) {
	p := story(t, "@0s create source s1 partitions=1 rate=10/s",
		"@1s create materialized-view mv1 query=sleep(s1,forever,worker=1)", "@30s check")
	c := newRecoverability(p, knobs{})
	tell := func(at sim.Time, e trace.Event) { c.Observe(&trace.Record{At: int64(at), Event: e}) }
	started := func(at sim.Time, node string) { tell(at, sim.NodeStarted{Node: node}) }
	both := c.reason()
	started(1e9, "r1.p1")
	require.Equal(t, both, c.reason(), "the view is still there")
	tell(2e9, environ.Dropped{ID: query.ID{Name: "mv1"}})
	started(2e9+1, "r1.p1")
	require.Equal(t, both, c.reason(), "the replica may have been told of it")
	started(3e9, "r1.p0")
	require.Equal(t, both, c.reason(), "another process was blocked")
	started(3e9, "r1.p1")
	require.Equal(t, "worker 1 of r2 is blocked for ever by mv1", c.reason())
	started(3e9, "r2.p1")
	require.Empty(t, c.reason())
}

// TestNoReasonNoExcuse demands that a world without a reason not to converge fails if it does not, and that one with a reason is
// inconclusive and says it.
func TestNoReasonNoExcuse(t *testing.T) {
	lines := []string{"@0s create source s1 partitions=1 rate=10/s tick=100ms", "@1099ms fault kill r1.p0", "@1100ms heal", "@1110ms check"}
	hopeless := runPlan(t, story(t, append([]string{"set restart=1m"}, lines...)...))
	require.Equal(t, ClassHeld, hopeless.Class, hopeless.Report)
	v, _ := hopeless.Verdict("progress")
	require.Equal(t, oracle.Inconclusive, v.Outcome)
	require.Contains(t, v.Reason, "must be started again")
	hurried := runPlan(t, story(t, append([]string{"set restart=9ms"}, lines...)...))
	require.NotEqual(t, ClassHeld, hurried.Class)
}
