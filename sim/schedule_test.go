package sim

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// programG is a program with a known probability of failure: A makes 20 steps, B one, and it fails if B's comes
// exactly after A's tenth.
func programG(seed uint64, s Schedule, pool *Pool) bool {
	w := New(Config{Seed: seed, Schedule: s, Pool: pool})
	defer w.Close()
	steps, failed := 0, false
	n := w.AddNode("n", NodeOptions{Start: func(n *Node) {
		n.Go("A", func(t *Task) {
			for range 20 {
				t.Point()
				steps++
			}
		})
		n.Go("B", func(t *Task) {
			t.Point()
			failed = steps == 10
		})
	}})
	n.Start()
	if stop := w.Run(); stop.Kind != StopDone || w.Steps() != 21 {
		panic(fmt.Sprint("program G: ", stop, " after ", w.Steps(), " steps"))
	}
	return failed
}

// A wrong eager start, a step that is counted twice or not at all, or a biased pick each moves these figures. PCT's is
// exactly 1/(n*k) with k = 21, because the horizon counts all steps.
func TestGoldenProbabilities(t *testing.T) {
	for _, c := range []struct {
		schedule Schedule
		runs     int
		want     float64
	}{
		{Random(), 200_000, 1.0 / 2048},
		{PCT(2, 21), 40_000, 1.0 / 42},
		{PCT(1, 21), 2_000, 0},
		{FIFO(), 10, 0},
		{POS(), 100_000, 1.0 / 2048},
		{URW([]Count{{"n.A", 20}, {"n.B", 1}}), 20_000, 1.0 / 21},
		{URW(nil), 50_000, 1.0 / 2048},
		{SURW(nil, nil), 50_000, 1.0 / 2048},
		{Delay(1, 21), 20_000, 1.0 / 21},
		{Fair(PCT(2, 21), 21), 20_000, 1.0 / 42},
		{Fair(PCT(1, 21), 1), 50_000, 1.0 / 2048}, // B is first with 1/2 as in the random walk
	} {
		t.Run(c.schedule.Name(), func(t *testing.T) {
			pool := NewPool()
			defer pool.Close()
			failures := 0
			for seed := range c.runs {
				if programG(uint64(seed), c.schedule, pool) {
					failures++
				}
			}
			mean := c.want * float64(c.runs)
			require.InDelta(t, mean, failures, 4*math.Sqrt(mean))
		})
	}
}

// A bug of depth 1: one of three actors has to come first, which is up to the priorities alone, as often as the bound says.
func TestPCTGoldenProbabilityOfDepthOne(t *testing.T) {
	const runs = 6_000
	counts := sample(runs, func(seed uint64, pool *Pool) string {
		names, _ := threads(seed, PCT(1, 9), pool, "***", "***", "***")
		return names[:1]
	})
	require.Len(t, counts, 3)
	for _, n := range counts {
		require.InDelta(t, runs/3.0, n, 4*math.Sqrt(runs/3.0))
	}
}

// A bug of depth 3: A stops after five of ten steps, B after five of ten, and A goes on. The two change points are drawn
// without replacement, and that of B must be drawn first to get the lower priority: 1/2 * 1/20 * 1/19, a little above
// the bound 1/(2*20*20).
func TestPCTGoldenProbabilityOfDepthThree(t *testing.T) {
	const runs = 40_000
	pool := NewPool()
	defer pool.Close()
	schedule := PCT(3, 20)
	failures := 0
	for seed := range runs {
		w := New(Config{Seed: uint64(seed), Schedule: schedule, Pool: pool})
		order := make([]byte, 0, 20)
		startNode(w, "n", func(n *Node) {
			for _, name := range "AB" {
				n.Go(string(name), func(t *Task) {
					for range 10 {
						t.Point()
						order = append(order, byte(name))
					}
				})
			}
		})
		w.Run()
		w.Close()
		if string(order[:11]) == "AAAAABBBBBA" {
			failures++
		}
	}
	mean := runs / 760.0
	require.InDelta(t, mean, failures, 4*math.Sqrt(mean))
}

func TestRandomWalkOfThreeActors(t *testing.T) {
	counts := map[string]int{}
	pool := NewPool()
	defer pool.Close()
	for seed := range 6_000 {
		w := New(Config{Seed: uint64(seed), Schedule: Random(), Pool: pool})
		order := ""
		startNode(w, "n", func(n *Node) {
			for _, name := range []string{"a", "b", "c"} {
				n.Go(name, func(t *Task) {
					t.Point()
					order += name
				})
			}
		})
		w.Run()
		w.Close()
		counts[order]++
	}
	require.Len(t, counts, 6)
	for _, n := range counts {
		require.InDelta(t, 1000, n, 120)
	}
}

func TestYieldLetsOthersRunUnderPCT(t *testing.T) {
	for seed := range uint64(20) {
		w := newWorld(t, Config{Seed: seed, Schedule: PCT(3, 100), SpinSteps: 1000})
		done := false
		startNode(w, "n", func(n *Node) {
			n.Go("poller", func(t *Task) {
				for !done {
					t.Yield()
				}
			})
			n.Go("worker", func(t *Task) {
				for range 10 {
					t.Point()
				}
				done = true
			})
		})
		require.Equal(t, StopDone, w.Run().Kind)
	}
}

func TestScheduleNamesRoundTrip(t *testing.T) {
	for _, s := range []Schedule{
		FIFO(), Random(), PCT(3, 41210), POS(), Delay(2, 700), URW(nil), SURW(nil, nil),
		URW([]Count{{"n.A", 20}, {"link n->m", 3}, {"odd \"name\"=", 1}}),
		SURW([]string{"queue lane", "x"}, []Count{{"n.A", 4}, {"timers n", 2}}),
		SURW([]string{"x"}, nil),
		Fair(PCT(3, 100), 100), Fair(URW([]Count{{"link n->m", 3}}), 7),
	} {
		t.Run(s.Name(), func(t *testing.T) {
			got, err := ParseSchedule("  " + s.Name() + " ")
			require.NoError(t, err)
			require.Equal(t, s.Name(), got.Name())
		})
	}
}

func TestWrongSchedules(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "want one of fifo, random, pct, pos, urw, surw, delay",
		"lifo":                            "want one of fifo, random, pct, pos, urw, surw, delay",
		"fair=3":                          "want one of fifo",
		"random x":                        "want nothing behind the name",
		"pos depth=3":                     "want nothing behind the name",
		"pct":                             "want depth=N horizon=N",
		"pct depth=3":                     "want depth=N horizon=N",
		"pct horizon=4 depth=3":           "want depth=N horizon=N",
		"pct depth=0 horizon=3":           "want depth=N horizon=N with positive numbers",
		"pct depth=3 horizon=-1":          "want depth=N horizon=N with positive numbers",
		"pct depth=3 horizon=4 more=5":    "want depth=N horizon=N",
		"pct depth=x horizon=1":           "want depth=N horizon=N",
		"pct depth=3 horizon=4 fair=0":    "want fair=N with positive numbers",
		"pct depth=3 horizon=4 fair":      "want depth=N horizon=N",
		"delay delays=1":                  "want delays=N horizon=N",
		"urw n.A":                         "want ACTOR=N for each actor, or nothing",
		"urw n.A=x":                       "want ACTOR=N for each actor, or nothing",
		`urw "n.A=5`:                      "want ACTOR=N for each actor, or nothing",
		"surw object=x n.A=-1":            "want ACTOR=N for each actor and object=NAME, or nothing",
		`surw object="queue x" queue y=3`: "want ACTOR=N for each actor and object=NAME, or nothing",
	} {
		_, err := ParseSchedule(text)
		require.ErrorContains(t, err, "sim: parse schedule", text)
		require.ErrorContains(t, err, want, text)
	}
}

// Every kind that is listed can be used as its usage says.
func TestSchedulesAreListed(t *testing.T) {
	for _, kind := range Schedules() {
		text := strings.NewReplacer("SCHEDULE", "pos", "ACTOR", "n.A", "NAME", "x", "N", "7", "…", "").Replace(kind.Usage)
		s, err := ParseSchedule(text)
		require.NoError(t, err)
		require.Equal(t, text, s.Name())
		require.NotEmpty(t, kind.Doc)
	}
}
