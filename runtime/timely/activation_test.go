package timely

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/sim"
)

// Whatever another thread queues before it activates is found, in every interleaving.
func TestSyncLosesNoWakeup(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := newCluster(t, drawWorld(rt), 1, 1)
		defer c.world.Close()
		queue := sim.NewQueue[int](c.world, "items")
		var got []int
		var activator *Activator
		c.do(0, func(w *Worker) {
			runs := 0
			activator = counted(w, &runs, func(op *Op) {
				for {
					item, ok := queue.TryPop(op.Task())
					if !ok {
						return
					}
					got = append(got, item)
				}
			})
		})
		require.Nil(rt, c.world.RunFor(time.Millisecond))
		n := rapid.IntRange(1, 10).Draw(rt, "items")
		pause := time.Duration(rapid.IntRange(0, 2).Draw(rt, "pause")) * 50 * time.Microsecond
		c.nodes[0].Go("adapter", func(t *sim.Task) {
			for i := range n {
				queue.Push(t, i)
				activator.Sync(t)
				t.Sleep(pause)
			}
		})
		require.Nil(rt, c.world.RunFor(time.Second))
		require.Len(rt, got, n)
		require.IsIncreasing(rt, got)
	})
}
