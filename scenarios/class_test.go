package scenarios

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/scenarios/oracle"
	"onelane.test/scenarios/plan"
	"onelane.test/sim/trace"
)

// TestCrash lets something panic that nobody modelled, and demands that the crash is found again.
func TestCrash(t *testing.T) {
	p := draw(t, "storm", 0, PlanOptions{})
	crash := func() *Result {
		r, err := Run(p, RunOptions{Observer: trace.ObserverFunc(func(r *trace.Record) {
			if r.Step >= 100 && r.Task == "worker0" {
				panic("index 100 out of range")
			}
		})})
		require.NoError(t, err)
		return r
	}
	r := crash()
	require.Equal(t, ClassCrash, r.Class, r.Report)
	require.EqualValues(t, 5, r.Class)
	require.Equal(t, "panic: index # out of range", r.Signature)
	require.Contains(t, r.Report, "class_test.go", "the report has the stack")
	for _, v := range r.Verdicts {
		require.Equal(t, oracle.Inconclusive, v.Outcome, "%s: a world that crashed proves nothing", v.Oracle)
	}
	again := crash()
	require.Equal(t, r.Hash, again.Hash)
	require.Equal(t, r.Signature, again.Signature)
}

// TestDivergence demands that verification sees a run that is not the first one, and says so.
func TestDivergence(t *testing.T) {
	p := draw(t, "lane", 0, PlanOptions{})
	r := runPlan(t, p)
	d, err := verify(p, r, nil)
	require.NoError(t, err)
	require.Nil(t, d)
	r.Hash++
	d, err = verify(p, r, nil)
	require.NoError(t, err)
	require.NotNil(t, d)
	r.diverge(d)
	require.EqualValues(t, 4, r.Class)
	require.Equal(t, "divergence", r.Signature)
}

// TestCheckBeforeTheEnd demands that a run whose check comes too early is stuck, and does not hold.
func TestCheckBeforeTheEnd(t *testing.T) {
	p, err := plan.Parse("early", "onelane plan 1\nscenario storm\nseed 1\n"+
		"@0s create source s1 partitions=1 rate=10/s\n@1s create index i1 on=s1\n@1s heal\n@1001ms check\n")
	require.NoError(t, err)
	r := runPlan(t, p)
	require.NotEqual(t, ClassHeld, r.Class)
	require.Less(t, r.Virtual, 2*time.Second)
}

// TestTheGateIsPaidFor demands that the price of a blocked worker is seen: a storage command that comes while worker 0 is
// blocked waits for it, and the oracle of starvation knows for how long.
func TestTheGateIsPaidFor(t *testing.T) {
	p, err := plan.Parse("gate", "onelane plan 1\nscenario gate\nseed 1\nschedule random\ncluster workers=2\n"+
		"@0s create source s1 partitions=1 rate=10/s tick=100ms\n"+
		"@500ms create materialized-view mv1 query=sleep(s1,3s,worker=0)\n"+
		"@2s create source s2 partitions=1 rate=10/s\n@10s heal\n@60s check\n")
	require.NoError(t, err)
	s, err := newSystem(p, RunOptions{})
	require.NoError(t, err)
	defer s.world.Close()
	s.start()
	require.Nil(t, s.live())
	measured := false
	for _, o := range s.oracles {
		require.NotEqual(t, oracle.Violated, o.Check(s.state()).Outcome, o.Name())
		if starvation, ok := o.(*oracle.Starvation); ok {
			measured = true
			require.Greater(t, starvation.Worst(), time.Second)
			require.Less(t, starvation.Worst(), 3*time.Second)
		}
	}
	require.True(t, measured)
}
