package timely

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/sim"
)

func TestMeshComesUpWithOneGeneration(t *testing.T) {
	c := newCluster(t, sim.Config{}, 3, 2)
	c.run(t)
	for i, p := range c.procs {
		require.True(t, p.up)
		require.Equal(t, c.procs[0].Generation(), p.Generation())
		for j, conn := range p.conns {
			require.Equal(t, i == j, conn == nil)
		}
	}
	for i, w := range c.workers {
		require.Equal(t, i, w.Index())
		require.Equal(t, 6, w.Peers())
		require.Same(t, c.procs[i/2], w.Process())
	}
}

// A process that dies takes the others with it; what comes after is a later generation.
func TestProcessesShareTheirFate(t *testing.T) {
	c := newCluster(t, sim.Config{}, 3, 1, func(c *cluster) { c.restart = true })
	c.run(t)
	first := c.procs[0].Generation()
	c.nodes[1].Kill("fault")
	c.run(t)
	require.ElementsMatch(t, []string{
		"r1.p1 killed: fault",
		"r1.p0 halt: timely communication error: connection reset",
		"r1.p2 halt: timely communication error: connection reset",
	}, c.log)
	for _, p := range c.procs {
		require.True(t, p.up)
		require.Equal(t, c.procs[0].Generation(), p.Generation())
		require.Greater(t, p.Generation(), first)
	}
}

// Cutting the link between two processes is enough: both halt, and the third follows.
func TestCutEndsTheReplica(t *testing.T) {
	c := newCluster(t, sim.Config{}, 3, 1)
	c.run(t)
	c.world.Link(c.nodes[1], c.nodes[2]).Cut()
	c.run(t)
	require.Len(t, c.log, 3)
	for _, n := range c.nodes {
		require.False(t, n.Alive())
	}
}

// Whatever is killed whenever, in the end all processes are in one generation and can work.
func TestMeshComesUpThroughKills(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cfg := drawWorld(rt)
		n := rapid.IntRange(2, 4).Draw(rt, "processes")
		c := newCluster(t, cfg, n, 1, func(c *cluster) { c.restart = true })
		defer c.world.Close()
		for range rapid.IntRange(0, 8).Draw(rt, "kills") {
			at := sim.Time(rapid.Int64Range(0, 3000).Draw(rt, "at")) * sim.Time(time.Millisecond) / 10
			node := c.nodes[rapid.IntRange(0, n-1).Draw(rt, "node")]
			c.world.At(at, "kill", func() { node.Kill("fault") })
		}
		require.Nil(rt, c.world.RunFor(time.Minute))
		for _, p := range c.procs {
			require.True(rt, p.up, "process %d; %v", p.index, c.log)
			require.Equal(rt, c.procs[0].Generation(), p.Generation())
		}
		c.log = nil
		r := c.relay("a", "alpha")
		c.doAll(r.build)
		require.Nil(rt, c.world.RunFor(time.Second))
		r.give(0, n-1, 0, "hello")
		require.Nil(rt, c.world.RunFor(time.Second))
		require.Equal(rt, []string{fmt.Sprintf("worker %d: a gets hello at 0", n-1)}, c.log)
	})
}

// faked is a cluster of three in which process 1 is real and the other two do what the test says.
type faked struct {
	t       *testing.T
	world   *sim.World
	nodes   []*sim.Node
	process *Process
}

func newFaked(t *testing.T, zero, two func(f *faked, t *sim.Task)) *faked {
	f := &faked{t: t, world: sim.New(sim.Config{})}
	t.Cleanup(f.world.Close)
	mains := []func(*sim.Task){
		func(t *sim.Task) { zero(f, t) },
		func(t *sim.Task) {
			f.process = NewProcess(t.Node(), 1, Config{Processes: 3, Workers: 1}, func(i int) *sim.Node { return f.nodes[i] }, Hooks{})
			f.process.BringUp(t)
		},
		func(t *sim.Task) { two(f, t) },
	}
	for i, main := range mains {
		f.nodes = append(f.nodes, f.world.AddNode(fmt.Sprintf("p%d", i), sim.NodeOptions{
			Start: func(n *sim.Node) { n.Go("main", main) },
		}))
	}
	for _, n := range f.nodes {
		n.Start()
	}
	require.Nil(t, f.world.RunFor(time.Minute))
	return f
}

// mints answers each process that connects with the next of the epochs.
func mints(epochs ...uint64) func(*faked, *sim.Task) {
	return func(_ *faked, t *sim.Task) {
		listener, err := t.Node().Listen(t, meshPort)
		require.NoError(t, err)
		for _, epoch := range epochs {
			conn, err := listener.Accept(t)
			require.NoError(t, err)
			_, err = conn.Recv(t)
			require.NoError(t, err)
			require.NoError(t, conn.Send(t, hello{process: 0, epoch: epoch}))
		}
		_, err = listener.Accept(t)
		require.NoError(t, err, "nobody connects again")
	}
}

// join connects to process 1 as process 2 of an epoch and returns the connection and process 1's epoch.
func (f *faked) join(t *sim.Task, epoch uint64) (*sim.Conn, uint64) {
	for {
		conn, err := t.Node().Dial(t, f.nodes[1], meshPort, time.Second)
		if err != nil {
			t.Sleep(10 * time.Millisecond)
			continue
		}
		require.NoError(t, conn.Send(t, hello{process: 2, epoch: epoch}))
		msg, err := conn.Recv(t)
		require.NoError(t, err)
		return conn, msg.(hello).epoch
	}
}

// refused says that the peer has closed the connection.
func refused(t *sim.Task, conn *sim.Conn) {
	_, err := conn.Recv(t)
	require.Error(t, err)
}

func TestLeftoverOfAFormerGenerationIsRefused(t *testing.T) {
	f := newFaked(t, mints(5), func(f *faked, t *sim.Task) {
		conn, epoch := f.join(t, 4)
		require.Equal(t, uint64(5), epoch)
		refused(t, conn)
		_, epoch = f.join(t, 5)
		require.Equal(t, uint64(5), epoch)
	})
	require.True(t, f.process.up)
	require.Equal(t, uint64(5), f.process.Generation())
}

func TestLeftoverBeginsAgain(t *testing.T) {
	f := newFaked(t, mints(5, 6), func(f *faked, t *sim.Task) {
		conn, epoch := f.join(t, 6)
		require.Equal(t, uint64(5), epoch)
		refused(t, conn)
		_, epoch = f.join(t, 6)
		require.Equal(t, uint64(6), epoch)
	})
	require.True(t, f.process.up)
	require.Equal(t, uint64(6), f.process.Generation())
}

func TestSecondConnectionOfAPeerBeginsAgain(t *testing.T) {
	c := newCluster(t, sim.Config{}, 3, 1, func(c *cluster) { c.restart = true })
	first := false
	// Process 2 dies as soon as it is connected to process 0, which still waits for process 1.
	link := c.world.Link(c.nodes[0], c.nodes[1])
	link.Cut()
	c.world.At(sim.Time(500*time.Millisecond), "heal", link.Heal)
	require.Nil(t, c.world.RunUntil(func() bool {
		first = c.procs[0] != nil && c.procs[0].conns[2] != nil
		return first
	}))
	before := c.procs[0].Generation()
	c.nodes[2].Kill("fault")
	c.run(t)
	c.run(t)
	require.True(t, c.procs[0].up)
	require.Greater(t, c.procs[0].Generation(), before)
	require.Equal(t, 1, c.nodes[0].Incarnation(), "process 0 lives on: its round only began again")
}

// A peer that never introduces itself does not keep the others away.
func TestSilentPeerIsPassedOver(t *testing.T) {
	f := newFaked(t, mints(5), func(f *faked, t *sim.Task) {
		for {
			if _, err := t.Node().Dial(t, f.nodes[1], meshPort, time.Second); err == nil {
				break
			}
			t.Sleep(10 * time.Millisecond)
		}
		f.join(t, 5)
	})
	require.True(t, f.process.up)
}
