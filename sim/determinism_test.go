package sim

import (
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/sim/trace"
)

func storyConfigs() []Config {
	var all []Config
	for seed := range uint64(4) {
		for _, points := range []Points{PointsCoarse, PointsFine} {
			for _, grain := range []Grain{Grain10us, Grain1ms, GrainInstant} {
				all = append(all, Config{Seed: seed, Points: points, Grain: grain})
			}
		}
	}
	return all
}

// hashes runs every configuration under a schedule of its own and returns what the runs were.
func hashes(t testing.TB, pool *Pool) []uint64 {
	var all []uint64
	for i, cfg := range storyConfigs() {
		cfg.Pool = pool
		cfg.Schedule = []Schedule{FIFO(), Random(), PCT(3, 2000)}[i%3]
		all = append(all, runStory(t, story{Config: cfg}).Hash())
	}
	return all
}

func TestSameSeedSameHash(t *testing.T) {
	want := hashes(t, nil)
	seen := map[uint64]bool{}
	for _, h := range want {
		require.False(t, seen[h], "two configurations with one hash")
		seen[h] = true
	}
	t.Run("again", func(t *testing.T) { require.Equal(t, want, hashes(t, nil)) })
	t.Run("reused pool", func(t *testing.T) {
		pool := NewPool()
		defer pool.Close()
		require.Equal(t, want, hashes(t, pool))
		require.Equal(t, want, hashes(t, pool))
		require.Positive(t, pool.Len())
	})
	t.Run("beside other worlds", func(t *testing.T) {
		var group sync.WaitGroup
		got := make([][]uint64, 4)
		for i := range got {
			group.Go(func() { got[i] = hashes(t, nil) })
		}
		group.Wait()
		for i := range got {
			require.Equal(t, want, got[i])
		}
	})
	for _, procs := range []int{1, 2} {
		before := runtime.GOMAXPROCS(procs)
		got := hashes(t, nil)
		runtime.GOMAXPROCS(before)
		require.Equal(t, want, got)
	}
}

// The hash is written down, so that a change of the kernel that makes every seed mean another run is seen as one.
func TestStoryGoldenHash(t *testing.T) {
	w := runStory(t, story{Config: Config{Seed: 0x9f3c21, Schedule: Random(), Points: PointsFine}})
	require.Equal(t, uint64(0x5500196cbf75944), w.Hash())
}

func TestObserversDoNotChangeTheRun(t *testing.T) {
	plain := runStory(t, story{Config: Config{Seed: 7, Schedule: Random()}})
	var rec trace.Recorder
	watched := runStory(t, story{Config: Config{Seed: 7, Schedule: Random()}, observer: &rec})
	require.Equal(t, plain.Hash(), watched.Hash())
	require.EqualValues(t, plain.Stats().Events, rec.Len())
}
