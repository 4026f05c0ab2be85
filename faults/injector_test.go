package faults_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/faults"
	"onelane.test/sim"
	"onelane.test/sim/trace"
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
		Flood:   func(plane faults.Plane) { *told = append(*told, "flood "+string(plane)) },
		Succeed: func() bool { *told = append(*told, "succeed"); return true },
		Retire:  func() { *told = append(*told, "retire") },
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

// TestWaiting demands that faults which wait for a command or a start have their effect once, and none after everything
// healed.
func TestWaiting(t *testing.T) {
	w, in, told := newWorld(t)
	begin(t, in, "cut-at storage r1.p1 index=2 length=10ms")
	begin(t, in, "hold-at compute r1.p0 index=1 length=10ms")
	in.Sent(faults.Command{Plane: faults.Storage, Replica: "r1", Index: 1})
	in.Sent(faults.Command{Plane: faults.Storage, Replica: "r2", Index: 2})
	w.RunFor(time.Millisecond)
	require.Empty(t, *told)
	in.Sent(faults.Command{Plane: faults.Storage, Replica: "r1", Index: 2})
	in.Sent(faults.Command{Plane: faults.Storage, Replica: "r1", Index: 2})
	in.Sent(faults.Command{Plane: faults.Compute, Replica: "r1", Index: 1})
	w.RunFor(time.Millisecond)
	require.True(t, down(w, "env", "r1.p0"))
	w.RunFor(20 * time.Millisecond)
	require.False(t, down(w, "env", "r1.p0"))
	require.Equal(t, []string{"cut storage r1.p1", "heal storage r1.p1"}, *told)

	begin(t, in, "kill-bring-up r1.p0 after=5ms")
	node := w.NodeByName("r1.p0")
	node.Kill("to be started again")
	w.RunFor(time.Millisecond)
	node.Start()
	w.RunFor(time.Millisecond)
	require.True(t, node.Alive())
	w.RunFor(10 * time.Millisecond)
	require.False(t, node.Alive())
	node.Start()
	w.RunFor(10 * time.Millisecond)
	require.True(t, node.Alive(), "once")

	begin(t, in, "kill-set-at bring-up r1.p0,r1.p1 after=5ms")
	w.NodeByName("r1.p1").Kill("to be started again")
	w.RunFor(time.Millisecond)
	w.NodeByName("r1.p1").Start()
	w.RunFor(10 * time.Millisecond)
	require.False(t, node.Alive())
	node.Start()
	begin(t, in, "kill-set-at compute r1.p0 index=last after=5ms")
	in.Sent(faults.Command{Plane: faults.Compute, Replica: "r1", Index: 6, Last: true})
	w.RunFor(10 * time.Millisecond)
	require.False(t, node.Alive())

	begin(t, in, "stall-at storage r1 index=2 length=10ms")
	require.Zero(t, in.Stall(faults.Command{Plane: faults.Storage, Replica: "r1", Index: 1}))
	require.Equal(t, 10*time.Millisecond, in.Stall(faults.Command{Plane: faults.Storage, Replica: "r1", Index: 2}))
	require.Zero(t, in.Stall(faults.Command{Plane: faults.Storage, Replica: "r1", Index: 2}), "once")
	begin(t, in, "stall-at compute r1 index=last until=1s")
	left := sim.Time(time.Second).Sub(w.Now())
	require.Equal(t, left, in.Stall(faults.Command{Plane: faults.Compute, Replica: "r1", Index: 5, Last: true}))
	*told = nil
	begin(t, in, "cut-at storage r1.p1 index=2 length=10ms pause=10ms")
	in.Sent(faults.Command{Plane: faults.Storage, Replica: "r1", Index: 2})
	require.Equal(t, 11*time.Millisecond, in.Stall(faults.Command{Plane: faults.Storage, Replica: "r1", Index: 2}))
	w.RunFor(9 * time.Millisecond)
	require.Empty(t, *told)
	w.RunFor(11 * time.Millisecond)
	require.Equal(t, []string{"cut storage r1.p1", "heal storage r1.p1"}, *told)

	begin(t, in, "cut-at storage r1.p1 index=2 length=10ms")
	in.Sent(faults.Command{Plane: faults.Storage, Replica: "r1", Index: 2})
	in.Heal()
	w.RunFor(time.Millisecond)
	require.Len(t, *told, 2)
}

// TestMesh demands that processes can be kept apart, slowed and deceived.
func TestMesh(t *testing.T) {
	w, in, _ := newWorld(t)
	var events []string
	w.Observe(observe(func(r *trace.Record) { events = append(events, string(r.Event.Append(nil))) }))
	begin(t, in, "mesh-delay r1.p0 r1.p1 delay=20ms for=1ms")
	w.RunFor(5 * time.Millisecond)
	begin(t, in, "mesh-hold r1.p0 r1.p1 for=1ms")
	w.RunFor(5 * time.Millisecond)
	begin(t, in, "stale-peer r1.p1 for=1ms")
	w.RunFor(5 * time.Millisecond)
	begin(t, in, "kill-set r1.p0,r1.p1")
	w.RunFor(time.Millisecond)
	for _, want := range []string{
		"link.slowed a=r1.p0 b=r1.p1 from=r1.p0", "link.slowed a=r1.p0 b=r1.p1 from=r1.p1",
		"link.held a=r1.p0 b=r1.p1 from=r1.p0", "link.held a=r1.p0 b=r1.p1 from=r1.p1",
		"link.half-open a=r1.p0 b=r1.p1 blind=r1.p1", "link.healed a=r1.p0 b=r1.p1",
		"node.exited node=r1.p0", "node.exited node=r1.p1",
	} {
		require.Contains(t, strings.Join(events, "\n"), want)
	}
}

// TestConnections demands that connections can be broken at one end, clogged and slowed, that this counts as an effect where
// there is a connection, and that all is well again afterwards.
func TestConnections(t *testing.T) {
	w, in, _ := newWorld(t)
	begin(t, in, "slow-link env->r2.p0 delay=20ms for=1ms")
	begin(t, in, "clog env->r2.p1 messages=1 for=1ms")
	begin(t, in, "half-open r2.p0->env for=1ms")
	require.Equal(t, []faults.Count{
		{Kind: "clog", Began: 1}, {Kind: "half-open", Began: 1}, {Kind: "slow-link", Began: 1},
	}, in.Counts(), "nobody is connected")

	process, env := w.NodeByName("r1.p0"), w.NodeByName("env")
	var client, server *sim.Conn
	process.Go("server", func(t *sim.Task) {
		listener, _ := t.Node().Listen(t, "port")
		server, _ = listener.Accept(t)
	})
	env.Go("client", func(t *sim.Task) { client, _ = t.Node().Dial(t, process, "port", time.Second) })
	w.RunFor(10 * time.Millisecond)
	require.NotNil(t, server)

	begin(t, in, "slow-link env->r1.p0 delay=20ms for=30ms")
	require.NoError(t, client.Send(nil, "late"))
	w.RunFor(20 * time.Millisecond)
	require.Zero(t, server.Len())
	w.RunFor(20 * time.Millisecond)
	require.Equal(t, 1, server.Len())

	begin(t, in, "clog env->r1.p0 messages=2 for=5ms")
	for range 5 {
		require.NoError(t, client.Send(nil, "one of many"))
	}
	require.Equal(t, 3, client.Unsent())
	w.RunFor(10 * time.Millisecond)
	require.Zero(t, client.Unsent())

	begin(t, in, "half-open r1.p0->env for=5ms")
	w.RunFor(2 * time.Millisecond)
	require.ErrorIs(t, client.Err(), sim.ErrReset)
	require.NoError(t, server.Err())
	w.RunFor(5 * time.Millisecond)
	require.NoError(t, server.Send(nil, "in vain"))
	w.RunFor(5 * time.Millisecond)
	require.ErrorIs(t, server.Err(), sim.ErrReset)
	require.Equal(t, []faults.Count{
		{Kind: "clog", Began: 2, Fired: 1}, {Kind: "half-open", Began: 2, Fired: 1}, {Kind: "slow-link", Began: 2, Fired: 1},
	}, in.Counts())
}

// TestPauses demands that a process and a worker stand still for as long as it lasts, that what is not there cannot, and
// that a process which is started meanwhile is not paused.
func TestPauses(t *testing.T) {
	w, in, _ := newWorld(t)
	node, turns := w.NodeByName("r1.p0"), [2]int{}
	for worker := range turns {
		node.Go(fmt.Sprintf("worker%d", worker), func(t *sim.Task) {
			for ; ; turns[worker]++ {
				t.Sleep(time.Millisecond)
			}
		})
	}
	grow := func(d time.Duration) [2]int {
		before := turns
		w.RunFor(d)
		return [2]int{turns[0] - before[0], turns[1] - before[1]}
	}
	begin(t, in, "pause-worker r1.p0 worker=1 for=10ms")
	require.Equal(t, [2]int{9, 0}, grow(9*time.Millisecond))
	w.RunFor(time.Millisecond)
	require.Positive(t, grow(10 * time.Millisecond)[1])
	begin(t, in, "pause r1.p0 for=10ms")
	require.Equal(t, [2]int{}, grow(9*time.Millisecond))
	require.Positive(t, grow(10 * time.Millisecond)[0])

	begin(t, in, "pause-worker r2.p0 worker=0 for=1ms")
	begin(t, in, "pause r1.p0")
	node.Kill("while it stands still")
	w.RunFor(time.Millisecond)
	begin(t, in, "pause r1.p0 for=1ms")
	node.Start()
	require.False(t, node.Paused())
	in.Heal()
	require.Equal(t, []faults.Count{{Kind: "pause", Began: 3, Fired: 2}, {Kind: "pause-worker", Began: 2, Fired: 1}}, in.Counts())
}

// TestClock demands that a wall clock is moved by all skews that last, and put right.
func TestClock(t *testing.T) {
	w, in, _ := newWorld(t)
	skew := func() time.Duration { return w.NodeByName("r1.p0").WallClock().Sub(w.Now()) }
	begin(t, in, "clock-skew r1.p0 ahead=300ms for=10ms")
	begin(t, in, "clock-skew r1.p0 behind=100ms for=20ms")
	require.Equal(t, 200*time.Millisecond, skew())
	w.RunFor(15 * time.Millisecond)
	require.Equal(t, -100*time.Millisecond, skew())
	in.Heal()
	require.Zero(t, skew())
	require.Equal(t, []faults.Count{{Kind: "clock-skew", Began: 2, Fired: 2}}, in.Counts())
}

type observe func(*trace.Record)

func (o observe) Observe(r *trace.Record) { o(r) }

// TestHooks demands that a flood goes on for as long as it lasts, and that an old environment is retired.
func TestHooks(t *testing.T) {
	w, in, told := newWorld(t)
	begin(t, in, "flood compute rate=1000/s for=10ms")
	w.RunFor(50 * time.Millisecond)
	require.InDelta(t, 10, len(*told), 1)
	*told = nil
	begin(t, in, "old-env for=5ms")
	require.Equal(t, []string{"succeed"}, *told)
	w.RunFor(10 * time.Millisecond)
	require.Equal(t, []string{"succeed", "retire"}, *told)
	begin(t, in, "flag-skew r1.p1 for=5ms")
	require.True(t, in.Skewed("r1.p1"))
	require.False(t, in.Skewed("r1.p0"))
	w.RunFor(10 * time.Millisecond)
	require.False(t, in.Skewed("r1.p1"))
	require.False(t, w.NodeByName("r1.p1").Alive(), "to be started with the right flag")
}
