package timely

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// builds collects the Built events of a cluster.
func builds(c *cluster) *[]Built {
	all := &[]Built{}
	c.world.Observe(trace.ObserverFunc(func(r *trace.Record) {
		if b, ok := r.Event.(Built); ok {
			*all = append(*all, b)
		}
	}))
	return all
}

func TestIdentifiersFollowTheOrderOfConstruction(t *testing.T) {
	c := newCluster(t, sim.Config{}, 1, 1)
	all := builds(c)
	a, b := c.relay("a", "alpha"), c.relay("b", "beta")
	a.stages = 2
	b.button = true
	c.do(0, func(w *Worker) {
		require.Equal(t, 0, w.NextDataflow())
		a.build(w)
		require.Equal(t, 1, w.NextDataflow())
		b.build(w)
		w.Drop(0)
		a.build(w)
		w.Dataflow("empty", func(s *Scope) {
			require.Equal(t, 3, s.Dataflow())
			s.Region("inner", func(*Scope) {})
		})
	})
	c.run(t)
	require.Len(t, *all, 4)
	// Root scope; source; 2 × (operator, channel); sink, channel; probe, channel; progress.
	require.Equal(t, [2]int{0, 11}, [2]int{(*all)[0].First, (*all)[0].Next})
	// Without the stages, but with the button's channel.
	require.Equal(t, [2]int{11, 19}, [2]int{(*all)[1].First, (*all)[1].Next})
	require.Equal(t, [2]int{19, 30}, [2]int{(*all)[2].First, (*all)[2].Next})
	// Two scopes and two progress channels.
	require.Equal(t, [2]int{30, 34}, [2]int{(*all)[3].First, (*all)[3].Next})
}

func TestShapeIsKindsAndTypes(t *testing.T) {
	c := newCluster(t, sim.Config{}, 1, 1)
	all := builds(c)
	same, renamed, typed, longer, buttoned := c.relay("a", "x"), c.relay("b", "x"), c.relay("a", "y"), c.relay("a", "x"), c.relay("a", "x")
	longer.stages = 1
	buttoned.button = true
	for _, r := range []*relay{same, renamed, typed, longer, buttoned} {
		c.do(0, r.build)
	}
	c.run(t)
	shapes := map[uint64]int{}
	for _, b := range *all {
		shapes[b.Shape]++
	}
	require.Len(t, *all, 5)
	require.Equal(t, 2, shapes[(*all)[0].Shape], "names do not count")
	require.Len(t, shapes, 4)
}

func TestShapeDistinguishesPacts(t *testing.T) {
	c := newCluster(t, sim.Config{}, 1, 1)
	all := builds(c)
	for _, pact := range []Pact{Pipeline(), Exchange(func(data any, _ int, give func(int, any)) { give(0, data) })} {
		c.do(0, func(w *Worker) {
			w.Dataflow("a", func(s *Scope) {
				b := s.Operator("source")
				out := b.Output("x")
				b.Build(func(*Op) {})
				forward(s, out.Stream(), pact)
			})
		})
	}
	c.run(t)
	require.Len(t, *all, 2)
	require.NotEqual(t, (*all)[0].Shape, (*all)[1].Shape)
	require.Equal(t, (*all)[0].Next-(*all)[0].First, (*all)[1].Next-(*all)[1].First)
}

func TestEventsAreText(t *testing.T) {
	for want, e := range map[string]trace.Event{
		"timely.built generation=1000001 worker=3 dataflow=2 name=mv1 shape=ff first=7 next=19": Built{
			Generation: 1000001, Worker: 3, Dataflow: 2, Name: "mv1", Shape: 255, First: 7, Next: 19,
		},
		"timely.discarded generation=1 worker=0 channel=4 live=true":                   Discarded{1, 0, 4, true},
		"timely.dropped generation=1 worker=0 dataflow=4 name=a":                       DataflowDropped{1, 0, 4, "a"},
		"timely.completed generation=1 worker=0 dataflow=4 name=a":                     DataflowCompleted{1, 0, 4, "a"},
		"timely.mesh-up generation=2 process=1":                                        MeshUp{2, 1},
		"timely.mesh-failed generation=2 process=1 peer=0 reason=\"connection reset\"": MeshFailed{2, 1, 0, "connection reset"},
	} {
		require.Equal(t, want, string(e.Append(nil)))
	}
}

// ends runs fn on worker 0 of a process of two workers and returns how the process ended.
func ends(t *testing.T, fn func(t *sim.Task, c *cluster, w *Worker)) string {
	t.Helper()
	c := newCluster(t, sim.Config{}, 1, 2)
	c.do(0, func(w *Worker) { fn(w.task, c, w) })
	c.run(t)
	return c.take()
}

func TestChannelIsConsumedOnce(t *testing.T) {
	require.Equal(t, "r1.p0 panic: channel 5 already consumed", ends(t, func(_ *sim.Task, _ *cluster, w *Worker) {
		w.process.registry.take(w.task, 0, 5, kindData, "alpha")
		w.process.registry.take(w.task, 0, 5, kindData, "alpha")
	}))
}

func TestRegistryForgetsWhatAllHaveTaken(t *testing.T) {
	require.Empty(t, ends(t, func(t *sim.Task, _ *cluster, w *Worker) {
		ends := w.process.registry.take(w.task, 0, 5, kindData, "alpha")
		require.Len(t, w.process.registry.entries, 1)
		require.Equal(t, ends, w.process.registry.take(w.task, 1, 5, kindData, "alpha"))
		require.Empty(t, w.process.registry.entries)
	}))
}

func TestGivingNeedsJustification(t *testing.T) {
	for _, c := range []struct {
		name string
		use  func(out *Output, initial *Capability)
		want string
	}{
		{"at the capability", func(out *Output, _ *Capability) { out.Give(0, parcel{}) }, "worker 0: a gets  at 0"},
		{"later", func(out *Output, _ *Capability) { out.Give(7, parcel{}) }, "worker 0: a gets  at 7"},
		{"before it", func(out *Output, i *Capability) { i.Downgrade(5); out.Give(4, parcel{}) },
			"r1.p0 panic: Progress error; internal: operator source gives at 4, holds {5}, consumed {}"},
		{"without one", func(out *Output, i *Capability) { i.Drop(); out.Give(4, parcel{}) },
			"r1.p0 panic: Progress error; internal: operator source gives at 4, holds {}, consumed {}"},
		{"hold without one", func(out *Output, i *Capability) { i.Drop(); out.Hold(4) },
			"r1.p0 panic: Progress error; internal: operator source gives at 4, holds {}, consumed {}"},
		{"hold", func(out *Output, i *Capability) { c := out.Hold(4); i.Drop(); c.Downgrade(5); out.Give(5, parcel{}) },
			"worker 0: a gets  at 5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, ends(t, func(_ *sim.Task, cluster *cluster, w *Worker) {
				r := cluster.relay("a", "alpha")
				r.build(w)
				c.use(r.workers[0].out, r.workers[0].cap)
			}))
		})
	}
}

func TestCapabilityIsMisused(t *testing.T) {
	require.Empty(t, ends(t, func(t *sim.Task, c *cluster, w *Worker) {
		r := c.relay("a", "alpha")
		r.build(w)
		held := r.workers[0].cap
		held.Downgrade(3)
		held.Downgrade(3)
		require.Equal(t, frontier.Time(3), held.Time())
		require.Panics(t, func() { held.Downgrade(2) })
		held.Drop()
		held.Drop()
		require.Panics(t, func() { held.Downgrade(4) })
		require.Panics(t, func() { r.workers[0].out.Initial() }, "the operator is built")
	}))
}

// In a dataflow that was dropped everything that is still held becomes idle.
func TestDroppedDataflowIsIdle(t *testing.T) {
	require.Equal(t, "worker 0 drops a", ends(t, func(t *sim.Task, c *cluster, w *Worker) {
		r := c.relay("a", "alpha")
		r.button = true
		r.build(w)
		end := r.workers[0]
		require.True(t, w.Installed(end.dataflow))
		w.Drop(end.dataflow)
		require.False(t, w.Installed(end.dataflow))
		w.Drop(end.dataflow)
		w.Drop(17)
		end.out.Give(0, parcel{})
		end.out.Hold(0).Drop()
		end.cap.Downgrade(2)
		end.cap.Drop()
		end.button.Press()
		(&Activator{path{end.out.op.flow, 1}}).Sync(w.task)
		require.False(t, w.Step())
		require.False(t, w.StepOrPark(0))
	}))
}

func TestOperatorsNeitherBuildNorDrop(t *testing.T) {
	script(t, func(t *sim.Task, w *Worker) {
		ran := 0
		counted(w, &ran, func(op *Op) {
			require.Panics(t, func() { op.Worker().Dataflow("inner", func(*Scope) {}) })
			require.Panics(t, func() { op.Worker().Drop(0) })
		})
		w.Step()
		require.Equal(t, 1, ran)
	})
}

func TestIncompleteOperatorKeepsItsDataflow(t *testing.T) {
	c := newCluster(t, sim.Config{}, 1, 1)
	runs, done := 0, false
	var activator *Activator
	c.do(0, func(w *Worker) {
		w.Dataflow("a", func(s *Scope) {
			b := s.Operator("background")
			activator = b.Activator()
			b.Build(func(op *Op) {
				runs++
				if !done {
					op.Incomplete()
				}
			})
		})
	})
	c.run(t)
	require.Empty(t, c.take())
	done = true
	activator.Sync(nil)
	c.run(t)
	require.Equal(t, "worker 0 completes a", c.take())
	require.Equal(t, 2, runs)
}

// Progress at an operator that is over comes from another dataflow.
func TestProgressAtClosedOperatorPanics(t *testing.T) {
	require.Equal(t, "r1.p0 panic: Operator prematurely shut down: sink of dataflow a", ends(t, func(t *sim.Task, c *cluster, w *Worker) {
		w.Dataflow("a", func(s *Scope) {
			open := s.Operator("open")
			open.Output("x").Initial()
			open.Build(func(*Op) {})
			source := s.Operator("source")
			out := source.Output("x")
			source.Build(func(*Op) {})
			sink := s.Operator("sink")
			sink.Input(out.Stream(), Pipeline())
			sink.Build(func(*Op) {})
		})
		f := w.flows[0]
		// The other worker has not built: its share of the capabilities goes like this.
		f.tracker.apply(change{0, sourceOf(2, 0), -1})
		quiet(w)
		require.True(t, f.ops[3].closed)
		require.False(t, f.ops[1].closed)
		f.tracker.apply(change{8, targetOf(3, 0), 1})
		f.activate(0)
		w.Step()
	}))
}

func TestInterestNeverIgnoresFrontiers(t *testing.T) {
	for _, c := range []struct {
		interest Interest
		holds    bool
		want     bool
	}{
		{InterestAlways, false, true},
		{InterestIfCapability, false, false},
		{InterestIfCapability, true, true},
		{InterestNever, true, false},
	} {
		script(t, func(t *sim.Task, w *Worker) {
			runs := 0
			var held *Capability
			w.Dataflow("a", func(s *Scope) {
				source := s.Operator("source")
				out := source.Output("x")
				held = out.Initial()
				source.Build(func(*Op) {})
				b := s.Operator("reader")
				b.Interest(c.interest)
				b.Input(out.Stream(), Pipeline())
				if o := b.Output("x"); c.holds {
					o.Initial()
				}
				b.Build(func(*Op) { runs++ })
			})
			quiet(w)
			before := runs
			held.Downgrade(4)
			quiet(w)
			require.Equal(t, c.want, runs > before, "interest %d, capability %t", c.interest, c.holds)
		})
	}
}

// What arrives at an input that stands apart does not hold the outputs back.
func TestInputApart(t *testing.T) {
	script(t, func(t *sim.Task, w *Worker) {
		var slow, fast *Capability
		var probe *Probe
		w.Dataflow("a", func(s *Scope) {
			one, two := s.Operator("slow"), s.Operator("fast")
			a, b := one.Output("x"), two.Output("x")
			slow, fast = a.Initial(), b.Initial()
			one.Build(func(*Op) {})
			two.Build(func(*Op) {})
			both := s.Operator("both")
			both.InputApart(a.Stream(), Pipeline())
			both.Input(b.Stream(), Pipeline())
			out := both.Output("x")
			both.Build(func(*Op) {})
			probe = s.Probe(out.Stream())
		})
		slow.Downgrade(1)
		fast.Downgrade(6)
		quiet(w)
		require.Equal(t, frontier.At(6), probe.Frontier())
	})
}

func TestBuilderIsMisused(t *testing.T) {
	script(t, func(t *sim.Task, w *Worker) {
		var foreign Stream
		w.Dataflow("a", func(s *Scope) {
			b := s.Operator("x")
			foreign = b.Output("x").Stream()
			b.Build(func(*Op) {})
			require.Panics(t, func() { b.Output("x") }, "built")
			require.Panics(t, func() { b.Build(func(*Op) {}) }, "built")
			require.Panics(t, func() { b.WithButton() }, "built")
		})
		require.Panics(t, func() { w.Dataflow("b", func(s *Scope) { s.Operator("x").Input(foreign, Pipeline()) }) })
		require.Panics(t, func() { w.Dataflow("c", func(s *Scope) { s.Operator("x") }) }, "not built")
	})
}
