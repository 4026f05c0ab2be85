package timely

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/sim"
)

// counted builds a dataflow of one operator that holds its capability and counts its runs.
func counted(w *Worker, runs *int, also func(*Op)) *Activator {
	var activator *Activator
	w.Dataflow("counted", func(s *Scope) {
		b := s.Operator("counted")
		b.Output("nothing").Initial()
		activator = b.Activator()
		b.Build(func(op *Op) {
			*runs++
			if also != nil {
				also(op)
			}
		})
	})
	return activator
}

// quiet steps until nothing is left to do and the token is gone.
func quiet(w *Worker) {
	for range 10 {
		w.Step()
	}
	w.task.Park(0)
}

// script runs fn on the only worker of a cluster.
func script(t *testing.T, fn func(t *sim.Task, w *Worker)) {
	t.Helper()
	c := newCluster(t, sim.Config{}, 1, 1)
	done := false
	c.do(0, func(w *Worker) {
		fn(w.task, w)
		done = true
	})
	c.run(t)
	require.True(t, done, "script ended: %s", c.take())
}

func TestStepOrParkParksOrSchedules(t *testing.T) {
	script(t, func(t *sim.Task, w *Worker) {
		runs := 0
		activator := counted(w, &runs, nil)
		w.StepOrPark(-1)
		require.Equal(t, 1, runs, "a fresh operator is activated once")
		quiet(w)

		start := w.task.Now()
		w.process.node.After(time.Millisecond, "activate", func() { activator.Sync(nil) })
		w.StepOrPark(-1)
		require.Equal(t, start.Add(time.Millisecond), w.task.Now(), "parked until the activation")
		require.Equal(t, 1, runs, "what ended the park is left to the next call")
		w.StepOrPark(-1)
		require.Equal(t, start.Add(time.Millisecond), w.task.Now())
		require.Equal(t, 2, runs)
	})
}

func TestParkIsBounded(t *testing.T) {
	script(t, func(t *sim.Task, w *Worker) {
		runs := 0
		counted(w, &runs, func(op *Op) {
			if runs == 1 {
				op.ActivateAfter(3 * time.Millisecond)
			}
		})
		quiet(w)
		require.Equal(t, 1, runs)

		start := w.task.Now()
		w.StepOrPark(time.Millisecond)
		require.Equal(t, start.Add(time.Millisecond), w.task.Now(), "by the argument")
		w.StepOrPark(-1)
		require.Equal(t, start.Add(3*time.Millisecond), w.task.Now(), "by the timer")
		require.Equal(t, 1, runs)
		w.StepOrPark(-1)
		require.Equal(t, 2, runs)
		require.Equal(t, start.Add(3*time.Millisecond), w.task.Now())
	})
}

func TestUnparksCollapseIntoOneToken(t *testing.T) {
	script(t, func(t *sim.Task, w *Worker) {
		runs := 0
		counted(w, &runs, nil)
		quiet(w)
		start := w.task.Now()
		w.task.Unpark(w.task)
		w.task.Unpark(w.task)
		w.StepOrPark(time.Second)
		require.Equal(t, start, w.task.Now(), "the token ends the park at once")
		w.StepOrPark(time.Millisecond)
		require.Equal(t, start.Add(time.Millisecond), w.task.Now(), "there was only one")
		require.Equal(t, 1, runs, "a token is no activation")
	})
}

func TestActivationsCollapse(t *testing.T) {
	script(t, func(t *sim.Task, w *Worker) {
		runs := 0
		activator := counted(w, &runs, nil)
		quiet(w)
		activator.Activate()
		activator.Sync(w.task)
		activator.Activate()
		w.Step()
		require.Equal(t, 2, runs)
		quiet(w)
		require.Equal(t, 2, runs)
	})
}

func TestOwnActivationIsForTheNextRound(t *testing.T) {
	script(t, func(t *sim.Task, w *Worker) {
		runs := 0
		counted(w, &runs, func(op *Op) {
			if runs < 3 {
				op.Activate()
			}
		})
		for want := 1; want <= 3; want++ {
			w.Step()
			require.Equal(t, want, runs)
		}
		quiet(w)
		require.Equal(t, 3, runs)
	})
}

// An operator that reads a burst to its end finds one activation more behind it.
func TestBurstIsFollowedByOneActivation(t *testing.T) {
	c := newCluster(t, sim.Config{}, 1, 2)
	r := c.relay("a", "alpha")
	c.doAll(r.build)
	c.run(t)
	before := r.workers[1].runs
	c.do(0, func(*Worker) {
		r.workers[0].out.Give(0, parcel{1, "one"})
		r.workers[0].out.Give(0, parcel{1, "two"})
	})
	c.run(t)
	require.Equal(t, "worker 1: a gets one at 0\nworker 1: a gets two at 0", c.take())
	require.Equal(t, before+2, r.workers[1].runs)
}

// Producing runs the later operator of the edge in the same pass, even if everything went to another worker.
func TestProducingActivatesTheLocalTarget(t *testing.T) {
	c := newCluster(t, sim.Config{}, 1, 2)
	var order []string
	var activator *Activator
	c.doAll(func(w *Worker) {
		w.Dataflow("a", func(s *Scope) {
			source := s.Operator("source")
			out := source.Output("int")
			out.Initial()
			if w.index == 0 {
				activator = source.Activator()
			}
			source.Build(func(*Op) {
				if w.index == 0 && activator != nil && len(order) > 0 && order[len(order)-1] == "go" {
					out.Give(0, 1)
					order = append(order, "source")
				}
			})
			sink := s.Operator("sink")
			in := sink.Input(out.Stream(), Exchange(func(data any, _ int, give func(int, any)) { give(1, data) }))
			sink.Build(func(*Op) {
				_, _, ok := in.Next()
				if w.index == 0 && len(order) > 0 {
					require.False(t, ok)
					order = append(order, "sink")
				}
			})
		})
	})
	c.run(t)
	c.do(0, func(w *Worker) {
		quiet(w)
		order = append(order, "go")
		activator.Activate()
		w.Step()
		require.Equal(t, []string{"go", "source", "sink"}, order)
	})
	c.run(t)
	require.GreaterOrEqual(t, len(order), 3)
}

// Frames leave at the end of the step; workers of the same process see containers at once.
func TestFramesLeaveAtTheEndOfTheStep(t *testing.T) {
	c := newCluster(t, sim.Config{}, 2, 2)
	arrived := map[int]sim.Time{}
	var gave sim.Time
	const busy = 50 * time.Millisecond
	c.doAll(func(w *Worker) {
		w.Dataflow("a", func(s *Scope) {
			source := s.Operator("source")
			out := source.Output("int")
			source.Build(func(*Op) {})
			middle := s.Operator("middle")
			in := middle.Input(out.Stream(), Pipeline())
			give := middle.Output("int")
			give.Initial()
			middle.Build(func(op *Op) {
				in.Next()
				if w.index == 0 && gave == 0 && op.Task().Now() > 0 {
					gave = op.Task().Now()
					give.Give(0, 1)
					op.Task().Sleep(busy)
				}
			})
			sink := s.Operator("sink")
			arrival := sink.Input(give.Stream(), Exchange(func(data any, peers int, give func(int, any)) {
				for i := range peers {
					give(i, data)
				}
			}))
			sink.Build(func(op *Op) {
				if _, _, ok := arrival.Next(); ok {
					arrived[w.index] = op.Task().Now()
				}
			})
		})
	})
	c.run(t)
	require.Len(t, arrived, 4)
	require.Equal(t, gave, arrived[1], "the same process")
	for _, far := range []int{2, 3} {
		require.GreaterOrEqual(t, arrived[far], gave.Add(busy))
	}
}

func TestTimersGoOffInOrder(t *testing.T) {
	var s timers
	f := &dataflow{}
	for i, due := range []sim.Time{5, 3, 5, 4, 3} {
		s.add(timer{due, path{f, i}})
	}
	var order []int
	for now := sim.Time(0); now < 6; now++ {
		for {
			p, ok := s.pop(now)
			if !ok {
				break
			}
			order = append(order, p.node)
		}
	}
	require.Equal(t, []int{1, 4, 3, 0, 2}, order)
	_, pending := s.next()
	require.False(t, pending)
}

func TestReorderPermutesDataOnly(t *testing.T) {
	c := newCluster(t, sim.Config{Seed: 3}, 1, 2, func(c *cluster) { c.hooks.Reorder = func() bool { return true } })
	var got []int
	var out *Output
	c.doAll(func(w *Worker) {
		w.Dataflow("a", func(s *Scope) {
			source := s.Operator("source")
			o := source.Output("int")
			o.Initial()
			source.Build(func(*Op) {})
			if w.index == 0 {
				out = o
			}
			sink := s.Operator("sink")
			in := sink.Input(o.Stream(), Exchange(func(data any, _ int, give func(int, any)) { give(1, data) }))
			sink.Build(func(*Op) {
				for {
					_, data, ok := in.Next()
					if !ok {
						return
					}
					got = append(got, data.(int))
				}
			})
		})
	})
	c.run(t)
	var sent []int
	c.do(0, func(*Worker) {
		for i := range 20 {
			sent = append(sent, i)
			out.Give(0, i)
		}
	})
	c.run(t)
	require.ElementsMatch(t, sent, got)
	require.NotEqual(t, sent, got)
}

func TestProgressStaysInOrder(t *testing.T) {
	c := newCluster(t, sim.Config{}, 1, 2, func(c *cluster) { c.hooks.Reorder = func() bool { return true } })
	r := c.relay("a", "alpha")
	c.doAll(r.build)
	c.run(t)
	// Worker 1 looks late, and finds many progress messages of worker 0.
	var seen []uint64
	c.do(1, func(w *Worker) {
		w.task.Sleep(100 * time.Millisecond)
		w.receive()
		for _, m := range w.flows[0].incoming.queue.pending() {
			seen = append(seen, m.payload.(*progressMessage).seqno)
		}
	})
	c.do(0, func(w *Worker) {
		for at := frontier.Time(1); at < 20; at++ {
			r.workers[0].cap.Downgrade(at)
			w.Step()
		}
	})
	c.run(t)
	require.Greater(t, len(seen), 10)
	require.IsIncreasing(t, seen)
	require.Equal(t, "0:{0} 1:{0}", r.frontiers())
}
