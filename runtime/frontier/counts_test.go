package frontier

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func changes(t *rapid.T) []Change {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Change {
		return Change{Time(rapid.Uint64Range(0, 9).Draw(t, "time")), rapid.Int64Range(-2, 2).Draw(t, "diff")}
	}), 0, 120).Draw(t, "changes")
}

// totals is the model of both structures.
func totals(changes []Change) map[Time]int64 {
	sums := map[Time]int64{}
	for _, c := range changes {
		if sums[c.Time] += c.Diff; sums[c.Time] == 0 {
			delete(sums, c.Time)
		}
	}
	return sums
}

func TestChangeBatchConsolidates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var batch ChangeBatch
		for range rapid.IntRange(1, 3).Draw(t, "rounds") {
			all := changes(t)
			for _, c := range all {
				batch.Update(c.Time, c.Diff)
			}
			want := totals(all)
			require.Equal(t, len(want) == 0, batch.Empty())
			drained := batch.Drain()
			require.Equal(t, len(want), len(drained))
			for i, c := range drained {
				require.Equal(t, want[c.Time], c.Diff)
				require.True(t, i == 0 || drained[i-1].Time < c.Time, "sorted")
			}
			require.True(t, batch.Empty())
		}
	})
}

func TestChangeBatchStaysSmall(t *testing.T) {
	var batch ChangeBatch
	for i := range 10_000 {
		batch.Update(Time(i%4), 1)
	}
	require.Less(t, cap(batch.changes), 128)
	require.Equal(t, []Change{{0, 2500}, {1, 2500}, {2, 2500}, {3, 2500}}, batch.Drain())
}

func TestMutableAntichainFollowsPositiveCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m MutableAntichain
		all := changes(t)
		for i, c := range all {
			m.Update(c.Time, c.Diff)
			sums := totals(all[:i+1])
			want := Empty()
			for at, n := range sums {
				require.Equal(t, n, m.Count(at))
				if n > 0 {
					want = want.Meet(At(at))
				}
			}
			require.Equal(t, want, m.Frontier())
			require.Equal(t, len(sums) == 0, m.IsZero())
		}
	})
}

func TestMutableAntichainAllowsNegativeCounts(t *testing.T) {
	var m MutableAntichain
	m.Update(3, -1)
	require.True(t, m.Frontier().IsEmpty())
	require.False(t, m.IsZero())
	m.Update(5, 1)
	require.Equal(t, At(5), m.Frontier())
	m.Update(3, 2)
	require.Equal(t, At(3), m.Frontier())
}

func TestMeetOfShards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "shards")
		m, model := NewShards(n), make([]Antichain, n)
		for range rapid.IntRange(0, 20).Draw(t, "sets") {
			shard := rapid.IntRange(0, n-1).Draw(t, "shard")
			before := m.Meet()
			model[shard] = antichain(t, "antichain")
			changed := m.Set(shard, model[shard])
			want := Empty()
			for i, a := range model {
				want = want.Meet(a)
				require.Equal(t, a, m.Shard(i))
			}
			require.Equal(t, want, m.Meet())
			require.Equal(t, before != want, changed)
		}
	})
}

func TestMeetOfNoShardsIsEmpty(t *testing.T) {
	require.True(t, NewShards(0).Meet().IsEmpty())
}

func BenchmarkMutableAntichainAdvance(b *testing.B) {
	var m MutableAntichain
	m.Update(0, 4)
	var at Time
	for b.Loop() {
		m.Update(at+1, 4)
		m.Update(at, -4)
		at++
		if !m.Frontier().LessEqual(at) {
			b.Fatal("frontier passed the only count")
		}
	}
}
