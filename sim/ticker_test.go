package sim

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTicker(t *testing.T) {
	for grain, want := range map[Grain][]Time{
		GrainExact: {250_000, 500_000, 750_000, 1_300_000, 1_500_000},
		Grain100us: {300_000, 500_000, 800_000, 1_300_000, 1_300_000},
		Grain1ms:   {1_000_000, 2_000_000, 3_000_000, 3_000_000, 4_000_000},
	} {
		t.Run(grain.String(), func(t *testing.T) {
			w := newWorld(t, Config{Grain: grain})
			var got []Time
			startNode(w, "n", func(n *Node) {
				k := n.NewTicker(250*time.Microsecond, "k")
				n.Go("a", func(t *Task) {
					k.Wait(t)
					got = append(got, t.Now())
					k.Wait(t)
					got = append(got, t.Now())
					t.Sleep(800 * time.Microsecond) // several ticks pass, one is kept
					got = append(got, k.Wait(t))
					_, more := k.TryTake(t)
					require.False(t, more)
					got = append(got, t.Now())
					require.Equal(t, 0, Select(t, k, Deadline(t.Now().Add(time.Second))))
					at, ok := k.TryTake(t)
					require.True(t, ok)
					got = append(got, at)
					k.Stop(t)
				})
			})
			require.Equal(t, StopDone, w.Run().Kind)
			require.Equal(t, want, got)
		})
	}
}

func TestTickerEndsWithItsProcess(t *testing.T) {
	w := newWorld(t, Config{})
	ticks := 0
	n := startNode(w, "n", func(n *Node) {
		k := n.NewTicker(time.Second, "k")
		n.Go("a", func(t *Task) {
			for {
				k.Wait(t)
				ticks++
			}
		})
	})
	require.Nil(t, w.RunFor(5*time.Second))
	n.Kill("test")
	require.Equal(t, StopDone, w.Run().Kind)
	require.Equal(t, 5, ticks)
}
