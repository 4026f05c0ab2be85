package frontier

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func antichain(t *rapid.T, label string) Antichain {
	if rapid.IntRange(0, 5).Draw(t, label+" empty") == 0 {
		return Empty()
	}
	return At(Time(rapid.Uint64Range(0, 6).Draw(t, label)))
}

func TestZeroValueIsMinimum(t *testing.T) {
	var zero Antichain
	require.Equal(t, At(Min), zero)
	require.False(t, zero.IsEmpty())
	require.True(t, zero.LessEqual(0))
}

func TestText(t *testing.T) {
	require.Equal(t, "{5}", At(5).String())
	require.Equal(t, "{}", Empty().String())
}

func TestLessEqual(t *testing.T) {
	for _, c := range []struct {
		a        Antichain
		t        Time
		le, less bool
	}{
		{At(5), 4, false, false},
		{At(5), 5, true, false},
		{At(5), 6, true, true},
		{Empty(), 6, false, false},
	} {
		require.Equal(t, c.le, c.a.LessEqual(c.t), "%s <= %d", c.a, c.t)
		require.Equal(t, c.less, c.a.LessThan(c.t), "%s < %d", c.a, c.t)
	}
}

func TestAntichainsFormATotalOrderWithLattice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := antichain(t, "a"), antichain(t, "b"), antichain(t, "c")
		require.True(t, a.Le(b) || b.Le(a), "total")
		require.True(t, a.Le(Empty()) && At(Min).Le(a), "bounds")
		require.Equal(t, a == b, a.Le(b) && b.Le(a), "antisymmetric")
		require.True(t, !(a.Le(b) && b.Le(c)) || a.Le(c), "transitive")
		require.Equal(t, !b.Le(a), a.Lt(b), "strict")
		require.Equal(t, a.Lt(b), a.Compare(b) < 0)
		require.Equal(t, a == b, a.Compare(b) == 0)

		require.Equal(t, a.Join(b), b.Join(a))
		require.Equal(t, a.Meet(b), b.Meet(a))
		require.Equal(t, a.Join(b.Join(c)), a.Join(b).Join(c))
		require.Equal(t, a.Meet(b.Meet(c)), a.Meet(b).Meet(c))
		require.Equal(t, a, a.Join(a.Meet(b)))
		require.Equal(t, a, a.Meet(a.Join(b)))
		require.True(t, a.Le(a.Join(b)) && a.Meet(b).Le(a))
	})
}

// A time is in the future of a meet if it is in the future of one side, and of a join if it is in that of both.
func TestLatticeSpeaksOfTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := antichain(t, "a"), antichain(t, "b")
		at := Time(rapid.Uint64Range(0, 8).Draw(t, "time"))
		require.Equal(t, a.LessEqual(at) || b.LessEqual(at), a.Meet(b).LessEqual(at))
		require.Equal(t, a.LessEqual(at) && b.LessEqual(at), a.Join(b).LessEqual(at))
	})
}
