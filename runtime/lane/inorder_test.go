package lane

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestInOrderReleasesTheContiguousPrefix offers indices in any order: what has been taken is always 0, 1, 2, … up to
// the first index that is missing.
func TestInOrderReleasesTheContiguousPrefix(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 20).Draw(t, "n")
		indices := make([]uint64, n)
		for i := range indices {
			indices[i] = uint64(i)
		}
		offered := make(map[uint64]bool)
		o := newInOrder[uint64](false)
		next := uint64(0)
		for _, index := range rapid.Permutation(indices).Draw(t, "order") {
			o.offer(index, index)
			offered[index] = true
			for item, ok := o.take(); ok; item, ok = o.take() {
				require.Equal(t, next, item)
				next++
			}
			require.False(t, offered[next], "index %d is here and was not handed out", next)
		}
		require.Equal(t, uint64(n), next)
	})
}

func TestInOrderThatTrustsReleasesAsItemsArrive(t *testing.T) {
	t.Parallel()
	o := newInOrder[string](true)
	o.offer(1, "second")
	o.offer(0, "first")
	var taken []string
	for item, ok := o.take(); ok; item, ok = o.take() {
		taken = append(taken, item)
	}
	require.Equal(t, []string{"second", "first"}, taken)
}
