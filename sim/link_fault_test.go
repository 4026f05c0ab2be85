package sim

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/sim/trace"
)

func TestHoldKeepsBackAndReleaseLetsGo(t *testing.T) {
	done := false
	p := newPair(t, Config{Seed: 1}, func(t *Task, p *pair) {
		c := p.dial(t)
		p.link.Hold(p.server)
		p.link.Hold(p.server)
		require.False(t, p.link.Down(), "a hold is no cut")
		for i := range 3 {
			require.NoError(t, c.Send(t, i))
		}
		_, err := c.RecvBy(t, t.Now().Add(time.Minute))
		require.ErrorIs(t, err, ErrTimeout)
		require.Equal(t, 3, p.link.Waiting(p.server))
		require.Zero(t, p.link.Pass(p.client, 1), "that direction is not held")
		require.Equal(t, 2, p.link.Pass(p.server, 2))
		t.Sleep(time.Millisecond)
		require.Equal(t, 2, c.Len())
		require.Equal(t, 1, p.link.Pass(p.server, 7))
		t.Sleep(time.Millisecond)
		require.Equal(t, 3, c.Len())
		require.NoError(t, c.Send(t, 3))
		t.Sleep(time.Second)
		require.Equal(t, 3, c.Len())
		p.link.Release(p.server)
		p.link.Release(p.server)
		for i := range 4 {
			m, err := c.Recv(t)
			require.NoError(t, err)
			require.Equal(t, i, m)
		}
		done = true
	})
	require.Nil(t, p.w.RunFor(2*time.Minute))
	require.True(t, done)
}

// A hold and a cut are two reasons: the end of one is not the end of the other. Heal ends both.
func TestHoldAndCutAddUp(t *testing.T) {
	for _, heal := range []bool{false, true} {
		p := newPair(t, Config{Seed: 1}, func(t *Task, p *pair) {
			c := p.dial(t)
			p.link.Hold(p.client)
			p.link.CutOneWay(p.client)
			require.NoError(t, c.Send(t, 1))
			p.link.Release(p.client)
			_, err := c.RecvBy(t, t.Now().Add(time.Second))
			require.ErrorIs(t, err, ErrTimeout)
			if heal {
				p.link.Hold(p.client)
				p.link.Heal()
			}
			_, err = c.RecvBy(t, t.Now().Add(time.Second))
			require.Equal(t, heal, err == nil)
		})
		require.Nil(t, p.w.RunFor(time.Minute))
		require.Empty(t, p.client.Tasks())
	}
}

func TestSlowTakesLonger(t *testing.T) {
	for _, grain := range []Grain{GrainExact, GrainInstant} {
		done := false
		p := newPair(t, Config{Grain: grain}, func(t *Task, p *pair) {
			c := p.dial(t)
			p.link.Slow(p.client, time.Second)
			start := t.Now()
			require.NoError(t, c.Send(t, 1))
			p.link.Slow(p.client, 0)
			require.NoError(t, c.Send(t, 2))
			for range 2 { // the second one does not overtake
				_, err := c.Recv(t)
				require.NoError(t, err)
			}
			require.InDelta(t, time.Second, t.Now().Sub(start), float64(25*time.Millisecond))
			p.link.Slow(p.client, time.Second)
			p.link.Heal()
			start = t.Now()
			require.NoError(t, c.Send(t, 3))
			_, err := c.Recv(t)
			require.NoError(t, err)
			require.Less(t, t.Now().Sub(start), 25*time.Millisecond)
			done = true
		})
		require.Nil(t, p.w.RunFor(time.Minute))
		require.True(t, done)
	}
}

// The client is blind: it sends and waits in vain, the server learns at once; new connections work.
func TestHalfOpenLeavesOneEndBlind(t *testing.T) {
	done := false
	p := newPair(t, Config{Seed: 2}, func(t *Task, p *pair) {
		c, other := p.dial(t), p.dial(t)
		t.Sleep(20 * time.Millisecond)
		p.link.HalfOpen(p.client)
		for range 5 {
			require.NoError(t, c.Send(t, "lost"))
			_, err := c.RecvBy(t, t.Now().Add(time.Second))
			require.ErrorIs(t, err, ErrTimeout)
		}
		require.Equal(t, []string{"connection reset", "connection reset"}, p.served)
		fresh := p.dial(t)
		require.NoError(t, fresh.Send(t, 1))
		_, err := fresh.Recv(t)
		require.NoError(t, err)
		p.link.Heal()
		_, err = c.RecvBy(t, t.Now().Add(time.Second))
		require.ErrorIs(t, err, ErrTimeout, "without sending it never learns")
		require.NoError(t, c.Send(t, "answered with a reset"))
		_, err = c.Recv(t)
		require.ErrorIs(t, err, ErrReset)
		other.Close(t)
		fresh.Close(t)
		done = true
	})
	require.Nil(t, p.w.RunFor(time.Minute))
	require.True(t, done)
	require.Empty(t, p.link.open)
	require.Empty(t, p.server.conns)
}

func TestHalfOpenAtEveryMoment(t *testing.T) {
	ends := map[string]int{}
	for at := range 40 {
		for _, blind := range []string{"client", "server"} {
			p := newPair(t, Config{Seed: uint64(at), Schedule: Random()}, func(t *Task, p *pair) {
				c, err := p.client.Dial(t, p.server, "echo", time.Second)
				if err != nil {
					ends[blind+" dial: "+err.Error()]++
					return
				}
				for err == nil && t.Now() < Time(time.Second) {
					if err = c.Send(t, 1); err == nil {
						_, err = c.RecvBy(t, t.Now().Add(100*time.Millisecond))
					}
				}
				require.Error(t, err)
				ends[blind+": "+err.Error()]++
				c.Close(t)
			})
			p.w.At(Time(at+1)*ms+1, "half-open", func() { p.link.HalfOpen(p.w.NodeByName(blind)) })
			p.w.At(2*Time(time.Second), "cut", p.link.Cut)
			require.Nil(t, p.w.RunFor(3*time.Second))
			require.Empty(t, p.link.open)
			require.Empty(t, p.client.conns)
			require.Empty(t, p.server.conns, "the cut told the last of it")
		}
	}
	require.Len(t, ends, 4, "%v", ends)
	for _, end := range []string{
		"client dial: connection timed out", "client: connection timed out",
		"server dial: connection reset", "server: connection reset",
	} {
		require.Greater(t, ends[end], 5, "%v", ends)
	}
}

func TestTheStoryUnderLinkFaults(t *testing.T) {
	kinds := map[string]int{}
	for seed := range uint64(20) {
		log := &Log{}
		run := func(cfg Config) *World {
			return runStory(t, story{Config: cfg, faults: linkFaultsAtRandom, observer: trace.ObserverFunc(
				func(r *trace.Record) { kinds[firstWord(r.Text)]++ },
			)})
		}
		w := run(Config{Seed: seed, Schedule: Random(), Points: PointsFine, Record: log})
		again := run(Config{Points: PointsFine, Replay: log, ReplayMode: ReplayStrict})
		require.Equal(t, w.Hash(), again.Hash())
	}
	require.Equal(t, 2*20*90, kinds["story.answer"])
	for _, kind := range []string{"held", "released", "slowed", "clogged", "half-open", "healed"} {
		require.Greater(t, kinds["link."+kind], 50, kind)
	}
}

// linkFaultsAtRandom breaks what it can for a second and heals everything in the end.
func linkFaultsAtRandom(w *World) {
	rng := w.Stream("link faults")
	env := w.NodeByName("env")
	for range 40 {
		link := w.Link(env, w.Nodes()[rng.IntN(2)])
		a, b := link.Ends()
		side := []*Node{a, b}[rng.IntN(2)]
		at := Time(rng.Duration(0, time.Second))
		fault, undo := func() { link.Hold(side) }, func() { link.Release(side) }
		switch rng.IntN(4) {
		case 0:
			fault, undo = func() { link.Slow(side, 3*time.Millisecond) }, func() { link.Slow(side, 0) }
		case 1:
			fault, undo = func() { link.Clog(side, Capacity{Messages: 1}) }, func() { link.Clog(side, Capacity{}) }
		case 2:
			fault, undo = func() { link.HalfOpen(side) }, link.Heal
		}
		w.At(at, "fault", fault)
		w.At(at.Add(rng.Duration(0, 20*time.Millisecond)), "undo", undo)
	}
}
