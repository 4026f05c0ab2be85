package lane_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// The worlds of this file have no controllers: on every worker of a replica producers of both kinds put items into the
// lane at random times, and workers stall at random. It is the reference test of the unified command channel
// (MaterializeInc/materialize#38579) at every interleaving that a seed can name.

// world is one replica and what was seen of its lane.
type world struct {
	sim                *sim.World
	processes, workers int
	cfg                lane.Config
	reorder            bool // whether containers of a channel may overtake each other
	items              int  // per producer

	accepted  map[int][]lane.Accepted // by producer
	delivered [][]lane.Delivered      // by worker
}

func newWorld(seed uint64) *world {
	draw := sim.Derive(seed, "shape")
	return &world{
		sim: sim.New(sim.Config{
			Seed: seed, Schedule: sim.Random(), Grain: []sim.Grain{sim.GrainInstant, sim.GrainExact, sim.Grain(100 * time.Microsecond)}[draw.IntN(3)],
			Points: []sim.Points{sim.PointsCoarse, sim.PointsFine}[draw.IntN(2)],
		}),
		processes: draw.Between(1, 3), workers: draw.Between(1, 3),
		cfg: lane.Config{Hosting: true}, items: 8,
		accepted: make(map[int][]lane.Accepted),
	}
}

// Observe implements [trace.Observer].
func (w *world) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case lane.Accepted:
		w.accepted[e.Producer] = append(w.accepted[e.Producer], e)
	case lane.Delivered:
		w.delivered[e.Worker] = append(w.delivered[e.Worker], e)
	}
}

// run lets all producers send what they have and the lane deliver it.
func (w *world) run(t *testing.T) {
	t.Helper()
	defer w.sim.Close()
	w.delivered = make([][]lane.Delivered, w.processes*w.workers)
	w.sim.Observe(w)
	nodes := make([]*sim.Node, w.processes)
	for p := range nodes {
		nodes[p] = w.sim.AddNode(fmt.Sprintf("r1.p%d", p), sim.NodeOptions{
			Cores: w.workers,
			Start: func(n *sim.Node) { w.start(n, p, func(i int) *sim.Node { return nodes[i] }) },
		})
	}
	for _, n := range nodes {
		n.Start()
	}
	require.Nil(t, w.sim.RunFor(100*time.Millisecond))
}

func (w *world) start(n *sim.Node, index int, peers func(int) *sim.Node) {
	hooks := timely.Hooks{}
	if w.reorder {
		hooks.Reorder = func() bool { return n.Stream("reorder").Chance(1, 2) }
	}
	p := timely.NewProcess(n, index, timely.Config{Processes: w.processes, Workers: w.workers}, peers, hooks)
	n.Go("bring-up", func(t *sim.Task) {
		p.BringUp(t)
		for local := range w.workers {
			n.GoPinned(fmt.Sprintf("worker%d", local), local, func(t *sim.Task) { w.work(t, p, local) })
		}
	})
}

// work is a worker that sends storage items and consumes the lane.
func (w *world) work(t *sim.Task, p *timely.Process, local int) {
	timelyWorker := p.NewWorker(t, local)
	cfg := w.cfg
	cfg.Generation = p.Generation()
	l := lane.Render(timelyWorker, cfg)
	t.Node().Go(fmt.Sprintf("producer%d", local), func(t *sim.Task) { w.produce(t, timelyWorker.Index(), l) })
	rng := t.Stream(fmt.Sprintf("worker%d", local))
	for sent := 0; ; {
		if sent < w.items && rng.Chance(1, 3) {
			l.SendStorage(protocol.StatisticsUpdate{Worker: timelyWorker.Index()*100 + sent})
			sent++
		}
		timelyWorker.StepOrPark(time.Duration(rng.IntN(3)) * time.Millisecond)
		for rng.Chance(3, 4) {
			if _, ok := l.TryRecv(); !ok {
				break
			}
		}
		t.Work(rng.Duration(0, 200*time.Microsecond))
	}
}

// produce is the compute client of a worker: commands on worker 0, configuration updates on the others.
func (w *world) produce(t *sim.Task, worker int, l *lane.Lane) {
	rng := t.Stream(fmt.Sprintf("producer%d", worker))
	for i := range w.items {
		t.Sleep(rng.Duration(0, 500*time.Microsecond))
		var cmd protocol.ComputeCommand = protocol.ComputeUpdateConfiguration{Params: protocol.NoParams()}
		if worker == 0 {
			cmd = protocol.ComputeAllowCompaction{ID: query.ID{N: 1, Name: "i1"}, Frontier: frontier.At(frontier.Time(i))}
		}
		l.SendCompute(t, cmd, 1)
	}
}

// broken says in which way the lane failed to be one order, or nothing.
func (w *world) broken() string {
	total := 0
	for producer := range w.delivered {
		total += len(w.accepted[producer])
	}
	for worker, items := range w.delivered {
		if len(items) != total {
			return fmt.Sprintf("worker %d consumed %d of %d items", worker, len(items), total)
		}
		next := make(map[int]uint64)
		for position, item := range items {
			if first := w.delivered[0][position]; item.Text != first.Text || item.Producer != first.Producer {
				return fmt.Sprintf("position %d: worker 0 %q, worker %d %q", position, first.Text, worker, item.Text)
			}
			if item.Index != next[item.Producer] {
				return fmt.Sprintf("position %d: index %d of producer %d", position, item.Index, item.Producer)
			}
			next[item.Producer]++
		}
	}
	return ""
}

// expected is the number of items that a sound lane accepts.
func (w *world) expected() int {
	return w.items * (1 + w.processes*w.workers)
}

func TestAllWorkersConsumeOneOrder(t *testing.T) {
	t.Parallel()
	bothKinds := 0
	for seed := range uint64(60) {
		w := newWorld(seed)
		w.reorder = seed%2 == 1
		w.run(t)
		require.Empty(t, w.broken(), "seed %d", seed)
		require.Len(t, w.delivered[0], w.expected(), "seed %d", seed)
		if alternations(w.delivered[0]) > 2 {
			bothKinds++
		}
	}
	require.Greater(t, bothKinds, 40, "the kinds must really alternate")
}

// alternations counts how often the kind of the items changes.
func alternations(items []lane.Delivered) int {
	n := 0
	for i := 1; i < len(items); i++ {
		if (items[i].Item.Compute == nil) != (items[i-1].Item.Compute == nil) {
			n++
		}
	}
	return n
}

// brokenIn counts the seeds whose lane is not one order under a flaw.
func brokenIn(t *testing.T, seeds uint64, flaw func(*world)) int {
	n := 0
	for seed := range seeds {
		w := newWorld(seed)
		w.processes = 2
		flaw(w)
		w.run(t)
		if w.broken() != "" {
			n++
		}
	}
	return n
}

func TestTwoLanesHaveNoCommonOrder(t *testing.T) {
	t.Parallel()
	require.Greater(t, brokenIn(t, 20, func(w *world) { w.cfg.TwoLanes = true }), 10)
}

func TestContiguityMattersOnlyWhereContainersOvertake(t *testing.T) {
	t.Parallel()
	require.Greater(t, brokenIn(t, 20, func(w *world) { w.cfg.NoContiguity, w.reorder = true, true }), 10)
	require.Zero(t, brokenIn(t, 20, func(w *world) { w.cfg.NoContiguity = true }))
}
