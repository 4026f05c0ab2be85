package storage

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// replica is a world with the storage half of a replica in it: processes whose workers run the lane and the guest, in
// the order of the real loop, with no compute beside them and with the test in the controller's place.
type replica struct {
	t       testing.TB
	name    string
	world   *sim.World
	store   *persist.Store
	opts    replicaOptions
	nodes   []*sim.Node
	workers []*testWorker // by index
	names   names
	events  []string // of this package, as they are
	built   map[int][]string
	done    []timely.DataflowCompleted
	loops   []int
}

type replicaOptions struct {
	Seed               uint64
	Processes, Workers int
	Schedule           sim.Schedule
	Grain              sim.Grain
	Points             sim.Points
	Config             Config
	Hooks              Hooks
	Timely             timely.Hooks
	Persist            persist.Config
	// Quiet keeps no text of events.
	Quiet bool
	// Beside is another replica, in whose world and over whose store this one runs.
	Beside *replica
}

// testWorker is a worker and its end of the controller's connection.
type testWorker struct {
	index     int
	task      *sim.Task
	worker    *timely.Worker
	lane      *lane.Lane
	state     *State
	async     *AsyncWorker
	conns     *sim.Queue[*connection]
	conn      *connection
	responses []protocol.StorageResponse // of the present connection
	reported  sim.Time
	counted   sim.Time
	// mute leaves the external plane unheard, so that this worker falls behind on it.
	mute bool
	// extra is done once, on the worker's task.
	extra  func()
	client *persist.Client
	// stuck makes the worker sleep, so that it falls behind on everything.
	stuck time.Duration
}

// connection is one connection of the controller to one worker.
type connection struct {
	commands   *sim.Queue[protocol.StorageCommand]
	buffered   []protocol.StorageCommand
	reconciled bool
}

func newReplica(t testing.TB, o replicaOptions) *replica {
	if o.Processes == 0 {
		o.Processes = 1
	}
	if o.Workers == 0 {
		o.Workers = 1
	}
	if o.Persist.MaxLatency == 0 {
		o.Persist = persist.DefaultConfig()
	}
	r := &replica{t: t, opts: o, name: "r1", names: names{}, built: map[int][]string{}}
	if o.Beside != nil {
		r.name, r.world, r.store, r.names = "r2", o.Beside.world, o.Beside.store, o.Beside.names
	} else {
		r.world = sim.New(sim.Config{Seed: o.Seed, Schedule: o.Schedule, Grain: o.Grain, Points: o.Points})
		t.Cleanup(r.world.Close)
		r.store = persist.NewStore(r.world.AddNode("persist", sim.NodeOptions{}))
	}
	r.world.Observe(r)
	peers := o.Processes * o.Workers
	r.workers, r.loops = make([]*testWorker, peers), make([]int, peers)
	for p := range o.Processes {
		node := r.world.AddNode(fmt.Sprintf("%s.p%d", r.name, p), sim.NodeOptions{Start: func(n *sim.Node) { r.process(n, p) }})
		r.nodes = append(r.nodes, node)
	}
	for _, n := range r.nodes {
		n.Start()
	}
	r.until("workers are up", func() bool { return !slices.Contains(r.workers, nil) })
	return r
}

// process runs one process of the replica.
func (r *replica) process(n *sim.Node, index int) {
	cfg := timely.Config{Processes: r.opts.Processes, Workers: r.opts.Workers}
	process := timely.NewProcess(n, index, cfg, func(i int) *sim.Node { return r.nodes[i] }, r.opts.Timely)
	client := persist.NewClient(n, r.store, r.opts.Persist)
	n.Go("main", func(t *sim.Task) {
		process.BringUp(t)
		for local := range r.opts.Workers {
			n.GoPinned(fmt.Sprintf("worker%d", local), local, func(t *sim.Task) {
				r.run(t, process.NewWorker(t, local), client)
			})
		}
	})
}

func (r *replica) run(t *sim.Task, w *timely.Worker, client *persist.Client) {
	l := lane.Render(w, lane.Config{Generation: w.Process().Generation(), Hosting: true})
	index := w.Index()
	async := NewAsyncWorker(t.Node(), client, t, index == 0, r.opts.Hooks)
	tw := &testWorker{
		index:  index,
		task:   t,
		worker: w,
		lane:   l,
		state:  New(w, client, l.SendStorage, async, r.opts.Config, r.opts.Hooks),
		async:  async,
		client: client,
		conns:  sim.NewQueue[*connection](t.World(), "conns"),
	}
	r.workers[index] = tw
	for {
		r.loops[index]++
		tw.iterate()
	}
}

func (w *testWorker) iterate() {
	if w.stuck > 0 {
		d := w.stuck
		w.stuck = 0
		w.task.Sleep(d)
	}
	if w.extra != nil {
		w.extra()
		w.extra = nil
	}
	w.task.Work(5 * time.Microsecond)
	if w.busy() {
		w.worker.Step()
	} else {
		w.worker.StepOrPark(w.parkCap())
	}
	for {
		item, ok := w.lane.TryRecv()
		if !ok {
			break
		}
		w.state.HandleInternal(item.Storage)
	}
	w.guest()
}

func (w *testWorker) busy() bool {
	return w.async.Responses.Len() > 0 || !w.mute && (w.conns.Len() > 0 || w.conn != nil && w.conn.commands.Len() > 0)
}

func (w *testWorker) parkCap() time.Duration {
	if w.conn == nil || !w.conn.reconciled {
		return -1
	}
	now := w.task.Now()
	return max(0, min(w.counted.Add(w.state.StatisticsInterval()).Sub(now), w.reported.Add(10*time.Millisecond).Sub(now)))
}

func (w *testWorker) guest() {
	for {
		response, ok := w.async.Responses.TryPop(w.task)
		if !ok {
			break
		}
		w.state.HandleAsyncResponse(response)
	}
	if w.mute {
		return
	}
	for {
		conn, ok := w.conns.TryPop(w.task)
		if !ok {
			break
		}
		w.conn, w.responses = conn, nil
	}
	if w.conn != nil {
		w.serve(w.conn)
	}
}

func (w *testWorker) serve(c *connection) {
	for {
		cmd, ok := c.commands.TryPop(w.task)
		if !ok {
			break
		}
		_, complete := cmd.(protocol.StorageInitializationComplete)
		switch {
		case c.reconciled:
			w.state.HandleExternal(cmd)
		case complete:
			c.reconciled = true
			w.state.Reconcile(c.buffered)
		default:
			c.buffered = append(c.buffered, cmd)
		}
	}
	if c.reconciled {
		w.report()
	} else if c.commands.Closed() {
		w.conn = nil
	}
}

func (w *testWorker) report() {
	send := func(r protocol.StorageResponse) { w.responses = append(w.responses, r) }
	now := w.task.Now()
	if now.Sub(w.reported) >= w.state.MaintenanceInterval() {
		w.reported = now
		w.state.ReportFrontiers(send)
	}
	w.state.ReportDropped(send)
	w.state.ReportStatuses(send)
	if now.Sub(w.counted) >= w.state.StatisticsInterval() {
		w.counted = now
		w.state.ReportStatistics(send)
	}
	if w.conn.commands.Closed() {
		w.conn = nil
	}
}

// Observe keeps what the tests look at.
func (r *replica) Observe(rec *trace.Record) {
	if !strings.HasPrefix(rec.Node, r.name+".") {
		return
	}
	switch e := rec.Event.(type) {
	case timely.Built:
		r.built[e.Worker] = append(r.built[e.Worker], fmt.Sprintf("%d %s %x [%d,%d)", e.Dataflow, e.Name, e.Shape, e.First, e.Next))
	case timely.DataflowCompleted:
		r.done = append(r.done, e)
	}
	if r.opts.Quiet {
		return
	}
	text := string(rec.Event.Append(nil))
	if len(text) > 8 && text[:8] == "storage." {
		r.events = append(r.events, fmt.Sprintf("%s %s", sim.Time(rec.At), text[8:]))
	}
}

// connect opens a connection to every worker and sends the commands of its initialization.
func (r *replica) connect(commands ...protocol.StorageCommand) {
	r.t.Helper()
	for _, w := range r.workers {
		if w.conn != nil {
			w.conn.commands.Close(nil)
		}
		c := &connection{commands: sim.NewQueue[protocol.StorageCommand](r.world, "commands")}
		for _, cmd := range commands {
			c.commands.Push(nil, cmd)
		}
		c.commands.Push(nil, protocol.StorageInitializationComplete{})
		w.conns.Push(nil, c)
		w.task.Unpark(nil)
	}
	r.until("all workers have reconciled", func() bool {
		return r.all(func(w *testWorker) bool { return w.mute || w.conn != nil && w.conn.reconciled && w.conns.Len() == 0 })
	})
}

// disconnect ends the connection to every worker.
func (r *replica) disconnect() {
	for _, w := range r.workers {
		w.conn.commands.Close(nil)
		w.task.Unpark(nil)
	}
	r.until("all workers have noticed", func() bool {
		return r.all(func(w *testWorker) bool { return w.mute || w.conn == nil })
	})
}

// tell sends a command to every worker.
func (r *replica) tell(commands ...protocol.StorageCommand) {
	for _, w := range r.workers {
		for _, cmd := range commands {
			w.conn.commands.Push(nil, cmd)
		}
		w.task.Unpark(nil)
	}
}

func (r *replica) all(ok func(*testWorker) bool) bool {
	return !slices.ContainsFunc(r.workers, func(w *testWorker) bool { return !ok(w) })
}

func (r *replica) runFor(d time.Duration) {
	r.t.Helper()
	if stop := r.world.RunFor(d); stop != nil {
		r.t.Fatalf("world stopped: %s %s\n%s", stop.Kind, stop.Reason, stop.Stack)
	}
}

// until runs until something holds, which must happen within some seconds.
func (r *replica) until(what string, cond func() bool) {
	r.t.Helper()
	limit := r.world.Now().Add(30 * time.Second)
	for !cond() {
		require.Less(r.t, r.world.Now(), limit, "not in time: %s", what)
		r.runFor(time.Millisecond)
	}
}

// wedge makes one worker sleep.
func (r *replica) wedge(worker int, d time.Duration) {
	r.workers[worker].stuck = d
	r.workers[worker].task.Unpark(nil)
	r.runFor(time.Millisecond)
}

// source describes an ingestion with an export of its own name.
func (r *replica) source(text ...string) *query.Ingestion {
	r.t.Helper()
	i, err := r.names.ingestion(text)
	require.NoError(r.t, err)
	i.Tick = 100 * time.Millisecond
	return i
}

func (r *replica) export(id query.ID, asOf frontier.Time) *query.Sink {
	return &query.Sink{ID: r.names.id("k-" + id.Name), From: id, FromShard: query.ShardOf(id), AsOf: frontier.At(asOf)}
}

// initialize is what a controller says first.
func initialize(commands ...protocol.StorageCommand) []protocol.StorageCommand {
	params := protocol.Params{MaintenanceInterval: 10 * time.Millisecond, StatisticsInterval: time.Second}
	return append([]protocol.StorageCommand{
		protocol.StorageUpdateConfiguration{Params: params},
		protocol.StorageAllowWrites{},
	}, commands...)
}

func drop(id query.ID) protocol.StorageCommand {
	return protocol.StorageAllowCompaction{ID: id, Frontier: frontier.Empty()}
}

// dropAll are the commands that drop all of an ingestion.
func dropAll(i *query.Ingestion) []protocol.StorageCommand {
	var commands []protocol.StorageCommand
	for _, id := range i.CollectionIDs() {
		commands = append(commands, drop(id))
	}
	if !slices.Contains(i.Exports, i.ID) {
		commands = append(commands, drop(i.ID))
	}
	return commands
}
