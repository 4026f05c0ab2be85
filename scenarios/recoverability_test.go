package scenarios

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/render"
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
		{"a block that ends in time", []string{source, "@1s create materialized-view mv1 query=sleep(s1,3s,worker=0)", "@4s check"}, ""},
		{
			"blocks that do not end in time", []string{source, "@1s create materialized-view mv1 query=sleep(sleep(s1,1s),2500ms,worker=0)", "@4s check"},
			"views block workers, one after the other, which may take 3500ms, and the check comes 3s after everything healed",
		},
		{
			"a view that may block for ever", []string{source, "@1s create materialized-view mv1 query=sleep(s1,forever)", "@2s check"}, "",
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

// TestBlocksEnd demands that a worker is blocked for ever from when it is until its process ends, and no longer.
func TestBlocksEnd(t *testing.T) {
	c := newRecoverability(story(t, "@0s create source s1 partitions=1 rate=10/s", "@30s check"), knobs{})
	blocked := func(process string, worker int, e render.Blocked) {
		e.Worker = worker
		c.Observe(&trace.Record{Node: process, Task: "worker0", Event: e})
	}
	exited := func(process string) { c.Observe(&trace.Record{Event: sim.NodeExited{Node: process}}) }
	blocked("r1.p0", 0, render.Blocked{For: time.Second})
	require.Empty(t, c.reason())
	blocked("r2.p1", 1, render.Blocked{Forever: true})
	blocked("r1.p1", 1, render.Blocked{Forever: true})
	require.Equal(t, "worker 1 in r1.p1 is blocked for ever; worker 1 in r2.p1 is blocked for ever", c.reason())
	exited("r1.p0")
	exited("r1.p1")
	require.Equal(t, "worker 1 in r2.p1 is blocked for ever", c.reason())
	exited("r2.p1")
	require.Empty(t, c.reason())
}

// TestGateThatNeverClosed demands that a view which would block a worker for ever and is dropped before it does excuses
// nothing.
func TestGateThatNeverClosed(t *testing.T) {
	r := runPlan(t, story(t, "@0s create source s1 partitions=1 rate=10/s tick=100ms",
		"@20ms create materialized-view gate1 query=sleep(s1,forever,worker=0)", "@20ms drop gate1", "@1s heal", "@40s check"))
	require.Equal(t, ClassHeld, r.Class, r.Report)
	v, _ := r.Verdict("progress")
	require.Equal(t, oracle.Holds, v.Outcome, v.Reason)
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
