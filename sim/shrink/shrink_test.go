package shrink_test

import (
	"iter"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/sim/shrink"
)

// TestSliceKeepsExactlyWhatIsNeeded demands the exact answer where there is one: a list fails if it holds all of a set.
func TestSliceKeepsExactlyWhatIsNeeded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(t, "length")
		needed := rapid.SliceOfNDistinct(rapid.IntRange(0, max(0, n-1)), 0, min(n, 8), rapid.ID).Draw(t, "needed")
		slices.Sort(needed)
		fails := func(some []int) bool {
			for _, e := range needed {
				if !slices.Contains(some, e) {
					return false
				}
			}
			return true
		}
		jobs := rapid.IntRange(0, 3).Draw(t, "jobs")
		require.Equal(t, needed, append([]int{}, shrink.Slice(upTo(n), fails, shrink.Budget{Jobs: jobs})...))
	})
}

// TestSliceOfAnything demands of any predicate that the result fails, is a part in order, and can spare no element and,
// being short, no pair; and that it does not depend on how many are tested side by side.
func TestSliceOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "length")
		salt := rapid.Uint64().Draw(t, "salt")
		whole := upTo(n)
		fails := func(some []int) bool {
			sum := salt
			for _, e := range some {
				sum = (sum ^ uint64(e+1)) * 0x9e3779b185ebca87
			}
			return len(some) == n || len(some) > 0 && sum>>62 == 0
		}
		least := shrink.Slice(whole, fails, shrink.Budget{})
		require.True(t, fails(least))
		require.True(t, slices.IsSorted(least))
		for i := range least {
			require.False(t, fails(slices.Delete(slices.Clone(least), i, i+1)))
			for j := range i {
				if len(least) <= 12 {
					rest := slices.Delete(slices.Clone(least), i, i+1)
					require.False(t, fails(slices.Delete(rest, j, j+1)))
				}
			}
		}
		require.Equal(t, least, shrink.Slice(whole, fails, shrink.Budget{Jobs: 4}))
	})
}

// TestSliceTakesFewTries demands that a few elements among many are found without a test for each.
func TestSliceTakesFewTries(t *testing.T) {
	tries := 0
	least := shrink.Slice(upTo(20_000), func(some []int) bool {
		tries++
		return slices.Contains(some, 17) && slices.Contains(some, 9_000) && slices.Contains(some, 19_999)
	}, shrink.Budget{})
	require.Equal(t, []int{17, 9_000, 19_999}, least)
	require.Less(t, tries, 150)
}

func TestInteger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		least := rapid.Int64().Draw(t, "least")
		beyond := func(v int64) bool { return v >= least }
		v := rapid.Int64Range(max(0, least), math.MaxInt64).Draw(t, "value")
		if least < 0 {
			beyond = func(v int64) bool { return v <= least }
			v = rapid.Int64Range(math.MinInt64, least).Draw(t, "negative")
		}
		tries := 0
		got := shrink.Integer(v, func(v int64) bool { tries++; return beyond(v) }, shrink.Budget{})
		require.Equal(t, least, got)
		require.Less(t, tries, 4000)
	})
}

// TestSimpler demands that simpler numbers lie between zero and the number, that round ones come first, and that Weight
// agrees.
func TestSimpler(t *testing.T) {
	require.Equal(t, []int64{0, 1, 10, 100, 500, 530, 269, 403, 470, 504, 521, 529, 533, 535},
		append(slices.Collect(shrink.Simpler(537)), 0)[:14])
	require.Empty(t, slices.Collect(shrink.Simpler(0)))
	require.Equal(t, []int64{0}, slices.Collect(shrink.Simpler(-1)))
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Int64().Draw(t, "v")
		for simple := range shrink.Simpler(v) {
			require.NotEqual(t, v, simple)
			require.True(t, v > 0 && 0 <= simple && simple < v || v < 0 && v < simple && simple <= 0)
		}
	})
	ordered := []int64{0, 1, 5, 10, 80, 500, 12, 537, 1_001}
	require.True(t, slices.IsSortedFunc(ordered, func(a, b int64) int { return shrink.Weight(a) - shrink.Weight(b) }))
	require.Equal(t, shrink.Weight(80), shrink.Weight(-80))
}

// counter is the system of a greedy shrinker's trap: steps of 1 to 9, which fail once they add up to more than 17.
type counter []int

func (c counter) fails() bool {
	sum := 0
	for _, step := range c {
		sum += step
	}
	return sum > 17
}

// TestTrade demands the two steps 9 and 9, where dropping steps and lowering them ends at 1, 2, 7 and 8.
func TestTrade(t *testing.T) {
	s := shrink.New(counter{1, 2, 7, 8}, shrink.Options[counter]{
		Fails: func(c counter) (counter, bool) { return c, c.fails() },
		Less:  func(a, b counter) bool { return len(a) < len(b) },
	})
	steps := shrink.List[counter]{
		Len: func(c counter) int { return len(c) },
		Keep: func(c counter, keep func(int) bool) (counter, bool) {
			some, ok := shrink.SliceOf[int]().Keep(c, keep)
			return some, ok
		},
	}
	require.False(t, s.Thin(steps))
	grow := func(c counter, i int) iter.Seq[counter] {
		return func(yield func(counter) bool) {
			for step := 9; step > c[i]; step-- {
				bigger := slices.Clone(c)
				bigger[i] = step
				if !yield(bigger) {
					return
				}
			}
		}
	}
	require.True(t, s.Trade(steps, grow))
	require.Equal(t, counter{9, 9}, s.Best())
}

// TestBudget demands that tries are bounded, that the best so far is kept, and that progress and news are told.
func TestBudget(t *testing.T) {
	var bests, tries []int
	done := make(chan struct{})
	options := shrink.Options[[]int]{
		Budget: shrink.Budget{Tries: 10, Done: done},
		Fails:  func(some []int) ([]int, bool) { return some, slices.Contains(some, 700) },
		Less:   func(a, b []int) bool { return len(a) < len(b) },
		Tested: func(p shrink.Progress) { tries = append(tries, p.Tries) },
		Better: func(best []int) { bests = append(bests, len(best)) },
	}
	s := shrink.New(upTo(1000), options)
	require.True(t, s.Thin(shrink.SliceOf[int]()))
	require.True(t, s.Over())
	require.Equal(t, upTo(11)[1:], tries)
	require.Equal(t, shrink.Progress{Tries: 10, Found: len(bests)}, s.Progress())
	require.Equal(t, bests[len(bests)-1], len(s.Best()))
	require.Contains(t, s.Best(), 700)
	require.Greater(t, len(s.Best()), 1)

	close(done)
	options.Tries = 0
	require.False(t, shrink.New(upTo(10), options).Thin(shrink.SliceOf[int]()))
}

// TestFormOfACandidate demands that a test may answer with something smaller, and not with something larger.
func TestFormOfACandidate(t *testing.T) {
	var mu sync.Mutex
	asked := 0
	s := shrink.New(100, shrink.Options[int]{
		Budget: shrink.Budget{Jobs: 2},
		Fails: func(v int) (int, bool) {
			mu.Lock()
			defer mu.Unlock()
			asked++
			switch v {
			case 80:
				return 40, true
			case 30:
				return 300, true
			}
			return v, false
		},
		Less: func(a, b int) bool { return a < b },
	})
	place, ok := s.First(slices.Values([]int{200, 90, 80, 70}))
	require.True(t, ok)
	require.Equal(t, 2, place)
	require.Equal(t, 40, s.Best())
	require.Equal(t, 2, asked)
	_, ok = s.First(slices.Values([]int{50, 30, 20}))
	require.False(t, ok)
	require.Equal(t, 40, s.Best())
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
