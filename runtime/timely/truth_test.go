package timely

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/runtime/frontier"
	"onelane.test/sim"
)

// The goal of this file: whatever the graph, the operators and the interleaving, no worker ever believes more progress
// than there is. The truth is kept beside the cluster: every capability and message in existence, counted when it comes
// and when what it justified is counted too. After each step of the world every frontier of every worker is compared.

// graph is a drawn dataflow.
type graph struct{ ops []graphOp }

type graphOp struct {
	inputs  []graphEdge
	outputs int
	kept    bool // holds its initial capabilities
	early   bool // holds what it consumes for later
}

type graphEdge struct {
	op, port int // the output that it reads
	pact     int // pipeline, exchange by value, broadcast
	apart    bool
}

func drawGraph(t *rapid.T) graph {
	var g graph
	for i := range rapid.IntRange(1, 7).Draw(t, "operators") {
		op := graphOp{outputs: rapid.IntRange(0, 2).Draw(t, "outputs")}
		if i == 0 {
			op.outputs = 1
		}
		for range rapid.IntRange(0, 2).Draw(t, "inputs") {
			from := rapid.IntRange(0, max(i-1, 0)).Draw(t, "from")
			if i == 0 || g.ops[from].outputs == 0 {
				continue
			}
			op.inputs = append(op.inputs, graphEdge{
				op: from, port: rapid.IntRange(0, g.ops[from].outputs-1).Draw(t, "port"),
				pact: rapid.IntRange(0, 2).Draw(t, "pact"), apart: rapid.IntRange(0, 5).Draw(t, "apart") == 0,
			})
		}
		op.kept = len(op.inputs) == 0 || rapid.IntRange(0, 3).Draw(t, "kept") == 0
		op.early = rapid.Bool().Draw(t, "early")
		g.ops = append(g.ops, op)
	}
	return g
}

// truth counts what there is of one dataflow, over all workers.
type truth struct {
	graph    graph
	sources  [][]frontier.MutableAntichain // by operator and output
	messages [][]frontier.MutableAntichain // by operator and input
	inputs   [][]frontier.Antichain        // what may arrive, as computed last
	outputs  [][]frontier.Antichain        // what may leave
	stale    bool
}

func newTruth(g graph, peers int) *truth {
	tr := &truth{graph: g, stale: true}
	for _, op := range g.ops {
		sources := make([]frontier.MutableAntichain, op.outputs)
		for i := range sources {
			sources[i].Update(frontier.Min, int64(peers))
		}
		tr.sources = append(tr.sources, sources)
		tr.messages = append(tr.messages, make([]frontier.MutableAntichain, len(op.inputs)))
		tr.inputs = append(tr.inputs, make([]frontier.Antichain, len(op.inputs)))
		tr.outputs = append(tr.outputs, make([]frontier.Antichain, op.outputs))
	}
	return tr
}

func (tr *truth) count(m *frontier.MutableAntichain, at frontier.Time, diff int64) {
	m.Update(at, diff)
	tr.stale = true
}

// compute goes through the operators in order, which is topological, and ignores all incremental cleverness.
func (tr *truth) compute() {
	if !tr.stale {
		return
	}
	tr.stale = false
	for i, op := range tr.graph.ops {
		through := frontier.Empty()
		for j, e := range op.inputs {
			tr.inputs[i][j] = tr.messages[i][j].Frontier().Meet(tr.outputs[e.op][e.port])
			if !e.apart {
				through = through.Meet(tr.inputs[i][j])
			}
		}
		for j := range op.outputs {
			tr.outputs[i][j] = tr.sources[i][j].Frontier().Meet(through)
		}
	}
}

// actor is one worker's instance of a drawn operator. It does what its stream says until its budget is spent, then ends.
type actor struct {
	truth   *truth
	index   int
	op      graphOp
	ins     []*Input
	outs    []*Output
	caps    [][]*Capability // by output
	rng     *sim.Stream
	budget  int
	started bool
	ends    []func() // what the activation takes out of the truth, at its end
	failed  func(string)
}

func (a *actor) schedule(op *Op) {
	if !a.started {
		a.started = true
		for j := range a.outs {
			if !a.op.kept {
				a.truth.count(&a.truth.sources[a.index][j], frontier.Min, -1)
			}
		}
	}
	a.budget--
	for j, in := range a.ins {
		a.consume(j, in)
	}
	for j := range a.outs {
		a.use(j)
	}
	for _, end := range a.ends {
		end()
	}
	a.ends = a.ends[:0]
	if a.budget > 0 || a.busy() {
		if a.rng.Chance(1, 4) {
			op.ActivateAfter(a.rng.Duration(0, time.Millisecond))
		} else {
			op.Activate()
		}
	}
	if a.rng.Chance(1, 20) {
		op.Task().Sleep(a.rng.Duration(0, 2*time.Millisecond))
	}
}

func (a *actor) busy() bool {
	for _, caps := range a.caps {
		if len(caps) > 0 {
			return true
		}
	}
	return false
}

func (a *actor) consume(j int, in *Input) {
	for a.budget <= 0 || a.rng.Chance(2, 3) {
		at, _, ok := in.Next()
		if !ok {
			return
		}
		if !in.Frontier().LessEqual(at) {
			a.failed(fmt.Sprintf("a container at %d arrives behind the frontier %s", at, in.Frontier()))
		}
		a.ends = append(a.ends, func() { a.truth.count(&a.truth.messages[a.index][j], at, -1) })
		if a.op.inputs[j].apart {
			continue
		}
		for o := range a.outs {
			a.answer(o, at)
		}
	}
}

// answer makes something of a container that was consumed at a time.
func (a *actor) answer(o int, at frontier.Time) {
	if a.rng.Chance(1, 2) {
		a.give(o, at+frontier.Time(a.rng.IntN(3)))
	}
	if a.op.early && a.budget > 0 && a.rng.Chance(1, 3) {
		a.hold(o, at+frontier.Time(a.rng.IntN(3)))
	}
}

// use moves the capabilities of an output.
func (a *actor) use(o int) {
	kept := a.caps[o][:0]
	for _, c := range a.caps[o] {
		if a.budget > 0 && a.rng.Chance(1, 2) {
			a.give(o, c.Time()+frontier.Time(a.rng.IntN(4)))
		}
		at := c.Time()
		source := &a.truth.sources[a.index][o]
		switch {
		case a.budget <= 0 || a.rng.Chance(1, 10):
			c.Drop()
		case a.rng.Chance(1, 2):
			to := at + frontier.Time(a.rng.IntN(3))
			a.truth.count(source, to, 1)
			c.Downgrade(to)
			kept = append(kept, c)
		default:
			kept = append(kept, c)
			continue
		}
		a.ends = append(a.ends, func() { a.truth.count(source, at, -1) })
	}
	a.caps[o] = kept
}

func (a *actor) hold(o int, at frontier.Time) {
	a.truth.count(&a.truth.sources[a.index][o], at, 1)
	a.caps[o] = append(a.caps[o], a.outs[o].Hold(at))
}

// give counts what goes along pipelines; the exchanges' own functions count the rest.
func (a *actor) give(o int, at frontier.Time) {
	for i, op := range a.truth.graph.ops {
		for j, e := range op.inputs {
			if e.op == a.index && e.port == o && e.pact == 0 {
				a.truth.count(&a.truth.messages[i][j], at, 1)
			}
		}
	}
	a.outs[o].Give(at, at)
}

func (tr *truth) pact(i, j int, e graphEdge) Pact {
	if e.pact == 0 {
		return Pipeline()
	}
	return Exchange(func(data any, peers int, give func(int, any)) {
		at := data.(frontier.Time)
		for target := range peers {
			if e.pact == 2 || uint64(at)%uint64(peers) == uint64(target) {
				tr.count(&tr.messages[i][j], at, 1)
				give(target, data)
			}
		}
	})
}

// build constructs the graph on a worker.
func (tr *truth) build(w *Worker, name string, budget int, failed func(string)) {
	w.Dataflow(name, func(s *Scope) {
		streams := make([][]Stream, len(tr.graph.ops))
		for i, op := range tr.graph.ops {
			a := &actor{truth: tr, index: i, op: op, budget: budget, failed: failed}
			a.rng = w.Task().Stream(fmt.Sprintf("actor %s %d", name, i))
			b := s.Operator(fmt.Sprintf("op%d", i))
			for j, e := range op.inputs {
				if e.apart {
					a.ins = append(a.ins, b.InputApart(streams[e.op][e.port], tr.pact(i, j, e)))
				} else {
					a.ins = append(a.ins, b.Input(streams[e.op][e.port], tr.pact(i, j, e)))
				}
			}
			a.caps = make([][]*Capability, op.outputs)
			for j := range op.outputs {
				out := b.Output("time")
				a.outs = append(a.outs, out)
				streams[i] = append(streams[i], out.Stream())
				if op.kept {
					a.caps[j] = append(a.caps[j], out.Initial())
				}
			}
			b.Build(a.schedule)
		}
	})
}

// judge compares a worker's frontiers with the truth.
func (tr *truth) judge(f *dataflow) string {
	tr.compute()
	for i, op := range f.ops[1:] {
		for j, in := range op.inputs {
			if !in.frontier.Le(tr.inputs[i][j]) {
				return fmt.Sprintf("worker %d believes input %d.%d of %s to be at %s, the truth is %s",
					f.worker.index, i, j, f.name, in.frontier, tr.inputs[i][j])
			}
		}
		for j, out := range op.outputs {
			if !out.frontier.Le(tr.outputs[i][j]) {
				return fmt.Sprintf("worker %d believes output %d.%d of %s to be at %s, the truth is %s",
					f.worker.index, i, j, f.name, out.frontier, tr.outputs[i][j])
			}
		}
	}
	return ""
}

func drawWorld(t *rapid.T) sim.Config {
	cfg := sim.Config{
		Seed:  rapid.Uint64().Draw(t, "seed"),
		Grain: rapid.SampledFrom([]sim.Grain{sim.GrainExact, sim.GrainInstant, sim.Grain(100 * time.Microsecond)}).Draw(t, "grain"),
	}
	if rapid.Bool().Draw(t, "fine") {
		cfg.Points = sim.PointsFine
	}
	switch rapid.IntRange(0, 2).Draw(t, "schedule") {
	case 1:
		cfg.Schedule = sim.Random()
	case 2:
		cfg.Schedule = sim.PCT(rapid.IntRange(1, 4).Draw(t, "depth"), 4000)
	}
	return cfg
}

func TestNoFrontierPassesTheTruth(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		truths, budget := []*truth{}, rapid.IntRange(1, 12).Draw(rt, "budget")
		processes, workers := rapid.IntRange(1, 3).Draw(rt, "processes"), rapid.IntRange(1, 2).Draw(rt, "workers")
		for range rapid.IntRange(1, 2).Draw(rt, "dataflows") {
			truths = append(truths, newTruth(drawGraph(rt), processes*workers))
		}
		reorder := rapid.Bool().Draw(rt, "reorder")
		c := newCluster(t, drawWorld(rt), processes, workers, func(c *cluster) {
			c.hooks.Reorder = func() bool { return reorder }
		})
		defer c.world.Close()
		failure := ""
		for worker := range c.workers {
			for i, tr := range truths {
				late := time.Duration(rapid.IntRange(0, 3).Draw(rt, "late")) * 5 * time.Millisecond
				c.do(worker, func(w *Worker) {
					w.Task().Sleep(late)
					tr.build(w, fmt.Sprintf("flow%d", i), budget, func(s string) { failure = s })
				})
			}
		}
		end := sim.Time(time.Minute)
		for c.world.Now() < end && c.world.Step() && failure == "" {
			for _, w := range c.workers {
				if w == nil {
					continue
				}
				for _, f := range w.flows {
					if s := truths[f.index].judge(f); s != "" {
						failure = s
					}
				}
			}
		}
		require.Empty(rt, failure)
		require.Nil(rt, c.world.Stop())
		for _, w := range c.workers {
			require.Equal(rt, len(truths), w.NextDataflow())
			require.Empty(rt, w.flows, "all complete on worker %d", w.index)
		}
	})
}
