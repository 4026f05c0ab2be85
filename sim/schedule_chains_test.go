package sim

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// relayed is the order of steps in a world in which a baton goes through three tasks while another task makes one step.
func relayed(t *testing.T, schedule Schedule, seed uint64) string {
	t.Helper()
	w := newWorld(t, Config{Seed: seed, Schedule: schedule})
	var order strings.Builder
	startNode(w, "n", func(n *Node) {
		batons := [3]*OneShot[int]{}
		for i := range batons {
			batons[i] = NewOneShot[int](w, fmt.Sprint("baton", i))
		}
		for i := range batons {
			n.Go(fmt.Sprint("relay", i), func(t *Task) {
				if i > 0 {
					batons[i-1].Get(t)
				} else {
					t.Point()
				}
				order.WriteByte('a')
				batons[i].Set(t, i)
			})
		}
		n.Go("other", func(t *Task) {
			t.Point()
			order.WriteByte('b')
		})
	})
	require.Equal(t, StopDone, w.Run().Kind)
	return order.String()
}

// The baton is one chain, so there are two of them, whatever the number of tasks: who comes first is an even chance. With
// tasks as units the last order has a chance of one in four. At depth 2 an order with one switch needs a change at one of
// four steps, and the right chain first.
func TestPCTChainsGolden(t *testing.T) {
	const runs = 4000
	for _, c := range []struct {
		schedule Schedule
		order    string
		chance   float64
	}{
		{PCTChains(1, 4), "aaab", 1. / 2},
		{PCTChains(1, 4), "baaa", 1. / 2},
		{PCTChains(1, 4), "abaa", 0},
		{PCT(1, 4), "aaab", 1. / 4},
		{PCTChains(2, 4), "abaa", 1. / 8},
		{PCTChains(2, 4), "aaba", 1. / 8},
	} {
		n := 0
		for seed := range uint64(runs) {
			if relayed(t, c.schedule, seed) == c.order {
				n++
			}
		}
		require.InDelta(t, c.chance, float64(n)/runs, 0.025, "%s: %s", c.schedule.Name(), c.order)
	}
}

func TestPCTChainsIsText(t *testing.T) {
	text := "pct depth=3 horizon=41210 units=chains"
	s, err := ParseSchedule(text)
	require.NoError(t, err)
	require.Equal(t, PCTChains(3, 41210), s)
	require.Equal(t, text, s.Name())
	_, err = ParseSchedule("pct depth=3 horizon=41210 units=actors")
	require.Error(t, err)
}
