package sim

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/sim/trace"
)

// A story is a small system that uses everything in the kernel: two replicas with workers and queues, clients that
// dial them over links, timers, a fault plan with kills, restarts and cuts. Tests of determinism run it.
type story struct {
	Config
	observer trace.Observer
	faults   func(*World) // more of them
}

// runStory runs the story for two seconds of simulated time and closes its world.
func runStory(t testing.TB, s story) *World {
	t.Helper()
	if s.Grain == 0 {
		s.Grain = Grain100us
	}
	w := New(s.Config)
	defer w.Close()
	runStoryIn(t, w, s)
	return w
}

func runStoryIn(t testing.TB, w *World, s story) {
	t.Helper()
	if s.observer != nil {
		w.Observe(s.observer)
	}
	var replicas []*Node
	for _, name := range []string{"r1", "r2"} {
		n := w.AddNode(name, NodeOptions{Cores: 2, Start: serveStory, OnExit: func(n *Node, _ Exit) {
			w.At(w.Now().Add(n.Stream("restart").Duration(0, 100*time.Millisecond)), "restart", n.Start)
		}})
		n.Start()
		replicas = append(replicas, n)
	}
	startNode(w, "env", func(n *Node) {
		for i := range 3 {
			n.Go(fmt.Sprint("client", i), func(t *Task) { clientStory(t, replicas[i%2], 30) })
		}
	})
	storyFaults(w, replicas)
	if s.faults != nil {
		s.faults(w)
	}
	require.Nil(t, w.RunFor(2*time.Second))
}

func storyFaults(w *World, replicas []*Node) {
	rng := w.Stream("faults")
	env := w.NodeByName("env")
	for range 6 {
		n := replicas[rng.IntN(2)]
		at := Time(rng.Duration(0, time.Second))
		link := w.Link(env, n)
		switch rng.IntN(3) {
		case 0:
			w.At(at, "kill", func() { n.Kill("fault") })
		case 1:
			w.At(at, "cut", link.Cut)
		case 2:
			w.At(at, "hold", func() { link.CutOneWay(n) })
		}
		w.At(at.Add(rng.Duration(0, 50*time.Millisecond)), "heal", link.Heal)
	}
}

// serveStory is a replica: an acceptor, a worker that parks, and one task for each connection.
func serveStory(n *Node) {
	requests := NewQueue[*storyRequest](n.World(), n.Name()+" requests")
	worker := n.GoPinned("worker", 0, func(t *Task) {
		t.Own(requests)
		for {
			r, ok := requests.TryPop(t)
			if !ok {
				t.Park(100 * time.Millisecond)
				continue
			}
			t.Work(5 * time.Microsecond)
			t.Emit(trace.Text(fmt.Sprint("story.handled n=", r.n)))
			r.answer.Set(t, r.n*r.n)
		}
	})
	n.Go("accept", func(t *Task) {
		l, err := n.Listen(t, "compute")
		require.NoError(t, err)
		for {
			c, err := l.Accept(t)
			require.NoError(t, err)
			n.Go("serve", func(t *Task) { serveConn(t, c, requests, worker) })
		}
	})
	n.After(time.Millisecond, "tick", func() {
		n.World().Emit(trace.Text(fmt.Sprint("story.tick n=", n.Stream("tick").IntN(100))))
	})
}

type storyRequest struct {
	n      int
	answer *OneShot[int]
}

func serveConn(t *Task, c *Conn, requests *Queue[*storyRequest], worker *Task) {
	for {
		m, err := c.Recv(t)
		if err != nil {
			return
		}
		r := &storyRequest{m.(int), NewOneShot[int](t.World(), "answer")}
		requests.Push(t, r)
		worker.Unpark(t)
		if c.Send(t, r.answer.Get(t)) != nil {
			return
		}
	}
}

// clientStory asks until it has all answers, dialling again whenever the connection breaks.
func clientStory(t *Task, to *Node, questions int) {
	var c *Conn
	for i := 0; i < questions; {
		if c == nil {
			var err error
			if c, err = t.Node().Dial(t, to, "compute", 20*time.Millisecond); err != nil {
				t.Sleep(t.Stream("backoff").Duration(0, 10*time.Millisecond))
				continue
			}
		}
		if c.Send(t, i) != nil {
			c = nil
			continue
		}
		if Select(t, c, Deadline(t.Now().Add(50*time.Millisecond))) == 1 {
			c.Close(t)
			c = nil
			continue
		}
		m, err := c.Recv(t)
		if err != nil {
			c = nil
			continue
		}
		require.Equal(t, i*i, m)
		t.Emit(trace.Text(fmt.Sprint("story.answer n=", m)))
		t.Sleep(t.Stream("think").Duration(0, 5*time.Millisecond))
		i++
	}
}

func TestStoryComesToItsEnd(t *testing.T) {
	kinds := map[string]int{}
	count := trace.ObserverFunc(func(r *trace.Record) { kinds[r.Task+" "+firstWord(r.Text)]++ })
	for seed := range uint64(20) {
		runStory(t, story{Config: Config{Seed: seed, Schedule: Random(), Points: PointsFine}, observer: count})
	}
	require.Equal(t, 20*30, kinds["client0 story.answer"])
	for _, kind := range []string{" node.exited", " link.cut", " link.healed", " conn.broken", "worker task.parked"} {
		require.Positive(t, kinds[kind], kind)
	}
}

func firstWord(text []byte) string {
	for i, b := range text {
		if b == ' ' {
			return string(text[:i])
		}
	}
	return string(text)
}
