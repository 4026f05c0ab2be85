package clusterd

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"onelane.test/runtime/fail"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// TestAdapter tells stories about one adapter between clients, which come and go, and a worker, which is written by
// hand: each line of a story happens, and the world settles, before the next. Nonces are the clients' numbers.
//
//	connect N        client N connects
//	command N NAME   client N sends a command about collection NAME
//	leave N          client N goes
//	answer N NAME    the worker, serving connection N, responds about collection NAME
func TestAdapter(t *testing.T) {
	datadriven.Walk(t, "testdata/adapter", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			require.Equal(t, "story", d.Cmd)
			s := newAdapterStory()
			defer s.world.Close()
			for _, arg := range d.CmdArgs {
				require.Equal(t, "arm", arg.Key)
				s.failpoints.Arm(fail.Point(arg.Vals[0]), 1, 1)
			}
			for line := range strings.Lines(d.Input) {
				s.say("> %s", strings.TrimSpace(line))
				s.tell(t, strings.Fields(line))
				require.Nil(t, s.world.Settle())
				s.receive()
			}
			return strings.Join(s.lines, "\n") + "\n"
		})
	})
}

type adapterStory struct {
	world      *sim.World
	failpoints *fail.Set
	adapter    *adapter
	clients    map[string]computeConnection
	order      []string // of the clients
	lines      []string
}

func newAdapterStory() *adapterStory {
	s := &adapterStory{world: sim.New(sim.Config{Seed: 1}), clients: make(map[string]computeConnection)}
	s.failpoints = fail.NewSet(s.world)
	fail.Install(s.world, s.failpoints)
	s.adapter = &adapter{
		worker:    1,
		clients:   sim.NewQueue[computeConnection](s.world, "clients"),
		responses: sim.NewQueue[nonced](s.world, "responses"),
		send: func(_ *sim.Task, cmd protocol.ComputeCommand, nonce protocol.Nonce) {
			s.say("lane gets %s of %d", cmd, nonce)
		},
	}
	s.world.Observe(s)
	node := s.world.AddNode("r1.p1", sim.NodeOptions{Start: func(n *sim.Node) { n.Go("adapter0", s.adapter.run) }})
	node.Start()
	return s
}

func (s *adapterStory) say(format string, args ...any) {
	s.lines = append(s.lines, fmt.Sprintf(format, args...))
}

// Observe implements [trace.Observer].
func (s *adapterStory) Observe(r *trace.Record) {
	if e, ok := r.Event.(Stashed); ok {
		s.say("stashed for %d: %s", e.RespNonce, e.Response)
	}
}

func (s *adapterStory) tell(t *testing.T, words []string) {
	number, err := strconv.ParseUint(words[1], 10, 64)
	require.NoError(t, err)
	nonce := protocol.Nonce(number)
	switch words[0] {
	case "connect":
		conn := computeConnection{
			nonce:     nonce,
			commands:  sim.NewQueue[protocol.ComputeCommand](s.world, "commands"),
			responses: sim.NewQueue[partial[protocol.ComputeResponse]](s.world, "responses"),
		}
		s.clients[words[1]] = conn
		s.order = append(s.order, words[1])
		s.adapter.clients.Push(nil, conn)
	case "command":
		s.clients[words[1]].commands.Push(nil, protocol.Schedule{ID: query.ID{Name: words[2]}})
	case "leave":
		s.clients[words[1]].responses.Close(nil)
		s.clients[words[1]].commands.Close(nil)
	case "answer":
		response := protocol.Frontiers{ID: query.ID{Name: words[2]}}
		s.adapter.responses.Push(nil, nonced{response: response, nonce: nonce})
	default:
		require.Fail(t, "unknown verb", words[0])
	}
}

// receive says what has reached the clients.
func (s *adapterStory) receive() {
	for _, name := range s.order {
		for {
			p, ok := s.clients[name].responses.TryPop(nil)
			if !ok {
				break
			}
			s.say("client %s gets %s", name, p.response)
		}
	}
}
