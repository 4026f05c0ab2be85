package bugs

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/require"

	"onelane.test/sim"
)

func eachBug(t *testing.T, test func(t *testing.T, b *Bug, pool *sim.Pool)) {
	for _, b := range All() {
		t.Run(b.Name, func(t *testing.T) {
			pool := sim.NewPool()
			defer pool.Close()
			test(t, &b, pool)
		})
	}
}

func TestBugsAreDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, b := range All() {
		require.False(t, seen[b.Name], b.Name)
		seen[b.Name] = true
		require.NotEmpty(t, b.Source, b.Name)
		require.Positive(t, b.Depth, b.Name)
		require.True(t, strings.HasSuffix(b.Doc, "."), b.Name)
		require.Contains(t, b.String(), b.Name)
	}
	require.GreaterOrEqual(t, len(seen), 25)
}

// Every bug is found by at least one strategy, and shows as what it is.
func TestBugsAreFound(t *testing.T) {
	eachBug(t, func(t *testing.T, b *Bug, pool *sim.Pool) {
		for seed := range uint64(3) {
			for _, by := range strategies() {
				s := search{bug: b, pool: pool, seed: seed, limit: 1000}
				_, stop := s.first(by)
				if stop == nil {
					continue
				}
				want := sim.StopViolation
				if b.Kind == Deadlock || b.Kind == Wakeup {
					want = sim.StopDeadlock
				}
				if b.Name == "if-instead-of-while" {
					want = sim.StopViolation
				}
				require.Equal(t, want, stop.Kind, stop)
				return
			}
		}
		t.Fatal("no strategy finds it")
	})
}

// No strategy finds anything in the programs without their bug; where the orders are few enough, all are seen.
func TestFixedProgramsHold(t *testing.T) {
	complete := 0
	eachBug(t, func(t *testing.T, b *Bug, pool *sim.Pool) {
		for _, by := range strategies() {
			s := search{bug: b, fixed: true, pool: pool, limit: 60}
			runs, stop := s.first(by)
			require.Nil(t, stop, "%s, run %d", by.name, runs)
		}
		cfg := Config()
		cfg.Pool = pool
		e := sim.Explore(cfg, func(w *sim.World) { b.Build(w, true) }, sim.ExploreOptions{Max: 3000, Samples: 1, Run: Run})
		require.Zero(t, e.Failed)
		if e.Complete && e.Limited == 0 {
			complete++
		}
	})
	require.GreaterOrEqual(t, complete, 25)
}

// PCT of the bug's depth finds it as often as it promises: with n tasks and k steps in one of n*k^(depth-1) runs. One
// depth less does not find it. Bugs for which that would take too many runs are passed over.
func TestDepths(t *testing.T) {
	eachBug(t, func(t *testing.T, b *Bug, pool *sim.Pool) {
		s := search{bug: b, pool: pool}
		longest, tasks := uint64(0), 0
		for seed := range uint64(20) {
			p := sim.NewProbe(sim.Random())
			s.run(p, seed)
			longest, tasks = max(longest, p.Steps()), max(tasks, len(p.Counts()))
		}
		bound := float64(tasks) * math.Pow(float64(longest), float64(b.Depth-1))
		if bound > 20_000 {
			t.Skipf("one of %.0f", bound)
		}
		runs := max(600, int(3*bound))
		found := 0
		for seed := range runs {
			if s.run(sim.PCT(b.Depth, longest), uint64(seed)) != nil {
				found++
			}
			if b.Depth > 1 && seed < 600 {
				require.Nil(t, s.run(sim.PCT(b.Depth-1, longest), uint64(seed)))
			}
		}
		expected := float64(runs) / bound
		require.Greater(t, float64(found), expected-3*math.Sqrt(expected), "%d of %d, bound %.0f", found, runs, bound)
		require.Positive(t, found)
	})
}

// BenchmarkSchedules prints how many runs each strategy needs to the first failure: the median of 50 searches, each
// censored at 1000 runs, the probe run included where there is one. Strategies that visit all orders have no chance in
// them and search once.
func BenchmarkSchedules(b *testing.B) {
	const searches, limit = 50, 1000
	for range b.N {
		pool := sim.NewPool()
		out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
		header := []string{"", "bug", "depth"}
		for _, by := range strategies() {
			header = append(header, by.name)
		}
		fmt.Fprintln(out, strings.Join(header, "\t")+"\t")
		medians := map[string][]int{}
		for _, bug := range All() {
			fmt.Fprintf(out, "\t%s\t%d\t", bug.Name, bug.Depth)
			for _, by := range strategies() {
				m := median(&bug, by, pool, searches, limit)
				medians[by.name] = append(medians[by.name], m)
				fmt.Fprint(out, censored(m, limit), "\t")
			}
			fmt.Fprintln(out)
		}
		fmt.Fprint(out, "\tfound by half of the searches\t\t")
		for _, by := range strategies() {
			fmt.Fprintf(out, "%d\t", len(slices.DeleteFunc(slices.Clone(medians[by.name]), func(m int) bool { return m > limit })))
		}
		fmt.Fprint(out, "\n\tgeometric mean\t\t")
		for _, by := range strategies() {
			sum := 0.0
			for _, m := range medians[by.name] {
				sum += math.Log(float64(m))
			}
			fmt.Fprintf(out, "%.1f\t", math.Exp(sum/float64(len(medians[by.name]))))
		}
		fmt.Fprintln(out)
		require.NoError(b, out.Flush())
		pool.Close()
	}
	b.ReportMetric(float64(len(All())), "bugs")
}

func median(b *Bug, by strategy, pool *sim.Pool, searches, limit int) int {
	if by.pick == nil {
		searches = 1
	}
	runs := make([]int, searches)
	for i := range runs {
		s := search{bug: b, pool: pool, seed: uint64(i), limit: limit}
		runs[i], _ = s.first(by)
	}
	slices.Sort(runs)
	return runs[(len(runs)-1)/2]
}

func censored(runs, limit int) string {
	if runs > limit {
		return fmt.Sprint(">", limit)
	}
	return fmt.Sprint(runs)
}
