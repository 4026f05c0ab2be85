package compute

import (
	"fmt"
	"slices"
	"strings"
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

// testingT is what testing.T and rapid.T share.
type testingT interface {
	require.TestingT
	Helper()
}

// cluster is one replica without lane and controller: every worker gets the commands in the order of the test.
type cluster struct {
	t       testingT
	world   *sim.World
	store   *persist.Store
	cfg     timely.Config
	nodes   []*sim.Node
	workers []*worker
	log     []string
	heard   []response
}

// response is one that a worker gave.
type response struct {
	worker int
	protocol.Frontiers
}

// worker is one timely worker with its compute state, in one life.
type worker struct {
	task   *sim.Task
	timely *timely.Worker
	client *persist.Client
	state  *State
	todo   []func()
}

func newCluster(t testingT, cfg sim.Config, processes, workers int) *cluster {
	c := &cluster{
		t: t, world: sim.New(cfg), cfg: timely.Config{Processes: processes, Workers: workers},
		workers: make([]*worker, processes*workers),
	}
	c.store = persist.NewStore(c.world.AddNode("persist", sim.NodeOptions{}))
	c.world.Observe(trace.ObserverFunc(c.observe))
	for i := range processes {
		c.nodes = append(c.nodes, c.world.AddNode(fmt.Sprintf("p%d", i), sim.NodeOptions{
			Start: func(n *sim.Node) { c.start(n, i) },
		}))
	}
	for _, n := range c.nodes {
		n.Start()
	}
	c.runFor(time.Second)
	return c
}

func (c *cluster) start(n *sim.Node, i int) {
	client := persist.NewClient(n, c.store, persist.DefaultConfig())
	process := timely.NewProcess(n, i, c.cfg, func(i int) *sim.Node { return c.nodes[i] }, timely.Hooks{})
	n.Go("main", func(t *sim.Task) {
		process.BringUp(t)
		for local := range c.cfg.Workers {
			n.Go(fmt.Sprintf("worker%d", local), func(t *sim.Task) {
				w := &worker{task: t, timely: process.NewWorker(t, local), client: client}
				c.workers[w.timely.Index()] = w
				w.run()
			})
		}
	})
}

// run is the life of a worker.
func (w *worker) run() {
	for {
		for len(w.todo) > 0 {
			do := w.todo[0]
			w.todo = w.todo[1:]
			do()
		}
		w.timely.StepOrPark(10 * time.Millisecond)
		if w.state != nil {
			w.state.Maintain()
		}
		w.task.Work(5 * time.Microsecond)
	}
}

// handle gives a command to every worker, to each its part. CreateInstance makes the state, as the worker's loop does.
func (c *cluster) handle(cmd protocol.ComputeCommand) {
	parts := lane.SplitCompute(cmd, len(c.workers))
	c.each(func(w *worker) {
		if create, ok := cmd.(protocol.CreateInstance); ok {
			w.state = New(w.timely, w.client, func(r protocol.ComputeResponse) { c.respond(w, r) }, create.Config)
		}
		w.state.Handle(parts[w.timely.Index()])
	})
}

// reconcile gives every worker its part of the beginning of a new connection.
func (c *cluster) reconcile(commands []protocol.ComputeCommand) {
	parts := make([][]protocol.ComputeCommand, len(c.workers))
	for _, cmd := range commands {
		for i, part := range lane.SplitCompute(cmd, len(c.workers)) {
			parts[i] = append(parts[i], part)
		}
	}
	c.each(func(w *worker) { w.state.Reconcile(parts[w.timely.Index()]) })
}

// each has all workers do something between two of their steps.
func (c *cluster) each(do func(*worker)) {
	for _, w := range c.workers {
		w.todo = append(w.todo, func() { do(w) })
		if w.task.Node().Alive() {
			w.task.Unpark(nil)
		}
	}
}

func (c *cluster) respond(w *worker, r protocol.ComputeResponse) {
	c.logf("%d: %s", w.timely.Index(), r)
	if f, ok := r.(protocol.Frontiers); ok {
		c.heard = append(c.heard, response{w.timely.Index(), f})
	}
}

func (c *cluster) observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case Installed, Removed, Reconciled:
		c.logf("%s", r.Text)
	case persist.Appended:
		if strings.HasPrefix(e.Writer, "p") {
			c.logf("append %s %s %s rows=%d ok=%t", e.Shard, e.Lower, e.Upper, e.Rows, e.OK)
		}
	case sim.NodeExited:
		c.logf("%s exits: %s %s", e.Node, e.Exit.Kind, e.Exit.Reason)
	}
}

func (c *cluster) logf(format string, args ...any) {
	c.log = append(c.log, fmt.Sprintf(format, args...))
}

// take returns the log and empties it.
func (c *cluster) take() string {
	log := c.log
	c.log = nil
	return strings.Join(log, "\n")
}

func (c *cluster) runFor(d time.Duration) {
	c.t.Helper()
	if stop := c.world.RunFor(d); stop != nil {
		require.Fail(c.t, "world stopped", "%v %s\n%s", stop.Kind, stop.Reason, stop.Stack)
	}
}

// feed appends to a shard from outside.
func (c *cluster) feed(shard query.Shard, upper frontier.Antichain, updates ...query.Update) {
	c.t.Helper()
	node := c.world.NodeByName("feed")
	if node == nil {
		node = c.world.AddNode("feed", sim.NodeOptions{})
		node.Start()
	}
	client := persist.NewClient(node, c.store, persist.Config{})
	done := false
	client.CompareAndAppend(shard, updates, c.store.Upper(shard), upper, func(r persist.AppendResult) {
		require.True(c.t, r.OK)
		done = true
	})
	require.Nil(c.t, c.world.RunUntil(func() bool { return done }))
}

// contents lists a shard at a time as "key:value" words, a multiplicity other than one behind them.
func (c *cluster) contents(shard query.Shard, at frontier.Time) string {
	updates := slices.Clone(c.store.Contents(shard))
	updates = slices.DeleteFunc(updates, func(u query.Update) bool { return u.Time > at })
	for i := range updates {
		updates[i].Time = at
	}
	var words []string
	for _, u := range query.Consolidate(updates) {
		word := u.Row.String()
		if u.Diff != 1 {
			word += fmt.Sprintf("*%d", u.Diff)
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}
