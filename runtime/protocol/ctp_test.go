package protocol_test

// Goal: a CTP connection delivers in order and at most once, to one client at a time, and notices when the other end
// is gone. Method: worlds of one server and a few clients whose links are cut and healed, over many seeds; what each
// handler and each client saw is compared per connection.

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

var quick = protocol.CTPConfig{Keepalive: 100 * time.Millisecond, Timeout: time.Second}

type (
	clientConn  = protocol.CTPConn[string, int]
	testHandler = protocol.Handler[string, int]
)

// echo is a handler that answers each message with its number.
type echo struct {
	site     *site
	name     string
	received []string
	answers  *sim.Queue[int]
	closed   bool
}

func (h *echo) Send(t *sim.Task, message string) error {
	require.False(t, h.closed, "sent to a closed handler")
	if message == "fail" {
		return errors.New("handler failed")
	}
	h.received = append(h.received, message)
	h.answers.Push(t, len(h.received))
	return nil
}

func (h *echo) TryRecv(t *sim.Task) (int, bool, error) {
	require.False(t, h.closed, "asked a closed handler")
	answer, ok := h.answers.TryPop(t)
	if answer == h.site.failAnswer {
		return 0, false, errors.New("answer failed")
	}
	return answer, ok, nil
}

func (h *echo) Case() sim.Case {
	if len(h.received) == 0 {
		return nil
	}
	return h.answers
}

func (h *echo) Close(t *sim.Task) {
	require.False(t, h.closed, "closed twice")
	h.closed = true
}

// site is a world with a server on node "server".
type site struct {
	*sim.World
	server     *sim.Node
	version    string
	failAnswer int
	// handlers are all that were made, in order.
	handlers []*echo
}

func newSite(t testing.TB, cfg sim.Config) *site {
	s := &site{World: sim.New(cfg), version: "v1", failAnswer: -1}
	t.Cleanup(s.Close)
	s.server = s.AddNode("server", sim.NodeOptions{Start: func(n *sim.Node) {
		n.Go("serve", func(t *sim.Task) {
			protocol.ServeCTP(t, "port", s.version, quick, func() testHandler { return s.newHandler(t) })
		})
	}})
	s.server.Start()
	return s
}

func (s *site) newHandler(t *sim.Task) testHandler {
	for _, earlier := range s.handlers {
		require.True(t, earlier.closed, "two handlers at a time")
	}
	name := fmt.Sprintf("handler%d", len(s.handlers))
	s.handlers = append(s.handlers, &echo{site: s, name: name, answers: sim.NewQueue[int](s.World, name)})
	return s.handlers[len(s.handlers)-1]
}

// client runs fn as the only task of a new node.
func (s *site) client(name string, fn func(*sim.Task)) *sim.Node {
	n := s.AddNode(name, sim.NodeOptions{Start: func(n *sim.Node) { n.Go("main", fn) }})
	n.Start()
	return n
}

func (s *site) dial(t *sim.Task) (*clientConn, error) {
	return protocol.DialCTP[string, int](t, s.server, "port", "v1", quick)
}

func (s *site) mustDial(t *sim.Task) *clientConn {
	conn, err := s.dial(t)
	require.NoError(t, err)
	return conn
}

// run runs the world for a while and fails the test if it stops.
func (s *site) run(t testing.TB, d time.Duration) {
	t.Helper()
	stop := s.RunFor(d)
	require.Nil(t, stop, "%+v", stop)
}

// open counts the handlers that are not closed.
func (s *site) open() int {
	n := 0
	for _, h := range s.handlers {
		if !h.closed {
			n++
		}
	}
	return n
}

func TestCTPAnswersInOrder(t *testing.T) {
	for seed := range uint64(50) {
		s := newSite(t, sim.Config{Seed: seed, Schedule: sim.Random(), Grain: sim.Grain100us, Points: sim.PointsFine})
		var got []int
		s.client("client", func(t *sim.Task) {
			conn := s.mustDial(t)
			for i := range 20 {
				require.NoError(t, conn.Send(t, fmt.Sprint(i)))
				if t.Stream("pause").Chance(1, 2) {
					t.Sleep(time.Millisecond)
				}
			}
			for range 20 {
				answer, err := conn.Recv(t)
				require.NoError(t, err)
				got = append(got, answer)
			}
		})
		s.run(t, time.Second)
		require.Len(t, got, 20)
		for i := range got {
			require.Equal(t, i+1, got[i])
			require.Equal(t, fmt.Sprint(i), s.handlers[0].received[i])
		}
	}
}

func TestCTPVersionMismatch(t *testing.T) {
	s := newSite(t, sim.Config{})
	s.version = "v2"
	var err error
	s.client("old", func(t *sim.Task) { _, err = s.dial(t) })
	s.run(t, time.Second)
	var mismatch *protocol.VersionError
	require.ErrorAs(t, err, &mismatch)
	require.Equal(t, &protocol.VersionError{Own: "v1", Peer: "v2"}, mismatch)
	require.Empty(t, s.handlers, "no handler before the handshake")

	answered := false
	s.client("new", func(t *sim.Task) {
		conn, err := protocol.DialCTP[string, int](t, s.server, "port", "v2", quick)
		require.NoError(t, err)
		require.NoError(t, conn.Send(t, "hello"))
		_, err = conn.Recv(t)
		answered = err == nil
	})
	s.run(t, time.Second)
	require.True(t, answered, "the server goes on")
}

func TestCTPSecondClientReplacesTheFirst(t *testing.T) {
	for seed := range uint64(50) {
		s := newSite(t, sim.Config{Seed: seed, Schedule: sim.Random(), Grain: sim.Grain100us})
		var firstErr error
		s.client("first", func(t *sim.Task) {
			conn := s.mustDial(t)
			for firstErr == nil {
				firstErr = conn.Send(t, "first")
				t.Sleep(time.Millisecond)
			}
		})
		s.run(t, 50*time.Millisecond)
		require.Equal(t, 1, s.open())
		s.client("second", func(t *sim.Task) { require.NoError(t, s.mustDial(t).Send(t, "second")) })
		s.run(t, 50*time.Millisecond)
		require.ErrorIs(t, firstErr, sim.ErrClosed)
		require.Len(t, s.handlers, 2)
		require.True(t, s.handlers[0].closed)
		require.Equal(t, []string{"second"}, s.handlers[1].received)
		require.Equal(t, 1, s.open())
	}
}

func TestCTPEndsWhenTheHandlerFails(t *testing.T) {
	for name, c := range map[string]struct {
		failAnswer int
		message    string
	}{
		"taking a message": {-1, "fail"},
		"giving an answer": {1, "fine"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, sim.Config{})
			s.failAnswer = c.failAnswer
			var err error
			s.client("client", func(t *sim.Task) {
				conn := s.mustDial(t)
				require.NoError(t, conn.Send(t, c.message))
				_, err = conn.Recv(t)
				require.Equal(t, err, conn.Send(t, "more"), "the first error stays")
			})
			s.run(t, time.Second)
			require.ErrorIs(t, err, sim.ErrClosed)
			require.Equal(t, 0, s.open())
		})
	}
}

func TestCTPRecvByLeavesTheConnectionOpen(t *testing.T) {
	s := newSite(t, sim.Config{})
	done := false
	s.client("client", func(t *sim.Task) {
		conn := s.mustDial(t)
		_, ok, err := conn.TryRecv(t)
		require.False(t, ok)
		require.NoError(t, err)
		deadline := t.Now().Add(3 * time.Second)
		_, err = conn.RecvBy(t, deadline)
		require.ErrorIs(t, err, sim.ErrTimeout)
		require.Equal(t, deadline, t.Now(), "keepalives do not end the wait")
		require.NoError(t, conn.Send(t, "still here"))
		answer, err := conn.RecvBy(t, t.Now().Add(time.Second))
		require.NoError(t, err)
		require.Equal(t, 1, answer)
		done = true
	})
	s.run(t, 5*time.Second)
	require.True(t, done)
}

func TestCTPOneTaskServesBothDirections(t *testing.T) {
	s := newSite(t, sim.Config{Grain: sim.Grain100us})
	commands := sim.NewQueue[string](s.World, "commands")
	var got []int
	s.client("client", func(t *sim.Task) {
		conn := s.mustDial(t)
		for {
			switch sim.Select(t, commands, conn.Case()) {
			case 0:
				command, _ := commands.TryPop(t)
				require.NoError(t, conn.Send(t, command))
			case 1:
				answer, ok, err := conn.TryRecv(t)
				require.NoError(t, err)
				if ok {
					got = append(got, answer)
				}
			}
		}
	})
	for i := range 5 {
		s.At(sim.Time(i+1)*sim.Time(time.Second), "command", func() { commands.Push(nil, "command") })
	}
	s.run(t, 6*time.Second)
	require.Equal(t, []int{1, 2, 3, 4, 5}, got)
}
