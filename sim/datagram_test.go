package sim

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/sim/trace"
)

// volley sends n numbered datagrams, one every gap, over a link like that and returns what arrived within a minute after
// the last, and the world.
func volley(t testing.TB, cfg Config, link LinkConfig, n int, gap time.Duration) ([]int, *World) {
	w := newWorld(t, cfg)
	w.SetDefaultLink(link)
	var got []int
	receiver := startNode(w, "receiver", func(n *Node) {
		n.Go("receive", func(t *Task) {
			s, err := n.Datagram(t, "p")
			require.NoError(t, err)
			for {
				d, err := s.Recv(t)
				require.NoError(t, err)
				require.Equal(t, "sender/q", d.From.Name()+"/"+d.Port)
				got = append(got, d.Msg.(int))
			}
		})
	})
	startNode(w, "sender", func(node *Node) {
		node.Go("send", func(t *Task) {
			s, err := node.Datagram(t, "q")
			require.NoError(t, err)
			t.Sleep(time.Millisecond)
			for i := range n {
				require.NoError(t, s.SendTo(t, receiver, "p", i))
				if gap > 0 {
					t.Sleep(gap)
				}
			}
		})
	})
	require.Nil(t, w.RunFor(time.Duration(n)*gap+time.Minute))
	return got, w
}

func inOrder(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func TestDatagramsArriveInOrderByDefault(t *testing.T) {
	for _, points := range []Points{PointsCoarse, PointsFine} {
		cfg := Config{Seed: 1, Schedule: Random(), Points: points}
		got, w := volley(t, cfg, LinkConfig{MinLatency: time.Millisecond, MaxLatency: time.Second}, 200, time.Millisecond)
		require.Equal(t, inOrder(200), got)
		require.EqualValues(t, 200, w.Stats().Datagrams)
	}
}

func TestDatagramsAreLostInTheirRatio(t *testing.T) {
	got, w := volley(t, Config{Seed: 2}, LinkConfig{Loss: Ratio{1, 4}}, 4000, time.Millisecond)
	require.InDelta(t, 3000, len(got), 110) // four standard deviations
	require.True(t, slices.IsSorted(got))
	require.EqualValues(t, 4000-len(got), w.Stats().Lost)
	got, _ = volley(t, Config{Seed: 2}, LinkConfig{Loss: Ratio{1, 1}}, 10, time.Millisecond)
	require.Empty(t, got)
}

func TestDatagramsAreDoubledInTheirRatio(t *testing.T) {
	got, w := volley(t, Config{Seed: 3}, LinkConfig{Double: Ratio{1, 4}}, 4000, time.Millisecond)
	require.InDelta(t, 5000, len(got), 110)
	require.EqualValues(t, len(got)-4000, w.Stats().Doubled)
	slices.Sort(got)
	require.Equal(t, inOrder(4000), slices.Compact(got))
}

func TestDatagramsOvertakeEachOther(t *testing.T) {
	for _, c := range []struct {
		grain Grain
		gap   time.Duration
	}{{GrainExact, time.Millisecond}, {Grain1ms, time.Millisecond}, {GrainInstant, 0}} {
		cfg := Config{Seed: 4, Grain: c.grain, Schedule: Random()}
		link := LinkConfig{MinLatency: 10 * time.Millisecond, MaxLatency: 30 * time.Millisecond, Reorder: Ratio{1, 10}}
		got, _ := volley(t, cfg, link, 1000, c.gap)
		late := 0
		for i := range len(got) - 1 {
			if got[i+1] < got[i] {
				late++
			}
		}
		require.Greater(t, late, 50, c.grain.String())
		require.Less(t, late, 150, c.grain.String())
		slices.Sort(got)
		require.Equal(t, inOrder(1000), got)
	}
}

// A capacity loses what comes too fast: of ten at once, four fit.
func TestDatagramsBeyondTheCapacityAreLost(t *testing.T) {
	link := LinkConfig{MinLatency: tick, MaxLatency: tick, Capacity: Capacity{Messages: 4}}
	got, _ := volley(t, Config{}, link, 10, 0)
	require.Equal(t, inOrder(4), got)
	got, _ = volley(t, Config{}, link, 10, tick)
	require.Equal(t, inOrder(10), got)
	link.Capacity = Capacity{Bytes: 3}
	got, _ = volley(t, Config{}, link, 10, 0)
	require.Equal(t, inOrder(3), got)
}

func TestWhyDatagramsDoNotArrive(t *testing.T) {
	var rec trace.Recorder
	w := newWorld(t, Config{})
	w.Observe(&rec)
	w.SetDefaultLink(LinkConfig{MinLatency: tick, MaxLatency: tick})
	var s *Socket
	start := func(n *Node) { s, _ = n.Datagram(nil, "p") }
	receiver, sender := startNode(w, "receiver", start), startNode(w, "sender", nil)
	from, err := sender.Datagram(nil, "q")
	require.NoError(t, err)
	link := w.Link(sender, receiver)
	send := func(msg string) { require.NoError(t, from.SendTo(nil, receiver, "p", msg)) }
	lost := func() int { return int(w.Stats().Lost) }

	link.Cut()
	send("on a cut link")
	link.Heal()
	send("cut under way")
	link.CutOneWay(sender)
	require.Nil(t, w.RunFor(tick))
	link.Heal()
	require.Equal(t, 2, lost())

	link.Hold(sender)
	send("held, then cut")
	require.Nil(t, w.RunFor(2*tick))
	require.Equal(t, 1, link.Waiting(sender))
	link.Cut()
	link.Heal()
	require.Equal(t, 3, lost())
	link.Hold(sender)
	send("held")
	require.Nil(t, w.RunFor(2*tick))
	require.Zero(t, s.Len())
	link.Release(sender)
	require.Nil(t, w.RunFor(0))
	require.Equal(t, 1, s.Len())

	receiver.Kill("x")
	send("to a dead process")
	require.Nil(t, w.RunFor(2*tick))
	receiver.Start()
	send("to a new process")
	require.NoError(t, from.SendTo(nil, receiver, "other", "to a port without a socket"))
	require.Nil(t, w.RunFor(2*tick))
	require.Equal(t, 1, s.Len())
	require.Equal(t, 5, lost())
	require.Equal(t, 5, linesWith(&rec, "datagram.lost"))
	require.Equal(t, 2, linesWith(&rec, "port=p why=nobody")+linesWith(&rec, "port=other why=nobody"))
	require.Equal(t, 3, linesWith(&rec, "why=cut"))
}

func TestSockets(t *testing.T) {
	w := newWorld(t, Config{Points: PointsFine})
	done := false
	n := startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) {
			s, err := n.Datagram(t, "p")
			require.NoError(t, err)
			_, err = n.Datagram(t, "p")
			require.ErrorContains(t, err, "sim: open datagrams n/p: port in use")
			_, err = s.RecvBy(t, Time(time.Second))
			require.ErrorIs(t, err, ErrTimeout)
			require.Equal(t, Time(time.Second), t.Now())
			_, ok := s.TryRecv(t)
			require.False(t, ok)
			require.NoError(t, s.SendTo(t, n, "p", "to myself"))
			require.Equal(t, 0, Select(t, s, Deadline(Never)))
			d, ok := s.TryRecv(t)
			require.True(t, ok)
			require.Equal(t, Datagram{n, "p", "to myself"}, d)
			n.Go("closer", func(t *Task) {
				t.Sleep(time.Second)
				s.Close(t)
				s.Close(t)
			})
			_, err = s.Recv(t)
			require.ErrorIs(t, err, ErrClosed)
			require.ErrorIs(t, s.SendTo(t, n, "p", 1), ErrClosed)
			_, err = n.Datagram(t, "p")
			require.NoError(t, err)
			done = true
		})
	})
	require.Equal(t, StopDone, w.Run().Kind)
	require.True(t, done)
	n.Kill("x")
	_, err := n.Datagram(nil, "p")
	require.Error(t, err)
	require.Panics(t, func() { LinkConfig{Loss: Ratio{3, 2}}.check() })
}

func linesWith(rec *trace.Recorder, part string) int {
	n := 0
	for i := range rec.Len() {
		if strings.Contains(rec.Line(i), part) {
			n++
		}
	}
	return n
}
