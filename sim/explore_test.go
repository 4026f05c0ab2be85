package sim

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// words builds a world with one task for each text, as threads does: each letter is a step that writes the object of
// that letter, a capital letter one that reads it, '*' one with an unknown access. What is made of the order is what
// cannot depend on steps that do not race: for each object, who touched it in which order, reads between two writes
// sorted.
func words(outcome *func() string, texts ...string) func(*World) {
	return func(w *World) {
		touched := map[rune][]string{}
		*outcome = func() string { return classOf(touched) }
		n := w.AddNode("n", NodeOptions{Start: func(n *Node) {
			for i, text := range texts {
				name := string(rune('a' + i))
				n.Go(name, func(t *Task) {
					for k, letter := range text {
						object := []rune(strings.ToLower(string(letter)))[0]
						switch {
						case letter == '*':
							t.Point()
						case letter == object:
							t.Point(Write(w.Object(string(object))))
						default:
							t.Point(Read(w.Object(string(object))))
						}
						step := fmt.Sprint(name, k)
						if letter == object {
							step = "!" + step
						}
						for o := 'a'; o <= 'z'; o++ {
							if o == object || letter == '*' {
								touched[o] = append(touched[o], step)
							}
						}
					}
				})
			}
		}})
		n.Start()
	}
}

func classOf(touched map[rune][]string) string {
	var b strings.Builder
	for object := 'a'; object <= 'z'; object++ {
		var reads []string
		for _, step := range append(touched[object], "!") {
			if step[0] != '!' {
				reads = append(reads, step)
				continue
			}
			sort.Strings(reads)
			fmt.Fprint(&b, reads, step)
			reads = nil
		}
	}
	return b.String()
}

func TestExploreRunsEveryOrder(t *testing.T) {
	for _, c := range []struct {
		texts           []string
		orders, classes int
	}{
		{[]string{"x"}, 1, 1},
		{[]string{"xxxx", "xx", "x"}, 105, 105},
		{[]string{"****", "**", "*"}, 105, 105},
		{[]string{"aaaa", "bb", "c"}, 105, 1},
		{[]string{"XXXX", "XX", "X"}, 105, 1},
		{[]string{"x", "X", "X"}, 6, 4},
		{[]string{"ax", "bx", "cx"}, 90, 6},
		{[]string{"xa", "xb", "xc"}, 90, 6},
		{[]string{"xy", "yx"}, 6, 3},
		{[]string{"xyz", "zyx"}, 20, 4},
		{[]string{"x", "x", "x", "x", "x"}, 120, 120},
		{[]string{"x", "y", "Xy", "Yx"}, 180, 0},
		{[]string{"xXy", "Xyx", "yx"}, 560, 0},
		{[]string{"aX", "bX", "xc", "Xd"}, 2520, 0},
		{[]string{"a*b", "b*a", "ab"}, 560, 0},
		{[]string{"xyz", "yzx", "zxy"}, 1680, 0},
	} {
		t.Run(strings.Join(c.texts, " "), func(t *testing.T) {
			var outcome func() string
			outcomes := map[Reduction]map[string]int{}
			for _, r := range []Reduction{ReduceNone, ReduceSleep, ReduceClasses} {
				seen := map[string]int{}
				e := Explore(Config{}, words(&outcome, c.texts...), ExploreOptions{
					Reduction: r,
					Run: func(w *World) *Stop {
						stop := w.Run()
						if stop.Kind == StopDone {
							seen[outcome()]++
							return nil
						}
						return stop
					},
				})
				require.True(t, e.Complete)
				require.Zero(t, e.Failed)
				outcomes[r] = seen
				if r == ReduceNone {
					require.EqualValues(t, c.orders, e.Schedules)
					require.Equal(t, fmt.Sprintf("all %d schedules explored", c.orders), e.String())
					require.Zero(t, e.Redundant)
				} else {
					require.EqualValues(t, len(outcomes[ReduceNone]), e.Schedules, "%s: one order for each class", r)
					require.Len(t, seen, len(outcomes[ReduceNone]))
				}
				if r == ReduceClasses && c.classes > 0 {
					require.EqualValues(t, c.classes, e.Schedules)
				}
			}
		})
	}
}

// Whoever holds a lock and wants the other one waits for ever if both have one. There are few ways, and each of them can
// be made again from its deviations.
func TestExploreFindsADeadlockAndHowToMakeIt(t *testing.T) {
	build := func(w *World) {
		x, y := NewMutex(w, "x"), NewMutex(w, "y")
		take := func(first, second *Mutex) func(*Task) {
			return func(t *Task) {
				first.Lock(t)
				second.Lock(t)
				second.Unlock(t)
				first.Unlock(t)
			}
		}
		startNode(w, "n", func(n *Node) {
			n.Go("a", take(x, y))
			n.Go("b", take(y, x))
		})
	}
	cfg := Config{Points: PointsFine}
	for r, want := range map[Reduction]string{
		ReduceNone:    "all 16 schedules explored, 4 failed",
		ReduceSleep:   "all 9 schedules explored, 1 failed",
		ReduceClasses: "all 9 schedules explored, 1 failed",
	} {
		e := Explore(cfg, build, ExploreOptions{Reduction: r})
		require.Equal(t, want, e.String(), r)
		require.Len(t, e.Failures, 1)
		f := e.Failures[0]
		require.Equal(t, StopDeadlock, f.Stop.Kind)
		require.Equal(t, e.Failed, f.Count)

		again := cfg
		again.Schedule = Recorded(FIFO(), f.Deviations)
		w := newWorld(t, again)
		build(w)
		require.Equal(t, f.Stop.Reason, w.Run().Reason)
	}
}

// lostUpdate is a counter that two tasks increment without a lock, three times each.
func lostUpdate(w *World) {
	x, value := w.Object("x"), 0
	startNode(w, "n", func(n *Node) {
		done := NewWaitGroup(w, "done")
		done.Add(nil, 2)
		for _, name := range []string{"a", "b"} {
			n.Go(name, func(t *Task) {
				for range 3 {
					t.Point(Read(x))
					v := value
					t.Point(Write(x))
					value = v + 1
				}
				done.Done(t)
			})
		}
		n.Go("check", func(t *Task) {
			done.Wait(t)
			require.Equal(t, 6, value)
		})
	})
}

func TestExploreWithinABoundOfDelays(t *testing.T) {
	var failed []uint64
	for _, c := range []struct {
		delays int
		want   string
	}{
		{1, "all 7 schedules with at most 1 delays explored, 3 failed"},
		{2, "all 37 schedules with at most 2 delays explored, 27 failed"},
	} {
		e := Explore(Config{}, lostUpdate, ExploreOptions{Delays: c.delays})
		require.Equal(t, c.want, e.String())
		failed = append(failed, e.Failed)
		require.Equal(t, "require: Not equal:", e.Failures[0].Stop.Signature)
	}
	require.Less(t, failed[0], failed[1])
}

func TestExploreStopsEarlyAndEstimatesTheRest(t *testing.T) {
	var outcome func() string
	all := Explore(Config{}, words(&outcome, "xxxx", "xxxx", "xxxx"), ExploreOptions{Reduction: ReduceNone})
	require.EqualValues(t, 34650, all.Schedules)
	for _, r := range []Reduction{ReduceNone, ReduceClasses} {
		e := Explore(Config{Seed: 3}, words(&outcome, "xxxx", "xxxx", "xxxx"), ExploreOptions{Reduction: r, Max: 100, Samples: 200})
		require.False(t, e.Complete)
		require.EqualValues(t, 100, e.Schedules)
		require.InDelta(t, 34650, e.Estimate, 4*e.Error)
		require.Less(t, e.Error, 6000.0)
		require.Regexp(t, `^100 schedules explored of about 3\...?e\+04 \(±\d+ %\)$`, e.String())
	}
	// Steps that do not race are no branches for the estimate either.
	e := Explore(Config{}, words(&outcome, "axa", "bxb", "cxc"), ExploreOptions{Max: 1, Samples: 2000})
	require.InDelta(t, 6, e.Estimate, 4*e.Error)
	require.Less(t, e.Error, 5.0)
	e = Explore(Config{}, lostUpdate, ExploreOptions{Delays: 2, Max: 10, Samples: 1000})
	require.InDelta(t, 37, e.Estimate, 4*e.Error)

	runs := 0
	e = Explore(Config{}, lostUpdate, ExploreOptions{Until: func() bool { runs++; return runs == 7 }})
	require.EqualValues(t, 7, e.Schedules+e.Redundant)
}

// A task that polls has no last order; each up to the limit counts.
func TestExploreUpToALimit(t *testing.T) {
	polling := func(w *World) {
		x, set := w.Object("x"), false
		startNode(w, "n", func(n *Node) {
			n.Go("a", func(t *Task) {
				for {
					t.Point(Read(x))
					if set {
						return
					}
				}
			})
			n.Go("b", func(t *Task) {
				t.Point(Write(x))
				set = true
			})
		})
	}
	e := Explore(Config{MaxSteps: 10}, polling, ExploreOptions{})
	require.Equal(t, "all 11 schedules explored, 3 up to a limit, 3 failed", e.String())
	require.Equal(t, StopLimit, e.Failures[0].Stop.Kind)
}

func TestExploreNoticesAWorldThatDoesNotRepeat(t *testing.T) {
	for _, r := range []Reduction{ReduceNone, ReduceClasses} {
		made := 0
		e := Explore(Config{}, func(w *World) {
			made++
			startNode(w, "n", func(n *Node) {
				for i := range 2 + made%2 {
					n.Go(fmt.Sprint(i), func(t *Task) { t.Point() })
				}
			})
		}, ExploreOptions{Reduction: r})
		require.False(t, e.Complete)
		require.Equal(t, StopDivergence, e.Failures[0].Stop.Kind)
	}
}

// mail is a world of three nodes. Two clients send to a server over links of one latency; the server answers each with
// the number of what it has received so far.
func mail(points Points, outcome *string) (Config, func(*World)) {
	return Config{Points: points, Grain: GrainInstant}, func(w *World) {
		got := map[string][]int{}
		*outcome = ""
		server := w.AddNode("server", NodeOptions{Start: func(n *Node) {
			l, _ := n.Listen(nil, "p")
			received := 0
			n.Go("accept", func(t *Task) {
				for i := range 2 {
					c, err := l.Accept(t)
					require.NoError(t, err)
					n.Go(fmt.Sprint("serve", i), func(t *Task) {
						for {
							if _, err := c.Recv(t); err != nil {
								return
							}
							t.Point(Write(w.Object("received")))
							received++
							require.NoError(t, c.Send(t, received))
						}
					})
				}
			})
		}})
		server.Start()
		for i, messages := range []int{2, 1} {
			name := fmt.Sprint("client", i)
			startNode(w, name, func(n *Node) {
				n.Go("main", func(t *Task) {
					t.SleepUntil(Time(10*i + 10))
					c, err := n.Dial(t, server, "p", 0)
					require.NoError(t, err)
					t.SleepUntil(100)
					for range messages {
						require.NoError(t, c.Send(t, 1))
						answer, err := c.Recv(t)
						require.NoError(t, err)
						got[name] = append(got[name], answer.(int))
						*outcome = fmt.Sprint(got)
					}
					c.Close(t)
				})
			})
		}
	}
}

// The orders of steps are millions, those of the three messages at the server three.
func TestExploreMessages(t *testing.T) {
	for points, classes := range map[Points]int{PointsCoarse: 38, PointsFine: 52} {
		var outcome string
		cfg, build := mail(points, &outcome)
		seen := map[string]bool{}
		run := func(w *World) *Stop {
			stop := w.Run()
			if stop.Kind == StopDone {
				seen[outcome] = true
				return nil
			}
			return stop
		}
		for _, r := range []Reduction{ReduceClasses, ReduceSleep} {
			clear(seen)
			e := Explore(cfg, build, ExploreOptions{Reduction: r, Run: run})
			require.Equal(t, fmt.Sprintf("all %d schedules explored", classes), e.String())
			require.Len(t, seen, 3)
		}
		for seed := range uint64(1000) {
			sampled := cfg
			sampled.Seed, sampled.Schedule = seed, Random()
			w := New(sampled)
			build(w)
			require.Nil(t, run(w))
			w.Close()
		}
		require.Len(t, seen, 3)
	}
}

// A world that is made of the parts of another one is the same as one that is made afresh.
func TestRecycledWorldsAreNew(t *testing.T) {
	var r recycler
	pool := NewPool()
	defer pool.Close()
	for i := range 3 {
		for _, cfg := range storyConfigs() {
			cfg.Pool, cfg.Schedule = pool, Random()
			want := runStory(t, story{Config: cfg}).Hash()
			w := r.next(cfg)
			runStoryIn(t, w, story{Config: cfg})
			require.Equal(t, want, w.Hash(), i)
			w.Close()
		}
	}
}
