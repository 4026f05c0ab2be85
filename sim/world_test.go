package sim

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// newWorld returns a world that is closed at the end of the test.
func newWorld(t testing.TB, cfg Config) *World {
	w := New(cfg)
	t.Cleanup(w.Close)
	return w
}

// startNode adds a node that runs the factory, and starts it.
func startNode(w *World, name string, start func(*Node)) *Node {
	n := w.AddNode(name, NodeOptions{Start: start})
	n.Start()
	return n
}

func TestTwoTasksTakeTurns(t *testing.T) {
	w := newWorld(t, Config{})
	var seen []string
	startNode(w, "n", func(n *Node) {
		for _, name := range []string{"a", "b"} {
			n.Go(name, func(task *Task) {
				for range 3 {
					task.Point()
					seen = append(seen, name)
				}
			})
		}
	})
	require.Equal(t, StopDone, w.Run().Kind)
	require.Equal(t, []string{"a", "b", "a", "b", "a", "b"}, seen)
	require.EqualValues(t, 6, w.Steps())
}

func TestMessagesCrossALink(t *testing.T) {
	w := newWorld(t, Config{Grain: Grain100us})
	server := w.AddNode("server", NodeOptions{Start: func(n *Node) {
		n.Go("serve", func(task *Task) {
			l, err := n.Listen(task, "echo")
			require.NoError(task, err)
			for {
				c, err := l.Accept(task)
				require.NoError(task, err)
				for {
					m, err := c.Recv(task)
					if err != nil {
						break
					}
					require.NoError(task, c.Send(task, m))
				}
			}
		})
	}})
	server.Start()
	var got []any
	startNode(w, "client", func(n *Node) {
		n.Go("main", func(task *Task) {
			c, err := n.Dial(task, server, "echo", time.Second)
			require.NoError(task, err)
			for i := range 5 {
				require.NoError(task, c.Send(task, i))
			}
			for range 5 {
				m, err := c.Recv(task)
				require.NoError(task, err)
				got = append(got, m)
			}
			c.Close(task)
		})
	})
	require.Nil(t, w.RunFor(time.Second))
	require.Equal(t, []any{0, 1, 2, 3, 4}, got)
}
