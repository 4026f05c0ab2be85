package fail_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/fail"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// fired collects the events of failpoints.
type fired []fail.Fired

func (f *fired) Observe(r *trace.Record) {
	if e, ok := r.Event.(fail.Fired); ok {
		*f = append(*f, e)
	}
}

// evaluate runs one task that comes by the point n times, and returns what it was told.
func evaluate(t *testing.T, seed uint64, arm func(*fail.Set), p fail.Point, n int) ([]bool, fired) {
	t.Helper()
	w := sim.New(sim.Config{Seed: seed})
	defer w.Close()
	var events fired
	w.Observe(&events)
	if arm != nil {
		set := fail.NewSet(w)
		arm(set)
		fail.Install(w, set)
	}
	var answers []bool
	node := w.AddNode("r1.p0", sim.NodeOptions{Start: func(node *sim.Node) {
		node.Go("worker0", func(task *sim.Task) {
			for range n {
				answers = append(answers, fail.On(task, p))
			}
		})
	}})
	node.Start()
	w.Settle()
	return answers, events
}

func TestOnFollowsItsOwnStream(t *testing.T) {
	t.Parallel()
	half := func(s *fail.Set) { s.Arm(fail.HandoffLost, 1, 2) }
	both := func(s *fail.Set) { s.Arm(fail.NoFutureStash, 1, 3); s.Arm(fail.HandoffLost, 1, 2) }
	alone, events := evaluate(t, 7, half, fail.HandoffLost, 100)
	beside, _ := evaluate(t, 7, both, fail.HandoffLost, 100)
	require.Equal(t, alone, beside, "another armed point must not shift the draws")
	count := 0
	for _, yes := range alone {
		if yes {
			count++
		}
	}
	require.InDelta(t, 50, count, 25)
	require.Len(t, events, count)
	for i, e := range events {
		require.Equal(t, fail.Fired{Point: fail.HandoffLost, Ordinal: uint64(i + 1)}, e)
	}
}

func TestOnIsSilentUnlessArmed(t *testing.T) {
	t.Parallel()
	for name, arm := range map[string]func(*fail.Set){
		"no set":        nil,
		"empty set":     func(*fail.Set) {},
		"another point": func(s *fail.Set) { s.Arm(fail.UntaggedResponses, 1, 1) },
		"never":         func(s *fail.Set) { s.Arm(fail.HandoffLost, 0, 1) },
	} {
		answers, events := evaluate(t, 1, arm, fail.HandoffLost, 10)
		require.NotContains(t, answers, true, name)
		require.Empty(t, events, name)
	}
}

func TestOnNodeGivesAReplicaOneAnswer(t *testing.T) {
	t.Parallel()
	differ := false
	for seed := range uint64(20) {
		w := sim.New(sim.Config{Seed: seed})
		set := fail.NewSet(w)
		set.Arm(fail.TwoLanes, 1, 2)
		fail.Install(w, set)
		answers := make(map[string]bool)
		for _, name := range []string{"r1.p0", "r1.p1", "r2.p0", "r2.p1"} {
			answers[name] = fail.OnNode(w.AddNode(name, sim.NodeOptions{}), fail.TwoLanes)
		}
		require.Equal(t, answers["r1.p0"], answers["r1.p1"])
		require.Equal(t, answers["r2.p0"], answers["r2.p1"])
		differ = differ || answers["r1.p0"] != answers["r2.p0"]
		w.Close()
	}
	require.True(t, differ, "replicas decide for themselves")
}

func TestWrongUsePanics(t *testing.T) {
	t.Parallel()
	w := sim.New(sim.Config{Seed: 1})
	defer w.Close()
	set := fail.NewSet(w)
	fail.Install(w, set)
	require.PanicsWithValue(t, "fail: arm lane/nowhere: no such failpoint", func() { set.Arm("lane/nowhere", 1, 1) })
	require.PanicsWithValue(t, "fail: arm lane/two-lanes: 3/2 is no ratio", func() { set.Arm(fail.TwoLanes, 3, 2) })
	require.Panics(t, func() { set.Arm(fail.DroppedFramesKept, 1, 1) })
	set.Arm(fail.HandoffLost, 1, 1)
	node := w.AddNode("r1.p0", sim.NodeOptions{})
	require.PanicsWithValue(t, "fail: guest/handoff-lost is a hit point, evaluated as structural", func() {
		fail.OnNode(node, fail.HandoffLost)
	})
}
