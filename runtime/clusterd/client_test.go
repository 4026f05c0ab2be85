package clusterd

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// doubling is a layer that sends every command to all shards, makes two responses of each, and refuses "bad".
type doubling struct{ shards int }

func (d doubling) Split(command string) []string {
	return slices.Repeat([]string{command}, d.shards)
}

func (d doubling) Absorb(_ int, response string) ([]string, error) {
	if response == "bad" {
		return nil, errors.New("refused")
	}
	return []string{response, response + "'"}, nil
}

// inProcess runs body in a task of a process with two idle workers, and returns how the process ended, if it did.
func inProcess(t *testing.T, body func(*sim.Task, *client[string, string])) *sim.Exit {
	t.Helper()
	w := sim.New(sim.Config{Seed: 1})
	defer w.Close()
	var end *sim.Exit
	node := w.AddNode("r1.p0", sim.NodeOptions{
		OnExit: func(_ *sim.Node, e sim.Exit) { end = &e },
		Start: func(n *sim.Node) {
			c := &client[string, string]{
				layer: doubling{shards: 2},
				hello: func(command string) (protocol.Nonce, bool) { return 7, command == "hello" },

				responses: sim.NewQueue[partial[string]](w, "responses"),
			}
			for range 2 {
				c.receivers = append(c.receivers, receiver[string, string]{
					connections: sim.NewQueue[connection[string, string]](w, "connections"),
					worker:      n.Go("worker", func(t *sim.Task) { t.Park(unbounded) }),
					announced:   func() {},
				})
			}
			n.Go("server", func(t *sim.Task) { body(t, c) })
		},
	})
	node.Start()
	stop := w.Settle()
	require.True(t, stop == nil || stop.Kind == sim.StopDone, "%v", stop)
	return end
}

func TestClientHandsConnectionsToWorkers(t *testing.T) {
	t.Parallel()
	inProcess(t, func(task *sim.Task, c *client[string, string]) {
		require.NoError(task, c.Send(task, "hello"))
		require.NoError(task, c.Send(task, "go"))
		for local, r := range c.receivers {
			conn, ok := r.connections.TryPop(task)
			require.True(task, ok)
			require.Equal(task, protocol.Nonce(7), conn.nonce)
			command, _ := conn.commands.TryPop(task)
			require.Equal(task, "go", command, "the Hello is consumed")
			require.True(task, conn.respond(task, "ready"))
			require.Equal(task, local, conn.local)
		}
		for _, want := range []string{"ready", "ready'", "ready", "ready'"} {
			require.Equal(task, 0, sim.Select(task, c.Case()))
			response, ok, err := c.TryRecv(task)
			require.NoError(task, err)
			require.True(task, ok)
			require.Equal(task, want, response)
		}
	})
}

func TestClientThatCloses(t *testing.T) {
	t.Parallel()
	inProcess(t, func(task *sim.Task, c *client[string, string]) {
		require.NoError(task, c.Send(task, "hello"))
		require.NoError(task, c.Send(task, "last"))
		c.Close(task)
		conn, _ := c.receivers[0].connections.TryPop(task)
		require.True(task, conn.commands.Closed())
		command, ok := conn.commands.TryPop(task)
		require.True(task, ok, "what was sent can still be received")
		require.Equal(task, "last", command)
		require.False(task, conn.respond(task, "too late"))
	})
}

func TestClientEndsTheProcess(t *testing.T) {
	t.Parallel()
	for want, body := range map[string]func(*sim.Task, *client[string, string]){
		"is go, not Hello": func(task *sim.Task, c *client[string, string]) {
			require.NoError(task, c.Send(task, "go"))
		},
		"response bad of local worker 1: refused": func(task *sim.Task, c *client[string, string]) {
			c.responses.Push(task, partial[string]{local: 1, response: "bad"})
			_, _, err := c.TryRecv(task)
			require.NoError(task, err)
		},
	} {
		end := inProcess(t, body)
		require.NotNil(t, end)
		require.Equal(t, sim.ExitPanic, end.Kind)
		require.Contains(t, end.Reason, want)
	}
}
