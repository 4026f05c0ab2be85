package clusterd_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/fail"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

const version = "v1"

// world is one replica with a store and a controller per plane that is written by hand: it says what it is told to
// say, to all processes, on one connection after the other.
type world struct {
	t          testing.TB
	sim        *sim.World
	failpoints *fail.Set
	store      *persist.Store
	env        *sim.Node
	processes  []*sim.Node
	pause      time.Duration // of the controllers between two commands
	failing    bool          // whether the readers of sources fail
	slow       bool          // whether adapters are slow
	alone      bool          // whether compute has the cluster for itself

	built     map[string][]string // by process and worker
	delivered map[string][]string // by process and worker
	frontiers map[string]frontier.Antichain
	turns     map[string]int // iterations by process and worker
	exits     []sim.Exit
	responded map[string][]string // by process, worker and nonce
	stashed   int                 // responses to a later connection, where nonces are in order
	lost      string              // the first response that an adapter passed over
}

// newWorld draws how the world is run.
func newWorld(t testing.TB, seed uint64, processes, workers int) *world {
	draw := sim.Derive(seed, "world")
	return newWorldWith(t, sim.Config{
		Seed: seed, Schedule: []sim.Schedule{sim.Random(), sim.FIFO()}[draw.IntN(2)],
		Grain:  []sim.Grain{sim.GrainExact, sim.Grain(10 * time.Microsecond), sim.Grain(100 * time.Microsecond)}[draw.IntN(3)],
		Points: []sim.Points{sim.PointsCoarse, sim.PointsFine}[draw.IntN(2)],
	}, processes, workers)
}

func newWorldWith(t testing.TB, cfg sim.Config, processes, workers int) *world {
	w := &world{
		t: t, sim: sim.New(cfg),
		built: make(map[string][]string), delivered: make(map[string][]string),
		frontiers: make(map[string]frontier.Antichain), turns: make(map[string]int), responded: make(map[string][]string),
	}
	t.Cleanup(w.sim.Close)
	w.sim.Observe(w)
	w.failpoints = fail.NewSet(w.sim)
	fail.Install(w.sim, w.failpoints)
	w.store = persist.NewStore(w.sim.AddNode("persist", sim.NodeOptions{}))
	for p := range processes {
		w.processes = append(w.processes, w.sim.AddNode(fmt.Sprintf("r1.p%d", p), sim.NodeOptions{
			Cores: workers, Start: func(n *sim.Node) { clusterd.Factory(w.config(p, processes, workers))(n) },
			OnExit: func(_ *sim.Node, e sim.Exit) { w.exits = append(w.exits, e) },
		}))
	}
	w.env = w.sim.AddNode("env", sim.NodeOptions{})
	return w
}

func (w *world) config(index, processes, workers int) clusterd.Config {
	return clusterd.Config{
		Replica: "r1", Index: index, Processes: processes, Workers: workers, Unified: !w.alone, Version: version,
		Peers: func(i int) *sim.Node { return w.processes[i] },
		Store: w.store, PersistConfig: persist.Config{MinLatency: 50 * time.Microsecond, MaxLatency: 300 * time.Microsecond},
		AdapterDelay:  w.adapterDelay,
		StorageConfig: storage.Config{SuspendDelay: 100 * time.Millisecond},
		StorageHooks: storage.Hooks{
			SourceError: func(query.ID, int) (string, bool) { return "upstream gone", w.failing },
		},
	}
}

// start starts the replica; failpoints must be armed before.
func (w *world) start() {
	for _, n := range w.processes {
		n.Start()
	}
	w.env.Start()
}

// Observe implements [trace.Observer].
func (w *world) Observe(r *trace.Record) {
	worker := func(index int) string { return fmt.Sprintf("%s worker %d", r.Node, index) }
	switch e := r.Event.(type) {
	case timely.Built:
		w.built[worker(e.Worker)] = append(w.built[worker(e.Worker)], fmt.Sprintf("%d %s %x", e.Dataflow, e.Name, e.Shape))
	case lane.Delivered:
		w.delivered[worker(e.Worker)] = append(w.delivered[worker(e.Worker)], fmt.Sprintf("%d %s", e.Global, e.Text))
	case clusterd.Iteration:
		w.turns[worker(e.Worker)]++
	case clusterd.Responded:
		if e.Plane == clusterd.Compute {
			key := fmt.Sprint(worker(e.Worker), e.Nonce)
			w.responded[key] = append(w.responded[key], e.Response.String())
		}
	case clusterd.Stashed:
		if e.RespNonce > e.ConnNonce {
			w.stashed++
		}
	case clusterd.Forwarded:
		w.forwarded(fmt.Sprint(worker(e.Worker), e.RespNonce), e.Response.String())
	}
}

// forwarded checks that an adapter passes responses on in order and leaves none out.
func (w *world) forwarded(key, response string) {
	if w.responded[key][0] != response && w.lost == "" {
		w.lost = w.responded[key][0]
	}
	for w.responded[key][0] != response {
		w.responded[key] = w.responded[key][1:]
	}
	w.responded[key] = w.responded[key][1:]
}

// adapterDelay is now and then as long as it takes a controller to reconnect.
func (w *world) adapterDelay() time.Duration {
	rng := w.sim.Stream("adapter delay")
	if !w.slow || !rng.Chance(1, 10) {
		return 0
	}
	return rng.Duration(0, 100*time.Millisecond)
}

// run lets time pass and fails the test if the world stops.
func (w *world) run(d time.Duration) {
	w.t.Helper()
	require.Nil(w.t, w.sim.RunFor(d))
}

// divergence compares what the workers did, one after the other in the order of their indices, and returns the first
// worker whose sequence is not a prefix of another's or the other way round.
func divergence(sequences map[string][]string) string {
	var workers []string
	for worker := range sequences {
		workers = append(workers, worker)
	}
	slices.Sort(workers)
	first := sequences[workers[0]]
	for _, worker := range workers[1:] {
		n := min(len(first), len(sequences[worker]))
		if !slices.Equal(first[:n], sequences[worker][:n]) {
			return worker
		}
	}
	return ""
}
