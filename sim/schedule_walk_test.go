package sim

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// threads runs a world with one task for each text, named "a", "b" and so on. Each letter of a text is a step, which
// touches the object of that letter for writing; '*' is a step with an unknown access. It returns who made the steps, in
// their order, and the letters of these steps.
func threads(seed uint64, s Schedule, pool *Pool, texts ...string) (names, letters string) {
	w := New(Config{Seed: seed, Schedule: s, Pool: pool})
	defer w.Close()
	var who, what strings.Builder
	startNode(w, "n", func(n *Node) {
		for i, text := range texts {
			name := string(rune('a' + i))
			n.Go(name, func(t *Task) {
				for _, letter := range text {
					if letter == '*' {
						t.Point()
					} else {
						t.Point(Write(w.Object(string(letter))))
					}
					who.WriteString(name)
					what.WriteRune(letter)
				}
			})
		}
	})
	if stop := w.Run(); stop.Kind != StopDone {
		panic(stop)
	}
	return who.String(), what.String()
}

// requireUniform demands that the counts are those of a uniform distribution over so many cells: Pearson's statistic
// lies within four standard deviations of its mean.
func requireUniform(t *testing.T, cells int, counts map[string]int) {
	t.Helper()
	require.Len(t, counts, cells)
	runs := 0
	for _, n := range counts {
		runs += n
	}
	mean, statistic := float64(runs)/float64(cells), 0.0
	for _, n := range counts {
		statistic += (float64(n) - mean) * (float64(n) - mean) / mean
	}
	freedom := float64(cells - 1)
	require.InDelta(t, freedom, statistic, 4*math.Sqrt(2*freedom))
}

func sample(runs int, order func(seed uint64, pool *Pool) string) map[string]int {
	pool := NewPool()
	defer pool.Close()
	counts := make(map[string]int)
	for seed := range runs {
		counts[order(uint64(seed), pool)]++
	}
	return counts
}

// Program U: 4, 2 and 1 steps, 105 orders.
func TestURWIsUniformOverAllOrders(t *testing.T) {
	s := URW([]Count{{"n.a", 4}, {"n.b", 2}, {"n.c", 1}})
	requireUniform(t, 105, sample(30_000, func(seed uint64, pool *Pool) string {
		names, _ := threads(seed, s, pool, "****", "**", "*")
		return names
	}))
}

// The random walk over the same program is far from uniform: it makes the most frequent order 43 times as likely as the
// rarest one.
func TestRandomIsNotUniformOverAllOrders(t *testing.T) {
	counts := sample(20_000, func(seed uint64, pool *Pool) string {
		names, _ := threads(seed, Random(), pool, "****", "**", "*")
		return names
	})
	require.Len(t, counts, 105)
	require.InDelta(t, 20_000*0.0833, counts["cbbaaaa"], 160) // 1/3 * 1/2 * 1/2
}

// A task's count holds those of the tasks that it spawns, until they are born: b spawns c after its first step, so that
// there are (8 over 3) places for a's steps and (4 over 2) orders of the rest.
func TestURWIsUniformWithSpawns(t *testing.T) {
	s := URW([]Count{{"n.a", 3}, {"n.b", 5}, {"n.c", 2}})
	requireUniform(t, 336, sample(40_000, func(seed uint64, pool *Pool) string {
		w := New(Config{Seed: seed, Schedule: s, Pool: pool})
		defer w.Close()
		order := ""
		steps := func(n int) func(*Task) {
			return func(t *Task) {
				for range n {
					t.Point()
					order += t.Name()
				}
			}
		}
		startNode(w, "n", func(n *Node) {
			n.Go("a", steps(3))
			n.Go("b", func(t *Task) {
				steps(1)(t)
				n.Go("c", steps(2))
				steps(2)(t)
			})
		})
		require.Equal(t, StopDone, w.Run().Kind)
		return order
	}))
}

// The steps on x are those of program U; those between them, of very different number, must not matter.
func TestSURWIsUniformOverTheOrdersOfInterest(t *testing.T) {
	s := SURW([]string{"x"}, []Count{{"n.a", 4}, {"n.b", 2}, {"n.c", 1}})
	requireUniform(t, 105, sample(30_000, func(seed uint64, pool *Pool) string {
		names, letters := threads(seed, s, pool, "xaxaxx", "bbbbbbbxbbbx", "xcccccc")
		projection := ""
		for i, letter := range letters {
			if letter == 'x' {
				projection += names[i : i+1]
			}
		}
		return projection
	}))
}

func TestSURWLeavesEveryOrderPossible(t *testing.T) {
	s := SURW([]string{"x"}, []Count{{"n.a", 1}, {"n.b", 1}})
	require.Len(t, sample(2_000, func(seed uint64, pool *Pool) string {
		names, _ := threads(seed, s, pool, "axa", "bxb")
		return names
	}), 20)
}

// Whoever is meant to make the next step of interest may wait for somebody who is held before one, in a queue or in a
// loop; and the counts may be wrong in any way.
func TestSURWNeverGetsStuck(t *testing.T) {
	for seed := range uint64(200) {
		for _, counts := range [][]Count{nil, {{"n.waiter", 1}}, {{"n.waiter", 1000}, {"n.poller", 3}}, {{"n.giver", 1}}} {
			w := New(Config{Seed: seed, Schedule: SURW([]string{"x"}, counts), SpinSteps: 10_000, Points: PointsFine})
			x, q := w.Object("x"), NewQueue[int](w, "q")
			given := false
			startNode(w, "n", func(n *Node) {
				n.Go("waiter", func(t *Task) {
					q.Recv(t)
					t.Point(Write(x))
				})
				n.Go("poller", func(t *Task) {
					for !given {
						t.Yield()
					}
					t.Point(Write(x))
				})
				n.Go("giver", func(t *Task) {
					t.Point(Write(x))
					q.Push(t, 1)
					given = true
					t.Point(Write(x))
				})
			})
			require.Equal(t, StopDone, w.Run().Kind)
			w.Close()
		}
	}
}

// POS draws B's priority again only after a step that races with it: of A's twenty only the tenth and the eleventh do.
// It has to lose against ten, and then to win against one.
func TestPOSGoldenProbabilityWithTwoRacingSteps(t *testing.T) {
	const runs = 20_000
	a := strings.Repeat("a", 9) + "xx" + strings.Repeat("a", 9)
	want := strings.Repeat("a", 10) + "b" + strings.Repeat("a", 10)
	counts := sample(runs, func(seed uint64, pool *Pool) string {
		names, _ := threads(seed, POS(), pool, a, "x")
		return names
	})
	mean := runs / 22.0
	require.InDelta(t, mean, counts[want], 4*math.Sqrt(mean))
}

// Steps that only read do not race, so their priorities stay: over independent steps POS is a walk by priorities, which
// makes B's place among A's twenty steps uniform in the logarithm. B goes last only if it loses to all twenty.
func TestPOSDoesNotDrawAgainForReads(t *testing.T) {
	const runs = 20_000
	last := 0
	pool := NewPool()
	defer pool.Close()
	for seed := range runs {
		w := New(Config{Seed: uint64(seed), Schedule: POS(), Pool: pool})
		steps := 0
		startNode(w, "n", func(n *Node) {
			n.Go("A", func(t *Task) {
				for range 20 {
					t.Point(Read(w.Object("x")))
					steps++
				}
			})
			n.Go("B", func(t *Task) {
				t.Point(Read(w.Object("x")))
				if steps == 20 {
					last++
				}
			})
		})
		w.Run()
		w.Close()
	}
	require.InDelta(t, runs/21.0, last, 4*math.Sqrt(runs/21.0))
}

// A bug that needs two delays: the positions 6 and 11, drawn in either order.
func TestDelayGoldenProbabilityOfTwo(t *testing.T) {
	const runs = 40_000
	counts := sample(runs, func(seed uint64, pool *Pool) string {
		names, _ := threads(seed, Delay(2, 20), pool, "**********", "**********")
		return names
	})
	mean := runs * 2 / 400.0
	require.InDelta(t, mean, counts["aaaaabbbbbaaaaabbbbb"], 4*math.Sqrt(mean))
	for order := range counts {
		require.LessOrEqual(t, switches(order), 3, order)
	}
}

func switches(order string) int {
	n := 0
	for i := 1; i < len(order); i++ {
		if order[i] != order[i-1] {
			n++
		}
	}
	return n
}

func TestDelayRunsRoundAndRound(t *testing.T) {
	w := New(Config{Schedule: Delay(1, 1<<40)})
	defer w.Close()
	order := ""
	startNode(w, "n", func(n *Node) {
		for _, name := range []string{"a", "b", "c"} {
			n.Go(name, func(t *Task) {
				for range 3 {
					order += name
					t.Yield()
				}
			})
		}
	})
	w.Run()
	require.Equal(t, "abcabcabc", order)
}

// Under pct the poller may starve the worker for as long as it likes, because it never yields; a fair end lets the
// worker come.
func TestFairEndsStarvation(t *testing.T) {
	finished := func(s Schedule) int {
		count := 0
		for seed := range uint64(20) {
			w := New(Config{Seed: seed, Schedule: s, SpinSteps: 10_000})
			done := false
			startNode(w, "n", func(n *Node) {
				n.Go("poller", func(t *Task) {
					for !done {
						t.Point()
					}
				})
				n.Go("worker", func(t *Task) {
					t.Point()
					done = true
				})
			})
			if w.Run().Kind == StopDone {
				count++
			}
			w.Close()
		}
		return count
	}
	require.Less(t, finished(PCT(1, 100)), 20)
	require.Equal(t, 20, finished(Fair(PCT(1, 100), 100)))
}

func TestLearn(t *testing.T) {
	run := func(s Schedule) { threads(3, s, nil, "axx", "xby", "yc") }
	for text, want := range map[string]string{
		"urw":                   "urw n.a=3 n.b=3 n.c=2",
		"urw n.a=7":             "urw n.a=7",
		"pct depth=2 horizon=3": "pct depth=2 horizon=3",
		"urw fair=9":            "urw n.a=3 n.b=3 n.c=2 fair=9",
		"surw object=z":         "surw object=z",
	} {
		s, err := ParseSchedule(text)
		require.NoError(t, err)
		require.Equal(t, want, Learn(s, run).Name())
	}
	seen := map[string]int{}
	for seed := range uint64(200) {
		seen[Learn(SURW(nil, nil), func(s Schedule) { threads(seed, s, nil, "axx", "xby", "yc") }).Name()]++
	}
	require.Len(t, seen, 4)
	require.Greater(t, seen["surw object=x n.a=2 n.b=1"], 30)
	require.Greater(t, seen["surw object=y n.b=1 n.c=1"], 30)
	require.Greater(t, seen["surw object=x object=y n.a=2 n.b=2 n.c=1"], 20)
}

// What a task spawns counts for it, too.
func TestProbeCountsOffspring(t *testing.T) {
	p := NewProbe(FIFO())
	w := New(Config{Schedule: p})
	defer w.Close()
	startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) {
			t.Point()
			n.Go("b", func(t *Task) {
				t.Point()
				n.Go("c", func(t *Task) { t.Point(); t.Point() })
				t.Point()
			})
		})
		n.After(1, "later", func() { n.Go("d", func(t *Task) { t.Point() }) })
	})
	require.Equal(t, StopDone, w.Run().Kind)
	require.EqualValues(t, 7, p.Steps())
	require.Equal(t, "[{timers n 1} {n.a 5} {n.b 4} {n.c 2} {n.d 1}]", fmt.Sprint(p.Counts()))
}
