package sim

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestGrainRounding(t *testing.T) {
	for _, c := range []struct {
		grain Grain
		in    Time
		want  Time
	}{
		{GrainExact, 123, 123}, {GrainInstant, 123, 123}, {Grain10us, 0, 0}, {Grain10us, 1, 10_000},
		{Grain10us, 10_000, 10_000}, {Grain1ms, 1_000_001, 2_000_000}, {Grain1ms, Never, Never},
	} {
		require.Equal(t, c.want, c.grain.roundUp(c.in), "%s %d", c.grain, c.in)
	}
}

func TestGrainWorkTime(t *testing.T) {
	for _, c := range []struct {
		grain    Grain
		in, want time.Duration
	}{
		{GrainExact, 123, 123}, {GrainInstant, 123, 0}, {Grain10us, 0, 0}, {Grain10us, 1, 10 * time.Microsecond},
		{Grain1ms, 100 * time.Microsecond, time.Millisecond}, {Grain1ms, time.Millisecond, time.Millisecond},
	} {
		require.Equal(t, c.want, c.grain.WorkTime(c.in), "%s %s", c.grain, c.in)
	}
}

// Sleeps, work and deliveries all end on the raster; without one they end where they end; instantly, work and latency
// take no time but a sleep does.
func TestWhatTheGrainRounds(t *testing.T) {
	for _, c := range []struct {
		grain               Grain
		sleep, work, callee Time
	}{
		{Grain100us, 100_000, 200_000, 300_000},
		{GrainExact, 1, 12, 1012},
		{GrainInstant, 1, 1, 1},
	} {
		t.Run(c.grain.String(), func(t *testing.T) {
			w := newWorld(t, Config{Grain: c.grain})
			w.SetDefaultLink(LinkConfig{MinLatency: 500, MaxLatency: 500})
			var slept, worked, called Time
			server := startNode(w, "server", func(n *Node) {
				_, err := n.Listen(nil, "p")
				require.NoError(t, err)
			})
			startNode(w, "n", func(n *Node) {
				n.Go("a", func(t *Task) {
					t.Sleep(1)
					slept = t.Now()
					t.Work(11)
					worked = t.Now()
					_, err := n.Dial(t, server, "p", time.Second)
					require.NoError(t, err)
					called = t.Now()
				})
			})
			require.Equal(t, StopDone, w.Run().Kind)
			require.Equal(t, c.sleep, slept)
			require.Equal(t, c.work, worked)
			rest := called - c.callee
			if c.grain == Grain100us {
				rest -= Time(c.grain) // the request and the answer end on the raster, one after the other
			}
			require.Zero(t, rest)
		})
	}
}

func TestGrainText(t *testing.T) {
	for _, text := range []string{"exact", "instant", "10us", "100us", "1ms", "1.5ms", "2s"} {
		g, err := ParseGrain(text)
		require.NoError(t, err)
		require.Equal(t, text, g.String())
	}
	for _, text := range []string{"", "0", "-1ms", "fine", "100"} {
		_, err := ParseGrain(text)
		require.ErrorContains(t, err, "want exact, instant or a positive duration")
	}
	for _, p := range []Points{PointsCoarse, PointsFine} {
		got, err := ParsePoints(p.String())
		require.NoError(t, err)
		require.Equal(t, p, got)
	}
	_, err := ParsePoints("rough")
	require.Error(t, err)
}

func TestTimeText(t *testing.T) {
	require.Equal(t, "1.5s", Time(1500*time.Millisecond).String())
	require.Equal(t, "never", Never.String())
	require.Equal(t, Never, Time(5).Add(1<<63-1))
	require.Equal(t, time.Second, Time(time.Second).Sub(0))
}

func TestTimersFallDueInOrder(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var h timerHeap
		pending := map[*entry]Time{}
		var order []*entry
		now := Time(0)
		for _, op := range rapid.SliceOfN(rapid.IntRange(0, 99), 0, 200).Draw(r, "ops") {
			switch {
			case op < 60:
				e := &entry{}
				h.set(e, now+Time(op%7))
				pending[e] = e.at
				order = append(order, e)
			case op < 75 && len(order) > 0:
				e := order[op%len(order)]
				h.cancel(e)
				delete(pending, e)
			default:
				now += Time(op % 5)
				var last *entry
				for e := h.popDue(now); e != nil; e = h.popDue(now) {
					require.Contains(r, pending, e)
					require.False(r, e.pending())
					if last != nil {
						require.True(r, last.at < e.at || last.at == e.at && last.seq < e.seq)
					}
					delete(pending, e)
					last = e
				}
				for _, at := range pending {
					require.Greater(r, at, now)
				}
			}
			require.Equal(r, len(pending), h.len())
		}
	})
}

func TestWallClock(t *testing.T) {
	w := newWorld(t, Config{})
	n := w.AddNode("n", NodeOptions{ClockOffset: time.Hour, ClockDrift: time.Millisecond})
	require.Equal(t, Time(time.Hour), n.WallClock())
	require.Nil(t, w.RunFor(2500*time.Millisecond))
	require.Equal(t, Time(time.Hour+2502500*time.Microsecond), n.WallClock())
	n.StepClock(-time.Hour)
	require.Equal(t, Time(2502500*time.Microsecond), n.WallClock())
}
