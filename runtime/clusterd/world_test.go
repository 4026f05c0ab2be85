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
	"onelane.test/runtime/protocol"
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

// partition is the layer between a controller and the processes.
type partition[C, R any] interface {
	Split(C) []C
	Absorb(shard int, response R) ([]R, error)
}

// session is one connection of a controller to all processes of the replica.
type session[C comparable, R any] struct {
	conns []*protocol.CTPConn[C, R]
	layer partition[C, R]
}

// dial connects to all processes, trying again until it can.
func dial[C comparable, R any](t *sim.Task, w *world, port string, layer partition[C, R]) *session[C, R] {
	s := &session[C, R]{layer: layer}
	for _, node := range w.processes {
		for {
			conn, err := protocol.DialCTP[C, R](t, node, port, version, protocol.CTPConfig{})
			if err == nil {
				s.conns = append(s.conns, conn)
				break
			}
			t.Sleep(10 * time.Millisecond)
		}
	}
	return s
}

// send sends commands in order, one in each pause, until a connection ends.
func (s *session[C, R]) send(t *sim.Task, pause time.Duration, commands ...C) {
	var none C
	for _, command := range commands {
		t.Sleep(pause)
		for process, part := range s.layer.Split(command) {
			if part != none && s.conns[process].Send(t, part) != nil {
				return
			}
		}
	}
}

// receive takes responses until one of the connections ends or the deadline has come.
func (s *session[C, R]) receive(t *sim.Task, until sim.Time, take func(R)) {
	cases := []sim.Case{sim.Deadline(until)}
	for _, conn := range s.conns {
		cases = append(cases, conn.Case())
	}
	for t.Now() < until {
		ready := sim.Select(t, cases...)
		if ready == 0 {
			return
		}
		response, ok, err := s.conns[ready-1].TryRecv(t)
		if err != nil {
			return
		}
		if !ok {
			continue
		}
		merged, err := s.layer.Absorb(ready-1, response)
		require.NoError(t, err)
		for _, response := range merged {
			take(response)
		}
	}
}

func (s *session[C, R]) close(t *sim.Task) {
	for _, conn := range s.conns {
		conn.Close(t)
	}
}

// compute spawns a compute controller that connects, says Hello and the commands, and hears answers for d.
func (w *world) compute(nonce protocol.Nonce, d time.Duration, commands ...protocol.ComputeCommand) {
	w.env.Go("compute", func(t *sim.Task) {
		s := dial(t, w, "compute", protocol.NewPartitionedCompute(len(w.processes)))
		s.send(t, w.pause, append([]protocol.ComputeCommand{protocol.ComputeHello{Nonce: nonce}}, commands...)...)
		s.receive(t, t.Now().Add(d), func(r protocol.ComputeResponse) {
			if report, ok := r.(protocol.Frontiers); ok && report.Output != nil {
				w.frontiers[report.ID.Name] = *report.Output
			}
		})
		s.close(t)
	})
}

// storage spawns a storage controller of the same kind.
func (w *world) storage(nonce protocol.Nonce, d time.Duration, commands ...protocol.StorageCommand) {
	w.env.Go("storage", func(t *sim.Task) {
		s := dial(t, w, "storage", protocol.NewPartitionedStorage(len(w.processes)))
		s.send(t, w.pause, append([]protocol.StorageCommand{protocol.StorageHello{Nonce: nonce}}, commands...)...)
		s.receive(t, t.Now().Add(d), func(r protocol.StorageResponse) {
			if report, ok := r.(protocol.FrontierUpper); ok {
				w.frontiers[report.ID.Name] = report.Upper
			}
		})
		s.close(t)
	})
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

var (
	sourceID = query.ID{N: 2, Name: "s1"}
	remapID  = query.ID{N: 1, Name: "s1/remap"}
	indexID  = query.ID{N: 3, Name: "i1"}
	params   = protocol.Params{MaintenanceInterval: 10 * time.Millisecond, StatisticsInterval: time.Second}
)

// computeCommands creates an index on the source.
func computeCommands() []protocol.ComputeCommand {
	return []protocol.ComputeCommand{
		protocol.CreateInstance{Config: protocol.InstanceConfig{LoggingInterval: time.Second}},
		protocol.ComputeUpdateConfiguration{Params: params},
		protocol.CreateDataflow{Description: &query.Description{
			Name:          "i1",
			SourceImports: []query.SourceImport{{ID: sourceID, Shard: query.ShardOf(sourceID)}},
			Query:         query.Input(sourceID),
			Exports:       []query.Export{{ID: indexID, Kind: query.Index}},
		}},
		protocol.Schedule{ID: indexID},
		protocol.ComputeInitializationComplete{},
	}
}

// manyIndexes creates n more indexes on the source, once it is initialised.
func manyIndexes(n int) []protocol.ComputeCommand {
	commands := computeCommands()
	for i := range n {
		name := fmt.Sprintf("i%d", i+2)
		id := query.ID{N: uint64(100 + i), Name: name}
		create := commands[2].(protocol.CreateDataflow)
		description := *create.Description
		description.Name, description.Exports = name, []query.Export{{ID: id, Kind: query.Index}}
		commands = append(commands, protocol.CreateDataflow{Description: &description}, protocol.Schedule{ID: id})
	}
	return commands
}

// manySources creates n sources that tick as given.
func manySources(n int, tick time.Duration) []protocol.StorageCommand {
	commands := storageCommands()
	commands[2].(protocol.RunIngestion).Ingestion.Tick = tick
	for i := range n - 1 {
		id := query.ID{N: uint64(201 + 2*i), Name: fmt.Sprintf("s%d", i+2)}
		ingestion := *commands[2].(protocol.RunIngestion).Ingestion
		ingestion.ID, ingestion.Exports = id, []query.ID{id}
		ingestion.Remap = query.ID{N: id.N - 1, Name: id.Name + "/remap"}
		commands = append(commands, protocol.RunIngestion{Ingestion: &ingestion})
	}
	return commands
}

// storageCommands creates the source.
func storageCommands() []protocol.StorageCommand {
	return []protocol.StorageCommand{
		protocol.StorageUpdateConfiguration{Params: params},
		protocol.StorageAllowWrites{},
		protocol.RunIngestion{Ingestion: &query.Ingestion{
			ID: sourceID, Remap: remapID, Exports: []query.ID{sourceID}, Rate: 100, Partitions: 2, Tick: 100 * time.Millisecond,
		}},
		protocol.StorageInitializationComplete{},
	}
}
