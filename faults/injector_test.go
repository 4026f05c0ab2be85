package faults_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/faults"
	"onelane.test/sim"
)

// newWorld returns a world with the nodes of the site, and an injector whose hooks note what they are told.
func newWorld(t *testing.T) (*sim.World, *faults.Injector, *[]string) {
	w := sim.New(sim.Config{Seed: 1, Grain: sim.GrainExact})
	t.Cleanup(w.Close)
	for _, name := range append(site.ProcessNames(), faults.Environment) {
		w.AddNode(name, sim.NodeOptions{Cores: 1, Start: func(*sim.Node) {}}).Start()
	}
	told := &[]string{}
	return w, faults.NewInjector(faults.Env{
		World: w,
		CutPlane: func(plane faults.Plane, process string) bool {
			*told = append(*told, "cut "+string(plane)+" "+process)
			return true
		},
		HealPlane: func(plane faults.Plane, process string) {
			*told = append(*told, "heal "+string(plane)+" "+process)
		},
	}), told
}

func begin(t *testing.T, in *faults.Injector, text string) {
	t.Helper()
	f, err := faults.Parse(text)
	require.NoError(t, err)
	in.Begin(f)
}

func down(w *sim.World, a, b string) bool {
	return w.Link(w.NodeByName(a), w.NodeByName(b)).Down()
}

// TestLinkFaults demands that links go down and come back in time, and early when everything heals.
func TestLinkFaults(t *testing.T) {
	w, in, _ := newWorld(t)
	begin(t, in, "cut both r1.p0 for=10ms")
	begin(t, in, "oneway r1.p1->env for=20ms")
	begin(t, in, "mesh-cut r1.p0 r1.p1")
	require.True(t, down(w, "env", "r1.p0"))
	w.RunFor(15 * time.Millisecond)
	require.False(t, down(w, "env", "r1.p0"))
	require.True(t, down(w, "env", "r1.p1"))
	require.True(t, down(w, "r1.p0", "r1.p1"))
	w.RunFor(time.Hour)
	require.True(t, down(w, "r1.p0", "r1.p1"), "without a length it lasts until everything heals")
	in.Heal()
	require.False(t, down(w, "r1.p0", "r1.p1"))
	require.Empty(t, in.Active())
	require.Equal(t, []faults.Count{
		{Kind: "cut", Began: 1, Fired: 1}, {Kind: "mesh-cut", Began: 1, Fired: 1}, {Kind: "oneway", Began: 1, Fired: 1},
	}, in.Counts())
}

// TestOverlap demands that the end of one fault does not end another on the same link.
func TestOverlap(t *testing.T) {
	w, in, _ := newWorld(t)
	begin(t, in, "cut both r1.p0 for=10ms")
	begin(t, in, "cut both r1.p0 for=30ms")
	w.RunFor(20 * time.Millisecond)
	require.True(t, down(w, "env", "r1.p0"))
	w.RunFor(20 * time.Millisecond)
	require.False(t, down(w, "env", "r1.p0"))
}

// TestPlanes demands that a cut of one plane reaches its hook, at both ends.
func TestPlanes(t *testing.T) {
	w, in, told := newWorld(t)
	begin(t, in, "cut compute r1.p1 for=10ms")
	w.RunFor(20 * time.Millisecond)
	require.Equal(t, []string{"cut compute r1.p1", "heal compute r1.p1"}, *told)
	require.False(t, down(w, "env", "r1.p1"))
}

// TestKill demands that a kill ends the node, and that one of a dead node counts as having had no effect.
func TestKill(t *testing.T) {
	w, in, _ := newWorld(t)
	begin(t, in, "kill r1.p0")
	w.RunFor(time.Millisecond)
	require.False(t, w.NodeByName("r1.p0").Alive())
	begin(t, in, "kill r1.p0")
	require.Equal(t, []faults.Count{{Kind: "kill", Began: 2, Fired: 1}}, in.Counts())
}

// TestQuestions demands that the system's questions are answered while a fault lasts, and that asking is what counts as
// an effect.
func TestQuestions(t *testing.T) {
	w, in, _ := newWorld(t)
	require.Zero(t, in.AsyncDelay("r1"))
	begin(t, in, "slow-async r1 delay=2s for=10ms")
	begin(t, in, "slow-persist delay=50ms for=10ms")
	begin(t, in, "reorder r2 for=10ms")
	require.Zero(t, in.AsyncDelay("r2"))
	require.Equal(t, 2*time.Second, in.AsyncDelay("r1"))
	require.Equal(t, 2*time.Second, in.AsyncDelay("r1"))
	require.False(t, in.Reorder("r1"))
	overtaken := 0
	for range 1000 {
		if in.Reorder("r2") {
			overtaken++
		}
	}
	require.InDelta(t, 500, overtaken, 100)
	w.RunFor(20 * time.Millisecond)
	require.Zero(t, in.AsyncDelay("r1"))
	require.Zero(t, in.PersistDelay())
	require.False(t, in.Reorder("r2"))
	require.Equal(t, []faults.Count{
		{Kind: "reorder", Began: 1, Fired: 1}, {Kind: "slow-async", Began: 1, Fired: 1}, {Kind: "slow-persist", Began: 1},
	}, in.Counts())
}

// TestSourceError demands that a source fails once for each fault, on the worker named, and no more after everything
// healed.
func TestSourceError(t *testing.T) {
	_, in, _ := newWorld(t)
	begin(t, in, "source-error s1 worker=1")
	begin(t, in, "source-error s1 worker=2")
	_, fails := in.SourceError("s1", 0)
	require.False(t, fails)
	reason, fails := in.SourceError("s1", 1)
	require.True(t, fails)
	require.Equal(t, "injected failure on worker 1", reason)
	_, fails = in.SourceError("s1", 1)
	require.False(t, fails)
	in.Heal()
	_, fails = in.SourceError("s1", 2)
	require.False(t, fails)
	require.Equal(t, []faults.Count{{Kind: "source-error", Began: 2, Fired: 1}}, in.Counts())
}
