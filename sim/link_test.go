package sim

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// pair is a server that sends every message back, and a client.
type pair struct {
	w              *World
	server, client *Node
	link           *Link
	served         []string // how each connection ended at the server
}

func newPair(t *testing.T, cfg Config, client func(t *Task, p *pair)) *pair {
	p := &pair{w: newWorld(t, cfg)}
	p.w.SetDefaultLink(LinkConfig{MinLatency: time.Millisecond, MaxLatency: 10 * time.Millisecond})
	p.server = startNode(p.w, "server", func(n *Node) {
		n.Go("accept", func(t *Task) {
			l, err := n.Listen(t, "echo")
			require.NoError(t, err)
			for {
				c, err := l.Accept(t)
				require.NoError(t, err)
				n.Go("echo", func(t *Task) { p.echo(t, c) })
			}
		})
	})
	p.client = startNode(p.w, "client", func(n *Node) {
		n.Go("main", func(t *Task) {
			t.Sleep(time.Millisecond)
			client(t, p)
		})
	})
	p.link = p.w.Link(p.client, p.server)
	return p
}

func (p *pair) echo(t *Task, c *Conn) {
	for {
		m, err := c.Recv(t)
		if err != nil {
			p.served = append(p.served, err.Error())
			return
		}
		if err := c.Send(t, m); err != nil {
			p.served = append(p.served, "send: "+err.Error())
			return
		}
	}
}

func (p *pair) dial(t *Task) *Conn {
	c, err := p.client.Dial(t, p.server, "echo", time.Second)
	require.NoError(t, err)
	return c
}

func TestAConnectionKeepsOrder(t *testing.T) {
	for seed := range uint64(20) {
		done := false
		p := newPair(t, Config{Seed: seed, Schedule: Random(), Points: PointsFine}, func(t *Task, p *pair) {
			c := p.dial(t)
			require.Equal(t, p.server, c.Peer())
			for i := range 50 {
				require.NoError(t, c.Send(t, i))
			}
			for i := range 50 {
				m, err := c.Recv(t)
				require.NoError(t, err)
				require.Equal(t, i, m)
			}
			_, ok, err := c.TryRecv(t)
			require.False(t, ok)
			require.NoError(t, err)
			c.Close(t)
			require.ErrorIs(t, c.Send(t, 1), ErrClosed)
			_, err = c.Recv(t)
			require.ErrorIs(t, err, ErrClosed)
			done = true
		})
		require.Nil(t, p.w.RunFor(time.Second))
		require.True(t, done)
		require.Equal(t, []string{"connection closed"}, p.served)
		require.EqualValues(t, 100, p.w.Stats().Messages)
		require.Empty(t, p.link.open)
		require.Empty(t, p.client.conns)
		require.Empty(t, p.server.conns)
	}
}

// Messages of two connections may overtake each other; within one they may not.
func TestConnectionsOvertakeEachOther(t *testing.T) {
	overtaken := 0
	for seed := range uint64(20) {
		p := newPair(t, Config{Seed: seed}, func(t *Task, p *pair) {
			a, b := p.dial(t), p.dial(t)
			require.NoError(t, a.Send(t, 1))
			require.NoError(t, b.Send(t, 2))
			if Select(t, a, b) == 1 {
				overtaken++
			}
		})
		require.Nil(t, p.w.RunFor(time.Second))
	}
	require.Greater(t, overtaken, 4)
	require.Less(t, overtaken, 16)
}

func TestDialErrors(t *testing.T) {
	p := newPair(t, Config{}, func(t *Task, p *pair) {
		_, err := p.client.Dial(t, p.server, "other", time.Second)
		require.ErrorIs(t, err, ErrRefused)
		require.Less(t, t.Now(), Time(30*time.Millisecond))
		p.link.CutOneWay(p.server)
		start := t.Now()
		_, err = p.client.Dial(t, p.server, "echo", time.Second)
		require.ErrorIs(t, err, ErrTimeout)
		require.Equal(t, time.Second, t.Now().Sub(start))
		p.link.Heal()
		p.link.CutOneWay(p.client)
		_, err = p.client.Dial(t, p.server, "echo", time.Second)
		require.ErrorIs(t, err, ErrTimeout)
		p.link.Heal()
		p.link.Cut()
		require.True(t, p.link.Down())
		_, err = p.client.Dial(t, p.server, "echo", time.Second)
		require.ErrorIs(t, err, ErrReset)
		p.link.Heal()
		p.dial(t).Close(t)
		p.server.Kill("x")
		t.Yield()
		_, err = p.client.Dial(t, p.server, "echo", time.Second)
		require.ErrorIs(t, err, ErrRefused)
	})
	require.Nil(t, p.w.RunFor(10*time.Second))
	require.Empty(t, p.client.Tasks())
	require.Empty(t, p.link.open)
}

func TestCutBreaksEveryConnection(t *testing.T) {
	learned := map[string]Time{}
	p := newPair(t, Config{}, func(t *Task, p *pair) {
		c := p.dial(t)
		p.w.At(Time(100*time.Millisecond), "cut", p.link.Cut)
		t.SleepUntil(Time(99 * time.Millisecond))
		require.NoError(t, c.Send(t, "lost, or its answer is"))
		_, err := c.Recv(t)
		require.ErrorIs(t, err, ErrReset)
		require.ErrorIs(t, c.Err(), ErrReset)
		require.ErrorIs(t, c.Send(t, 1), ErrReset)
		learned["client"] = t.Now()
	})
	require.Nil(t, p.w.RunFor(time.Second))
	require.Equal(t, []string{"connection reset"}, p.served)
	require.Greater(t, learned["client"], Time(100*time.Millisecond))
	require.LessOrEqual(t, learned["client"], Time(110*time.Millisecond))
	require.Empty(t, p.link.open)
}

func TestOneWayCutHoldsAndLosesNothing(t *testing.T) {
	done := false
	p := newPair(t, Config{}, func(t *Task, p *pair) {
		c := p.dial(t)
		p.link.CutOneWay(p.server)
		require.True(t, p.link.Down())
		for i := range 3 {
			require.NoError(t, c.Send(t, i))
		}
		_, err := c.RecvBy(t, t.Now().Add(time.Minute))
		require.ErrorIs(t, err, ErrTimeout)
		require.NoError(t, c.Err())
		p.link.Heal()
		require.False(t, p.link.Down())
		for i := range 3 {
			m, err := c.Recv(t)
			require.NoError(t, err)
			require.Equal(t, i, m)
		}
		done = true
	})
	require.Nil(t, p.w.RunFor(2*time.Minute))
	require.True(t, done)
}

func TestADeadPeerResetsItsConnections(t *testing.T) {
	done := false
	p := newPair(t, Config{}, func(t *Task, p *pair) {
		c := p.dial(t)
		require.NoError(t, c.Send(t, "x"))
		t.Sleep(11 * time.Millisecond) // the server has it, and its answer is under way or here
		p.server.Kill("fault")
		m, err := c.Recv(t)
		require.NoError(t, err, "what was sent before may still arrive")
		require.Equal(t, "x", m)
		_, err = c.Recv(t)
		require.ErrorIs(t, err, ErrReset)
		done = true
	})
	require.Nil(t, p.w.RunFor(time.Second))
	require.True(t, done)
	require.Empty(t, p.link.open)
}

// The client dies while its request is under way, and at other times: the server always learns of it.
func TestADeadClientIsNoticed(t *testing.T) {
	accepted := 0
	for at := range 30 {
		p := newPair(t, Config{Seed: uint64(at)}, func(t *Task, p *pair) {
			c := p.dial(t)
			_, err := c.Recv(t)
			require.Fail(t, "received", "%v", err)
		})
		p.w.At(Time(at)*Time(time.Millisecond)+1, "kill", func() { p.client.Kill("fault") })
		require.Nil(t, p.w.RunFor(time.Second))
		for _, end := range p.served {
			require.Equal(t, "connection reset", end)
			accepted++
		}
		require.Empty(t, p.server.conns)
		require.Empty(t, p.link.open)
		require.Len(t, p.server.Tasks(), 1)
	}
	require.Greater(t, accepted, 15)
}

func TestAListenerBelongsToItsIncarnation(t *testing.T) {
	p := newPair(t, Config{}, func(t *Task, p *pair) {
		_, err := p.client.Listen(t, "mine")
		require.NoError(t, err)
		_, err = p.client.Listen(t, "mine")
		require.ErrorContains(t, err, "listen on client/mine")
	})
	require.Nil(t, p.w.RunFor(time.Second))
	p.client.Kill("x")
	p.client.Start()
	require.Nil(t, p.w.RunFor(time.Second))
}

func TestClosingAListener(t *testing.T) {
	w := newWorld(t, Config{})
	var l *Listener
	server := startNode(w, "server", func(n *Node) {
		n.Go("a", func(t *Task) {
			var err error
			l, err = n.Listen(t, "p")
			require.NoError(t, err)
			t.Sleep(time.Second) // the dial waits in the backlog meanwhile
			l.Close()
			_, err = l.Accept(t)
			require.ErrorIs(t, err, ErrClosed)
			l, err = n.Listen(t, "p")
			require.NoError(t, err)
			require.Equal(t, 0, Select(t, l, Deadline(Time(time.Hour))))
			c, err := l.Accept(t)
			require.NoError(t, err)
			require.Equal(t, "server->client/p", c.Name())
		})
	})
	startNode(w, "client", func(n *Node) {
		n.Go("a", func(t *Task) {
			c, err := n.Dial(t, server, "p", 0)
			require.NoError(t, err)
			_, err = c.Recv(t)
			require.ErrorIs(t, err, ErrReset)
			_, err = n.Dial(t, server, "p", 0)
			require.NoError(t, err)
		})
	})
	require.Equal(t, StopDone, w.Run().Kind)
}

func TestALinkWithItself(t *testing.T) {
	w := newWorld(t, Config{Schedule: Random()})
	done := false
	n := startNode(w, "n", func(n *Node) {
		n.Go("server", func(t *Task) {
			l, err := n.Listen(t, "p")
			require.NoError(t, err)
			c, err := l.Accept(t)
			require.NoError(t, err)
			m, err := c.Recv(t)
			require.NoError(t, err)
			require.NoError(t, c.Send(t, m))
		})
		n.Go("client", func(t *Task) {
			c, err := n.Dial(t, n, "p", 0)
			require.NoError(t, err)
			require.NoError(t, c.Send(t, "x"))
			m, err := c.Recv(t)
			require.NoError(t, err)
			done = m == "x"
		})
	})
	require.Equal(t, StopDone, w.Run().Kind)
	require.True(t, done)
	require.Same(t, w.Link(n, n), w.Links()[0])
}

func TestLinksAreConfigured(t *testing.T) {
	p := newPair(t, Config{}, func(t *Task, p *pair) {
		p.link.Configure(LinkConfig{MinLatency: time.Second, MaxLatency: time.Second})
		start := t.Now()
		_, err := p.client.Dial(t, p.server, "echo", 0)
		require.NoError(t, err)
		require.Equal(t, 2*time.Second, t.Now().Sub(start))
	})
	require.Nil(t, p.w.RunFor(time.Minute))
	require.Same(t, p.link, p.w.Link(p.server, p.client))
	require.Panics(t, func() { p.link.Configure(LinkConfig{MinLatency: 2, MaxLatency: 1}) })
	require.Panics(t, func() { p.link.CutOneWay(p.w.AddNode("other", NodeOptions{})) })
}

func TestCutPortBreaksOnlyThatPort(t *testing.T) {
	done := false
	p := newPair(t, Config{}, func(t *Task, p *pair) {
		l, err := p.client.Listen(t, "back")
		require.NoError(t, err)
		p.server.Go("dialler", func(t *Task) {
			_, err := p.server.Dial(t, p.client, "back", time.Second)
			require.NoError(t, err)
		})
		back, err := l.Accept(t)
		require.NoError(t, err)
		c := p.dial(t)
		require.True(t, p.link.CutPort("echo"))
		require.False(t, p.link.CutPort("echo"))
		require.False(t, p.link.Down())
		_, err = c.Recv(t)
		require.ErrorIs(t, err, ErrReset)
		_, err = p.client.Dial(t, p.server, "echo", time.Second)
		require.ErrorIs(t, err, ErrReset)
		_, err = back.RecvBy(t, t.Now().Add(time.Second))
		require.ErrorIs(t, err, ErrTimeout, "the other connection lives")
		p.link.HealPort("echo")
		p.dial(t).Close(t)
		done = true
	})
	require.Nil(t, p.w.RunFor(time.Minute))
	require.True(t, done)
}
