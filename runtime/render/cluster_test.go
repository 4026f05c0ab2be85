package render

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
)

// The tests run dataflows on small replicas: a store, one or more timely clusters, and nobody who tells the workers
// anything but the test. Workers build what the test has asked for so far, all in the same order, whenever their process
// starts; so a restart needs no command.

// world is a store, the replicas that compute over it, and the descriptions that they compute.
type world struct {
	t        testing.TB
	sim      *sim.World
	store    *persist.Store
	replicas []*replica
	flows    []*installed
}

// installed is a dataflow that all workers have.
type installed struct {
	description *query.Description
	start       bool
	writes      bool
}

// replica is one timely cluster.
type replica struct {
	world   *world
	nodes   []*sim.Node
	cfg     timely.Config
	workers []*worker
}

// worker is one timely worker and what it has built in this life.
type worker struct {
	task   *sim.Task
	timely *timely.Worker
	client *persist.Client
	traces map[query.ID]*Trace
	flows  []*Dataflow
	starts []*StartSignal
	todo   []func()
}

func newWorld(t testing.TB, cfg sim.Config) *world {
	w := &world{t: t, sim: sim.New(cfg)}
	t.Cleanup(w.sim.Close)
	w.store = persist.NewStore(w.sim.AddNode("persist", sim.NodeOptions{}))
	return w
}

func (w *world) addReplica(processes, workers int) *replica {
	r := &replica{
		world: w, cfg: timely.Config{Processes: processes, Workers: workers},
		workers: make([]*worker, processes*workers),
	}
	name := fmt.Sprintf("r%d", len(w.replicas)+1)
	for i := range processes {
		r.nodes = append(r.nodes, w.sim.AddNode(fmt.Sprintf("%s.p%d", name, i), sim.NodeOptions{
			Start: func(n *sim.Node) { r.start(n, i) },
		}))
	}
	for _, n := range r.nodes {
		n.Start()
	}
	w.replicas = append(w.replicas, r)
	return r
}

func (r *replica) start(n *sim.Node, i int) {
	client := persist.NewClient(n, r.world.store, persist.DefaultConfig())
	process := timely.NewProcess(n, i, r.cfg, func(i int) *sim.Node { return r.nodes[i] }, timely.Hooks{})
	n.Go("main", func(t *sim.Task) {
		process.BringUp(t)
		for local := range r.cfg.Workers {
			n.Go(fmt.Sprintf("worker%d", local), func(t *sim.Task) {
				w := &worker{task: t, timely: process.NewWorker(t, local), client: client, traces: map[query.ID]*Trace{}}
				r.workers[w.timely.Index()] = w
				r.world.run(w)
			})
		}
	})
}

// run is the life of a worker.
func (w *world) run(me *worker) {
	for {
		for len(me.flows) < len(w.flows) {
			me.build(w.flows[len(me.flows)].description)
		}
		for i, f := range w.flows {
			if f.start {
				me.starts[i].Fire()
			}
			for _, e := range me.flows[i].Exports {
				if f.writes && e.Sink != nil {
					e.Sink.AllowWrites()
				}
			}
		}
		for len(me.todo) > 0 {
			do := me.todo[0]
			me.todo = me.todo[1:]
			do()
		}
		me.timely.StepOrPark(-1)
		me.task.Work(5 * time.Microsecond)
	}
}

func (me *worker) build(d *query.Description) {
	start := &StartSignal{}
	flow := Build(me.timely, me.client, func(id query.ID) *Trace { return me.traces[id] }, share(d, me.timely), start, 0)
	me.flows, me.starts = append(me.flows, flow), append(me.starts, start)
	for _, e := range flow.Exports {
		if e.Trace != nil {
			me.traces[e.ID] = e.Trace
			e.Trace.Hold().Downgrade(d.AsOf)
		}
	}
}

// share deals out constants as the lane does.
func share(d *query.Description, w *timely.Worker) *query.Description {
	constant, ok := d.Query.Op.(query.ConstantOp)
	if !ok {
		return d
	}
	part := *d
	var mine []query.Row
	for i, row := range constant.Rows {
		if i%w.Peers() == w.Index() {
			mine = append(mine, row)
		}
	}
	part.Query = query.Constant(mine...)
	return &part
}

// install has the description built everywhere, started and, for views, writable.
func (w *world) install(d *query.Description) *installed {
	f := &installed{description: d, start: true, writes: true}
	w.flows = append(w.flows, f)
	w.wake()
	return f
}

// wake makes all workers look at what is wanted of them.
func (w *world) wake() {
	for _, r := range w.replicas {
		for i, n := range r.nodes {
			for local := range r.cfg.Workers {
				if me := r.workers[i*r.cfg.Workers+local]; me != nil && n.Alive() {
					me.task.Unpark(nil)
				}
			}
		}
	}
}

// restart kills a replica and starts it again.
func (r *replica) restart() {
	for _, n := range r.nodes {
		n.Kill("test")
	}
	for _, n := range r.nodes {
		n.Start()
	}
}

// runFor lets time pass.
func (w *world) runFor(d time.Duration) {
	w.t.Helper()
	if stop := w.sim.RunFor(d); stop != nil {
		require.Fail(w.t, "world stopped", "%v %s\n%s", stop.Kind, stop.Reason, stop.Stack)
	}
}

// feed appends to a shard through a process that never fails.
func (w *world) feed(shard query.Shard, upper frontier.Antichain, updates ...query.Update) {
	w.t.Helper()
	node := w.sim.NodeByName("feed")
	if node == nil {
		node = w.sim.AddNode("feed", sim.NodeOptions{})
		node.Start()
	}
	client := persist.NewClient(node, w.store, persist.Config{})
	done := false
	client.CompareAndAppend(shard, updates, w.store.Upper(shard), upper, func(r persist.AppendResult) {
		require.True(w.t, r.OK)
		done = true
	})
	require.Nil(w.t, w.sim.RunUntil(func() bool { return done }))
}

// contents adds up a shard at a time.
func (w *world) contents(shard query.Shard, at frontier.Time) map[query.Row]int64 {
	return multiset(w.store.Contents(shard), at)
}

func multiset(updates []query.Update, at frontier.Time) map[query.Row]int64 {
	rows := map[query.Row]int64{}
	for _, u := range updates {
		if u.Time > at {
			continue
		}
		if rows[u.Row] += u.Diff; rows[u.Row] == 0 {
			delete(rows, u.Row)
		}
	}
	return rows
}

var (
	s1  = query.ID{N: 1, Name: "s1"}
	s2  = query.ID{N: 2, Name: "s2"}
	i1  = query.ID{N: 11, Name: "i1"}
	i2  = query.ID{N: 12, Name: "i2"}
	mv1 = query.ID{N: 21, Name: "mv1"}
	mv2 = query.ID{N: 22, Name: "mv2"}
)

// describe makes the description of one export. What is an index in traces is imported as one.
func describe(t testing.TB, id query.ID, kind query.ExportKind, text string, asOf frontier.Time) *query.Description {
	names := map[string]query.ID{"s1": s1, "s2": s2, "i1": i1, "mv1": mv1, "mv2": mv2}
	q, err := query.Parse(text, func(name string) (query.ID, bool) { id, ok := names[name]; return id, ok })
	require.NoError(t, err)
	d := &query.Description{
		Name: id.Name, Query: q, AsOf: frontier.At(asOf),
		Exports: []query.Export{{ID: id, Kind: kind}},
	}
	if kind == query.MaterializedView {
		d.Exports[0].Shard = query.ShardOf(id)
	}
	for _, input := range q.Inputs() {
		if input == i1 {
			d.IndexImports = append(d.IndexImports, input)
			continue
		}
		d.SourceImports = append(d.SourceImports, query.SourceImport{ID: input, Shard: query.ShardOf(input)})
	}
	return d
}

func row(key, value int64, at frontier.Time) query.Update {
	return query.Update{Row: query.Row{Key: key, Value: value}, Time: at, Diff: 1}
}
