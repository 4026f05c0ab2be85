package sim

import (
	"math/bits"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The numbers below are the algorithm: if they change, every seed that anybody wrote down means another run.
func TestStreamGolden(t *testing.T) {
	s := Derive(0x9f3c21, "schedule")
	require.Equal(t, []uint64{0xac2dd952c04e64a1, 0x7a76a469524be40, 0x4c123142f5a09097}, []uint64{s.Uint64(), s.Uint64(), s.Uint64()})
	require.Equal(t, uint64(0x6670f66af97c264a), DeriveSeed(1, "storm", "7"))
	s = Derive(1, "golden")
	got := []int{s.IntN(10), s.IntN(1000), s.Between(-5, 5), int(s.Duration(1, time.Second)), int(s.LogUniform(1, 1<<40))}
	require.Equal(t, []int{8, 413, -4, 204944492, 40083794479}, got)
	require.Equal(t, []int{2, 5, 3, 4, 0, 7, 6, 1}, Derive(2, "golden").Perm(8))
}

func TestStreamsOfOneSeedDiffer(t *testing.T) {
	require.NotEqual(t, Derive(1, "a").Uint64(), Derive(1, "b").Uint64())
	require.NotEqual(t, Derive(1, "a").Uint64(), Derive(2, "a").Uint64())
	require.NotEqual(t, DeriveSeed(1, "ab", "c"), DeriveSeed(1, "a", "bc"))
	w := newWorld(t, Config{Seed: 3})
	require.Same(t, w.Stream("x"), w.Stream("x"))
	require.Equal(t, Derive(3, "x").Uint64(), w.Stream("x").Uint64())
}

func TestStreamBounds(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := Derive(rapid.Uint64().Draw(r, "seed"), "bounds")
		lo := rapid.Int64().Draw(r, "lo")
		hi := rapid.Int64Min(lo).Draw(r, "hi")
		got := int64(s.Between(int(lo), int(hi)))
		require.True(r, lo <= got && got <= hi)
		first := rapid.Uint64().Draw(r, "first")
		last := rapid.Uint64Min(first).Draw(r, "last")
		number := s.LogUniform(first, last)
		require.True(r, first <= number && number <= last)
	})
}

func TestStreamIsUniform(t *testing.T) {
	s := Derive(4, "uniform")
	var counts [6]int
	for range 60_000 {
		counts[s.IntN(6)]++
	}
	for _, n := range counts {
		require.InDelta(t, 10_000, n, 400) // four standard deviations
	}
}

func TestLogUniformWeighsDoublingsAlike(t *testing.T) {
	s := Derive(5, "log")
	var counts [11]int
	for range 11_000 {
		counts[bits.Len64(s.LogUniform(0, 1023))]++
	}
	for _, n := range counts {
		require.InDelta(t, 1000, n, 130)
	}
}

func TestChanceIsARatio(t *testing.T) {
	s := Derive(6, "chance")
	hits := 0
	for range 30_000 {
		if s.Chance(1, 3) {
			hits++
		}
	}
	require.InDelta(t, 10_000, hits, 330)
	require.False(t, s.Chance(0, 5))
	require.True(t, s.Chance(5, 5))
	require.Panics(t, func() { s.Chance(1, 0) })
	require.Panics(t, func() { s.IntN(0) })
	require.Panics(t, func() { s.Between(2, 1) })
}
