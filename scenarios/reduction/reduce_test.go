package reduction_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/faults"
	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/reduction"
	"onelane.test/scenarios/workload"
	"onelane.test/scenarios/workload/rapidsource"
	"onelane.test/sim"
)

// pretend makes a runner of a function from a plan to the signature of its failure, "" for a run that holds.
func pretend(signature func(*plan.Plan) string) reduction.Runner {
	return func(p *plan.Plan, _ scenarios.RunOptions) (*scenarios.Result, error) {
		r := &scenarios.Result{Plan: p, Signature: signature(p), Stats: sim.Stats{Steps: 50_000}}
		if r.Signature != "" {
			r.Class = scenarios.ClassViolation
			r.Stop = &sim.Stop{Kind: sim.StopViolation, At: 1}
		}
		return r, nil
	}
}

// TestAnythingThatFails reduces drawn plans under made-up failures that need some of the lines, and demands that nothing
// else is left, that the plan is legal, and that what it needs is simple.
func TestAnythingThatFails(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawn(rapidsource.New(t))
		words := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{
			"create source", "create index", "create sink", "create materialized-view", "drop", "fault cut", "fault kill", "s set ",
		}), 1, 3, rapid.ID).Draw(t, "needs")
		fails := func(p *plan.Plan) string {
			text := p.String()
			for _, word := range words {
				if !strings.Contains(text, word) {
					return ""
				}
			}
			return "made-up: it has them all"
		}
		if fails(p) == "" {
			t.Skip("nothing to shrink")
		}
		r, err := reduction.Reduce(p, reduction.Options{Run: pretend(fails)})
		require.NoError(t, err)
		require.NoError(t, r.Last.Plan.Validate())
		require.NotEmpty(t, fails(r.Last.Plan))
		size := reduction.SizeOf(r.Last.Plan)
		require.LessOrEqual(t, size.Faults+size.Commands, 2*len(words)+1, r.Last.Plan) // what is needed, and what that reads
		require.Zero(t, size.Deviations)
		require.Zero(t, size.Features, r.Last.Plan)
		require.Empty(t, r.Last.Plan.Sets)
		require.Empty(t, r.Last.Plan.Arms)
		require.Equal(t, 1, size.Nodes)
	})
}

// drawn draws a plan.
func drawn(src workload.Source) *plan.Plan {
	p := plan.New("storm", 77)
	p.Schedule = "random"
	p.Cluster.Processes, p.Cluster.Workers = 1+src.IntN("processes", 3), 1+src.IntN("workers", 3)
	p.Sets = []plan.Set{{Key: "suspend-delay", Value: "3s"}}
	p.Arms = []plan.Arm{{Point: "lane/two-lanes", Num: 1, Den: 4}}
	objects := plan.NewObjects(p.Cluster)
	work := workload.Draw(src, workload.Profile{Max: 16, Span: 1e9, Weights: workload.Everything()}, objects)
	wrong := faults.Draw(src, faults.Profile{Kinds: faults.Names(), Max: 8, To: 2e9, Budget: faults.DefaultBudget()}, objects.Site())
	p.Lines = append(plan.Merge(work, plan.Faults(wrong)),
		plan.Line{At: 2e9, Statement: plan.Heal{}}, plan.Line{At: 10e9, Statement: plan.Check{}})
	return p
}

const small = `onelane plan 1
scenario   storm
seed       0x4d
schedule   random
cluster    processes=2 workers=2
@0s        create source s1 partitions=1 rate=10/s
@0s        create source s2 partitions=1 rate=10/s exports=2
@10ms      create materialized-view mv1 query=count(s2/t1)
@20ms      create index i1 on=mv1
@30ms      fault kill r1.p1
@40ms      drop i1
@1s        heal
@9s        check
`

func parsed(t *testing.T, text string) *plan.Plan {
	t.Helper()
	p, err := plan.Parse("small.plan", text)
	require.NoError(t, err)
	return p
}

// TestReferences demands that what reads from a dropped object reads from what is left.
func TestReferences(t *testing.T) {
	r, err := reduction.Reduce(parsed(t, small), reduction.Options{Run: pretend(func(p *plan.Plan) string {
		if strings.Contains(p.String(), "create index") && strings.Contains(p.String(), "fault kill") {
			return "made-up: an index and a kill"
		}
		return ""
	})})
	require.NoError(t, err)
	require.Equal(t, `onelane plan 1
scenario   storm
seed       0x0
schedule   fifo
world      grain=100us points=coarse
cluster    design=hardened topology=unified replicas=1 processes=1 workers=1 isolation=shared
@0s        create source s1 partitions=1 rate=0/s
@0s        create index i1 on=s1
@0s        fault kill r1.p0
@0s        check
`, strings.Replace(r.Last.Plan.String(), "@1ns       check", "@0s        check", 1))
}

func TestHoldsAndFlaky(t *testing.T) {
	p := parsed(t, small)
	_, err := reduction.Reduce(p, reduction.Options{Run: pretend(func(*plan.Plan) string { return "" })})
	require.ErrorIs(t, err, reduction.ErrHolds)

	n := 0
	_, err = reduction.Reduce(p, reduction.Options{Run: pretend(func(*plan.Plan) string {
		n++
		return strings.Repeat("x", n)
	})})
	var flaky *reduction.Flaky
	require.ErrorAs(t, err, &flaky)
	require.EqualError(t, err, `reduction: the plan gave "x" with hash 0x0, then "xx" with hash 0x0`)

	broken := errors.New("broken")
	_, err = reduction.Reduce(p, reduction.Options{Run: func(*plan.Plan, scenarios.RunOptions) (*scenarios.Result, error) {
		return nil, broken
	}})
	require.ErrorIs(t, err, broken)
}

// TestInterrupted demands that the smallest plan so far is kept, and that other failures are not lost.
func TestInterrupted(t *testing.T) {
	done := make(chan struct{})
	var runs atomic.Int64
	better := 0
	r, err := reduction.Reduce(parsed(t, small), reduction.Options{
		Done: done,
		Run: pretend(func(p *plan.Plan) string {
			if runs.Add(1) == 15 {
				close(done)
			}
			switch text := p.String(); {
			case strings.Contains(text, "create sink"):
				return ""
			case strings.Contains(text, "create index"):
				return "made-up: an index"
			case strings.Contains(text, "create source"):
				return "made-up: no index"
			}
			return ""
		}),
		Better: func(*scenarios.Result) { better++ },
		Tested: func(p reduction.Progress) { require.NotEmpty(t, p.Pass); require.NotNil(t, p.Best) },
	})
	require.NoError(t, err)
	require.False(t, r.Complete)
	require.Positive(t, better)
	require.Equal(t, "made-up: an index", r.Last.Signature)
	require.True(t, reduction.SizeOf(r.Last.Plan).Less(reduction.SizeOf(r.First.Plan)))
	for _, other := range r.Others {
		require.Equal(t, "made-up: no index", other.Signature)
	}
}

// TestVerdictsAtTheEnd demands that a failure which shows only at the end is not made up by ending sooner: something that
// must come about within a second never does if there is no second.
func TestVerdictsAtTheEnd(t *testing.T) {
	impatient := func(p *plan.Plan, _ scenarios.RunOptions) (*scenarios.Result, error) {
		heal, check := scenarios.Phases(p)
		r := &scenarios.Result{Plan: p}
		if strings.Contains(p.String(), "fault kill") || check-heal < 1e9 {
			r.Signature, r.Class = "progress: nothing moves", scenarios.ClassStuck
		}
		return r, nil
	}
	r, err := reduction.Reduce(parsed(t, small), reduction.Options{Run: impatient})
	require.NoError(t, err)
	require.Contains(t, r.Last.Plan.String(), "fault kill")
	heal, check := scenarios.Phases(r.Last.Plan)
	require.GreaterOrEqual(t, check-heal, 8*time.Second)
}

// TestVerdictsWithoutFailpoints demands that a bug is not traded for what the system shows without it: a candidate that
// fails in the same way without its failpoints is none.
func TestVerdictsWithoutFailpoints(t *testing.T) {
	late := func(p *plan.Plan, _ scenarios.RunOptions) (*scenarios.Result, error) {
		r := &scenarios.Result{Plan: p}
		text := p.String()
		if !strings.Contains(text, "create index") || strings.Contains(text, "arm ") && strings.Contains(text, "fault kill") {
			r.Signature, r.Class = "tokens: a wanted object does not run", scenarios.ClassViolation
		}
		return r, nil
	}
	r, err := reduction.Reduce(parsed(t, strings.Replace(small, "cluster ", "arm lane/two-lanes\ncluster ", 1)), reduction.Options{Run: late})
	require.NoError(t, err)
	require.Contains(t, r.Last.Plan.String(), "create index")
	require.Contains(t, r.Last.Plan.String(), "fault kill")
}

func TestSizes(t *testing.T) {
	ordered := []string{
		"",
		"@0s create source s1 partitions=1 rate=0/s",
		"@0s create source s1 partitions=1 rate=10/s",
		"@0s create source s1 partitions=1 rate=12/s",
		"@1ms create source s1 partitions=1 rate=12/s",
		"@12ms create source s2 partitions=1 rate=12/s",
		"world grain=1ms\n@12ms create source s2 partitions=1 rate=12/s",
		"arm lane/two-lanes\n@0s create source s1 partitions=1 rate=0/s",
		"choice a #1 b\n@0s create source s1 partitions=1 rate=0/s",
		"schedule random\n@0s create source s1 partitions=1 rate=0/s",
		"@0s create source s1 partitions=1 rate=0/s\n@0s drop s1",
		"cluster workers=2",
		"@0s fault kill r1.p0",
	}
	for i := 1; i < len(ordered); i++ {
		less, more := sized(t, ordered[i-1]), sized(t, ordered[i])
		require.True(t, less.Less(more), "%q is less than %q", ordered[i-1], ordered[i])
		require.False(t, more.Less(less), "%q is not less than %q", ordered[i], ordered[i-1])
	}
	require.Equal(t, "1 fault, 1 worker, 0 commands, 0 choices", sized(t, "@0s fault kill r1.p0").String())
	require.Equal(t, "0 faults, 2 workers, 1 command, drawn schedule",
		sized(t, "schedule random\ncluster workers=2\n@0s create source s1 partitions=1 rate=0/s").String())
}

func sized(t *testing.T, lines string) reduction.Size {
	return reduction.SizeOf(parsed(t, "onelane plan 1\nscenario storm\nseed 0x1\n"+lines+"\n@1m check\n"))
}
