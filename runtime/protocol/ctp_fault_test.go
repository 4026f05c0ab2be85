package protocol_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

func TestCTPDialFailures(t *testing.T) {
	s := newSite(t, sim.Config{})
	dial := func(name string, to *sim.Node) (err error) {
		s.client(name, func(t *sim.Task) {
			_, err = protocol.DialCTP[string, int](t, to, "port", "v1", quick)
			require.Error(t, err)
		})
		s.run(t, 2*time.Second)
		return err
	}
	require.ErrorIs(t, dial("refused", s.AddNode("dead", sim.NodeOptions{})), sim.ErrRefused)

	mute := s.client("mute", func(t *sim.Task) {
		listener, err := t.Node().Listen(t, "port")
		require.NoError(t, err)
		_, err = listener.Accept(t)
		require.NoError(t, err)
		t.Sleep(time.Hour)
	})
	require.ErrorIs(t, dial("waiting for a greeting", mute), sim.ErrTimeout)

	rude := s.client("rude", func(t *sim.Task) {
		listener, err := t.Node().Listen(t, "port")
		require.NoError(t, err)
		conn, err := listener.Accept(t)
		require.NoError(t, err)
		require.NoError(t, conn.Send(t, 1))
		t.Sleep(time.Hour)
	})
	require.ErrorContains(t, dial("answered before the greeting", rude), "int before the handshake")
}

func TestCTPServerGivesUpOnStrangers(t *testing.T) {
	for name, fn := range map[string]func(*sim.Task, *site){
		"message before the greeting": func(t *sim.Task, s *site) {
			conn, err := t.Node().Dial(t, s.server, "port", time.Second)
			require.NoError(t, err)
			require.NoError(t, conn.Send(t, "no greeting"))
			t.Sleep(time.Hour)
		},
		"no greeting": func(t *sim.Task, s *site) {
			_, err := t.Node().Dial(t, s.server, "port", time.Second)
			require.NoError(t, err)
			t.Sleep(time.Hour)
		},
		"another protocol": func(t *sim.Task, s *site) {
			conn, err := protocol.DialCTP[float64, int](t, s.server, "port", "v1", quick)
			require.NoError(t, err)
			require.NoError(t, conn.Send(t, 0.5))
			_, err = conn.Recv(t)
			require.ErrorIs(t, err, sim.ErrClosed)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, sim.Config{})
			s.client("stranger", func(t *sim.Task) { fn(t, s) })
			s.run(t, 2*time.Second)
			require.Equal(t, 0, s.open())
		})
	}
}

func TestCTPKeepaliveNoticesAOneWayCut(t *testing.T) {
	for name, fromServer := range map[string]bool{"client hears nothing": true, "server hears nothing": false} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, sim.Config{Grain: sim.Grain100us})
			var err error
			var at sim.Time
			client := s.client("client", func(t *sim.Task) {
				_, err = s.mustDial(t).Recv(t)
				at = t.Now()
			})
			s.run(t, 10*time.Second)
			require.NoError(t, err, "an idle connection stays up")
			require.Equal(t, 1, s.open())

			from := client
			if fromServer {
				from = s.server
			}
			cut := s.Now()
			s.Link(client, s.server).CutOneWay(from)
			s.run(t, 800*time.Millisecond)
			require.NoError(t, err, "not before the timeout")
			s.run(t, 500*time.Millisecond)
			require.Error(t, err)
			require.Equal(t, fromServer, errors.Is(err, protocol.ErrSilent), err)
			require.Less(t, at.Sub(cut), quick.Timeout+2*quick.Keepalive)
			require.Equal(t, 0, s.open())
		})
	}
}

func TestCTPBusyTaskStaysConnected(t *testing.T) {
	s := newSite(t, sim.Config{})
	answer := 0
	s.client("client", func(t *sim.Task) {
		conn := s.mustDial(t)
		require.NoError(t, conn.Send(t, "question"))
		t.Sleep(10 * time.Second)
		var err error
		answer, err = conn.Recv(t)
		require.NoError(t, err)
	})
	s.run(t, 11*time.Second)
	require.Equal(t, 1, answer)
}

func TestCTPWhatArrivedBeforeTheEndIsReceived(t *testing.T) {
	s := newSite(t, sim.Config{})
	var got []int
	var err error
	s.client("client", func(t *sim.Task) {
		conn := s.mustDial(t)
		for range 3 {
			require.NoError(t, conn.Send(t, "question"))
		}
		t.Sleep(5 * time.Second)
		for err == nil {
			var answer int
			if answer, err = conn.Recv(t); err == nil {
				got = append(got, answer)
			}
		}
	})
	s.run(t, time.Second)
	s.server.Kill("test")
	s.run(t, 5*time.Second)
	require.Equal(t, []int{1, 2, 3}, got)
	require.ErrorIs(t, err, sim.ErrReset)
}

// attempt is one connection of a client: what it sent and which answers it got.
type attempt struct {
	name string
	sent []string
	got  []int
}

// insist connects again and again, and on each connection sends and receives until it breaks.
func insist(t *sim.Task, s *site, attempts *[]*attempt) {
	for {
		conn, err := s.dial(t)
		if err != nil {
			t.Sleep(20 * time.Millisecond)
			continue
		}
		a := &attempt{name: fmt.Sprintf("%s#%d", t.Node().Name(), len(*attempts))}
		*attempts = append(*attempts, a)
		for next := t.Now(); err == nil; {
			var answer int
			if t.Now() >= next {
				message := fmt.Sprintf("%s/%d", a.name, len(a.sent))
				if err = conn.Send(t, message); err == nil {
					a.sent = append(a.sent, message)
				}
				next = t.Now().Add(t.Stream("gap").Duration(0, 5*time.Millisecond))
				continue
			}
			if answer, err = conn.RecvBy(t, next); err == nil {
				a.got = append(a.got, answer)
			} else if errors.Is(err, sim.ErrTimeout) {
				err = nil
			}
		}
	}
}

// disturb cuts and heals links and kills and restarts the server, until a given time.
func disturb(s *site, clients []*sim.Node, until sim.Time) {
	rng := s.Stream("disturb")
	for at := sim.Time(0); at < until; at = at.Add(rng.Duration(10*time.Millisecond, 300*time.Millisecond)) {
		link := s.Link(clients[rng.IntN(len(clients))], s.server)
		switch rng.IntN(4) {
		case 0:
			s.At(at, "cut", link.Cut)
		case 1:
			s.At(at, "cut one way", func() { link.CutOneWay(s.server) })
		case 2:
			s.At(at, "restart", func() { s.server.Kill("restart") })
			s.At(at.Add(50*time.Millisecond), "restart", func() {
				if !s.server.Alive() {
					for _, h := range s.handlers {
						h.closed = true
					}
					s.server.Start()
				}
			})
		}
		s.At(at.Add(rng.Duration(0, 2*time.Second)), "heal", link.Heal)
	}
}

// storm runs two clients against a server while links are cut and the server is restarted, and returns their attempts.
func storm(t *testing.T, seed uint64) (*site, []*attempt) {
	s := newSite(t, sim.Config{Seed: seed, Schedule: sim.Random(), Grain: sim.Grain100us, Points: sim.PointsFine})
	s.SetDefaultLink(sim.LinkConfig{MinLatency: 100 * time.Microsecond, MaxLatency: 3 * time.Millisecond})
	var attempts []*attempt
	clients := []*sim.Node{
		s.client("a", func(t *sim.Task) { insist(t, s, &attempts) }),
		s.client("b", func(t *sim.Task) {
			t.Sleep(700 * time.Millisecond)
			insist(t, s, &attempts)
		}),
	}
	disturb(s, clients, sim.Time(2*time.Second))
	s.run(t, 3*time.Second)
	return s, attempts
}

func TestCTPNothingIsLostOrDoubledWithinAConnection(t *testing.T) {
	reconnects, answers := 0, 0
	for seed := range uint64(60) {
		s, attempts := storm(t, seed)
		require.LessOrEqual(t, s.open(), 1)
		reconnects += len(attempts) - 2
		for _, a := range attempts {
			received := receivedFrom(s, a)
			require.LessOrEqual(t, len(received), len(a.sent))
			require.True(t, slices.Equal(a.sent[:len(received)], received), "seed %d: %s: %v", seed, a.name, received)
			require.LessOrEqual(t, len(a.got), len(received))
			for i, answer := range a.got {
				require.Equal(t, i+1, answer, "seed %d: %s: answers", seed, a.name)
			}
			answers += len(a.got)
		}
	}
	require.Greater(t, reconnects, 300, "connections broke")
	require.Greater(t, answers, 10000, "and were used")
}

func TestCTPStormRunsTheSameAgain(t *testing.T) {
	first, _ := storm(t, 7)
	again, _ := storm(t, 7)
	other, _ := storm(t, 8)
	require.Equal(t, first.Hash(), again.Hash())
	require.NotEqual(t, first.Hash(), other.Hash())
}

// receivedFrom returns what the one handler of the attempt received.
func receivedFrom(s *site, a *attempt) []string {
	of := func(h *echo) bool { return len(h.received) > 0 && len(a.sent) > 0 && h.received[0] == a.sent[0] }
	i := slices.IndexFunc(s.handlers, of)
	if i < 0 {
		return nil
	}
	return s.handlers[i].received
}
