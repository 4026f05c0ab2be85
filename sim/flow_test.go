package sim

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// parcelled is a message with a size.
type parcelled struct{ Bytes int }

func (p parcelled) Size() int { return p.Bytes }

// newSink is a pair whose server receives one message whenever it is told to.
func newSink(t *testing.T, cfg Config, link LinkConfig, client func(t *Task, c *Conn, server func() *Conn)) *World {
	w := newWorld(t, cfg)
	w.SetDefaultLink(link)
	var accepted *Conn
	server := startNode(w, "server", func(n *Node) {
		n.Go("accept", func(t *Task) {
			l, err := n.Listen(t, "sink")
			require.NoError(t, err)
			accepted, err = l.Accept(t)
			require.NoError(t, err)
		})
	})
	done := false
	startNode(w, "client", func(n *Node) {
		n.Go("main", func(t *Task) {
			t.Sleep(time.Millisecond)
			c, err := n.Dial(t, server, "sink", 0)
			require.NoError(t, err)
			t.Sleep(time.Millisecond)
			client(t, c, func() *Conn { return accepted })
			done = true
		})
	})
	require.Nil(t, w.RunFor(time.Hour))
	require.True(t, done)
	return w
}

const tick = 10 * time.Millisecond

func bounded(c Capacity) LinkConfig {
	return LinkConfig{MinLatency: tick, MaxLatency: tick, Capacity: c}
}

func take(t *Task, c *Conn, n int) {
	for range n {
		_, ok, err := c.TryRecv(nil)
		require.True(t, ok)
		require.NoError(t, err)
	}
}

func TestCapacityOfMessages(t *testing.T) {
	newSink(t, Config{}, bounded(Capacity{Messages: 3}), func(t *Task, c *Conn, server func() *Conn) {
		for i := range 5 {
			require.NoError(t, c.Send(t, i))
		}
		require.Equal(t, 2, c.Unsent())
		t.Sleep(5 * tick)
		require.Equal(t, 3, server().Len(), "arrived is not received")
		require.Equal(t, 2, c.Unsent())
		take(t, server(), 1)
		require.Equal(t, 2, c.Unsent(), "the sender does not know yet")
		t.Sleep(tick + 1)
		require.Equal(t, 1, c.Unsent())
		t.Sleep(tick)
		require.Equal(t, 3, server().Len())
		take(t, server(), 3)
		t.Sleep(5 * tick)
		require.Zero(t, c.Unsent())
		require.Equal(t, 1, server().Len())
	})
}

func TestCapacityOfBytes(t *testing.T) {
	newSink(t, Config{}, bounded(Capacity{Bytes: 100}), func(t *Task, c *Conn, server func() *Conn) {
		for _, size := range []int{60, 40, 500, 1} {
			require.NoError(t, c.Send(t, parcelled{size}))
		}
		require.NoError(t, c.Send(t, "without a size"))
		require.Equal(t, 3, c.Unsent())
		t.Sleep(2 * tick)
		take(t, server(), 1)
		t.Sleep(2 * tick)
		require.Equal(t, 3, c.Unsent(), "the large one waits until it is alone")
		take(t, server(), 1)
		t.Sleep(3 * tick)
		require.Equal(t, 2, c.Unsent())
		take(t, server(), 1)
		t.Sleep(3 * tick)
		require.Zero(t, c.Unsent())
		take(t, server(), 2)
	})
}

func TestSendByWaitsForRoom(t *testing.T) {
	newSink(t, Config{Points: PointsFine}, bounded(Capacity{Messages: 1}), func(t *Task, c *Conn, server func() *Conn) {
		require.NoError(t, c.SendBy(t, 1, Never))
		start := t.Now()
		require.ErrorIs(t, c.SendBy(t, 2, start.Add(time.Second)), ErrTimeout)
		require.Equal(t, time.Second, t.Now().Sub(start))
		require.Zero(t, c.Unsent(), "nothing was sent")
		for i := range 3 {
			t.World().At(t.Now().Add(time.Second), "receive", func() { take(t, server(), 1) })
			start = t.Now()
			require.NoError(t, c.SendBy(t, i, Never))
			require.Equal(t, time.Second+tick, t.Now().Sub(start))
		}
		t.Node().Go("closer", func(t *Task) {
			t.Sleep(time.Second)
			server().Close(nil)
		})
		require.ErrorIs(t, c.SendBy(t, 9, Never), ErrClosed)
	})
}

// The end of the connection waits behind the messages that wait.
func TestCloseComesAfterWhatIsUnsent(t *testing.T) {
	newSink(t, Config{}, bounded(Capacity{Messages: 1}), func(t *Task, c *Conn, server func() *Conn) {
		for i := range 4 {
			require.NoError(t, c.Send(t, i))
		}
		c.Close(t)
		for i := range 4 {
			m, err := poll(t, server())
			require.NoError(t, err)
			require.Equal(t, i, m)
		}
		_, err := poll(t, server())
		require.ErrorIs(t, err, ErrClosed)
		require.Empty(t, c.link.open)
	})
}

// poll receives from the other end, as no task of this node could.
func poll(t *Task, c *Conn) (any, error) {
	for !c.ready(c.w) {
		t.Sleep(time.Millisecond)
	}
	m, _, err := c.TryRecv(nil)
	return m, err
}

func TestClogAndItsEnd(t *testing.T) {
	newSink(t, Config{}, bounded(Capacity{}), func(t *Task, c *Conn, server func() *Conn) {
		client, link := t.Node(), c.link
		require.NoError(t, c.Send(t, 0)) // from before the clog: it does not count
		link.Clog(client, Capacity{Messages: 2})
		link.Clog(client, Capacity{Messages: 2})
		for i := range 5 {
			require.NoError(t, c.Send(t, i))
		}
		require.Equal(t, 3, c.Unsent())
		link.Clog(client, Capacity{Messages: 4})
		require.Equal(t, 1, c.Unsent())
		link.Clog(client, Capacity{})
		require.Zero(t, c.Unsent())
		link.Clog(client, Capacity{Messages: 1})
		require.NoError(t, c.Send(t, 6))
		require.Equal(t, 1, c.Unsent())
		link.Heal()
		require.Zero(t, c.Unsent())
		t.Sleep(2 * tick)
		require.Equal(t, 7, server().Len())
	})
	require.Panics(t, func() { LinkConfig{Capacity: Capacity{Bytes: -1}}.check() })
}

// While the way back is held nobody learns that there is room.
func TestAHeldWayBackStallsTheSender(t *testing.T) {
	newSink(t, Config{}, bounded(Capacity{Messages: 1}), func(t *Task, c *Conn, server func() *Conn) {
		c.link.Hold(server().Node())
		require.NoError(t, c.Send(t, 1))
		require.NoError(t, c.Send(t, 2))
		t.Sleep(2 * tick)
		take(t, server(), 1)
		t.Sleep(time.Minute)
		require.Equal(t, 1, c.Unsent())
		c.link.Release(server().Node())
		t.Sleep(3 * tick)
		require.Zero(t, c.Unsent())
	})
}

func TestABrokenConnectionForgetsWhatIsUnsent(t *testing.T) {
	newSink(t, Config{}, bounded(Capacity{Messages: 1}), func(t *Task, c *Conn, _ func() *Conn) {
		require.NoError(t, c.Send(t, 1))
		require.NoError(t, c.Send(t, 2))
		t.Node().Go("waits", func(t *Task) { require.ErrorIs(t, c.SendBy(t, 3, Never), ErrReset) })
		t.Yield()
		c.link.Cut()
		t.Sleep(2 * tick)
		require.Zero(t, c.Unsent())
		require.Len(t, t.Node().Tasks(), 1)
	})
}
