package protocol_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// idleSite returns a world in which clients are connected and say nothing. Each has a server of its own.
func idleSite(t testing.TB, clients int) *sim.World {
	w := sim.New(sim.Config{Grain: sim.Grain100us})
	t.Cleanup(w.Close)
	handler := &echo{site: &site{World: w}, answers: sim.NewQueue[int](w, "answers")}
	for i := range clients {
		name := string(rune('a' + i))
		server := w.AddNode("server "+name, sim.NodeOptions{Start: func(n *sim.Node) {
			n.Go("serve", func(t *sim.Task) {
				protocol.ServeCTP(t, "port", "v1", protocol.CTPConfig{}, func() testHandler { return handler })
			})
		}})
		client := w.AddNode("client "+name, sim.NodeOptions{Start: func(n *sim.Node) {
			n.Go("main", func(t *sim.Task) {
				conn, err := protocol.DialCTP[string, int](t, server, "port", "v1", protocol.CTPConfig{})
				require.NoError(t, err)
				_, err = conn.Recv(t)
				require.NoError(t, err)
			})
		}})
		server.Start()
		client.Start()
	}
	return w
}

func TestCTPIdleConnectionCostsOneKeepalivePerSecondAndDirection(t *testing.T) {
	w := idleSite(t, 1)
	require.Nil(t, w.RunFor(10*time.Second))
	before := w.Stats()
	require.Nil(t, w.RunFor(100*time.Second))
	after := w.Stats()
	require.InDelta(t, 2*100, after.Messages-before.Messages, 2)
	require.InDelta(t, 3*2*100, after.Steps-before.Steps, 6, "a timer, a delivery and a receive for each")
}

func TestCTPBusyDirectionNeedsNoKeepalives(t *testing.T) {
	s := newSite(t, sim.Config{})
	s.client("client", func(t *sim.Task) {
		for conn := s.mustDial(t); ; t.Sleep(quick.Keepalive / 2) {
			require.NoError(t, conn.Send(t, "message"))
			_, err := conn.Recv(t)
			require.NoError(t, err)
		}
	})
	s.run(t, time.Second)
	before, answered := s.Stats().Messages, len(s.handlers[0].received)
	s.run(t, 10*time.Second)
	exchanged := len(s.handlers[0].received) - answered
	require.InDelta(t, 200, exchanged, 2)
	require.InDelta(t, 2*exchanged, s.Stats().Messages-before, 2)
}

// BenchmarkCTPIdle runs four idle connections, as a replica of two processes has, for one virtual second.
func BenchmarkCTPIdle(b *testing.B) {
	w := idleSite(b, 4)
	b.ReportAllocs()
	for b.Loop() {
		if stop := w.RunFor(time.Second); stop != nil {
			b.Fatal(stop)
		}
	}
}
