package timely

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"onelane.test/runtime/frontier"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// cluster is a world with one timely cluster, whose workers do what tests tell them between their steps.
type cluster struct {
	world    *sim.World
	cfg      Config
	hooks    Hooks
	nodes    []*sim.Node
	procs    []*Process
	workers  []*Worker
	commands []*sim.Queue[func(*Worker)]
	tasks    []*sim.Task
	log      []string // what happened, as far as tests want to see it
	restart  bool     // start a process again 100 ms after it has ended
}

func newCluster(t testing.TB, world sim.Config, processes, workers int, options ...func(*cluster)) *cluster {
	t.Helper()
	c := &cluster{world: sim.New(world), cfg: Config{Processes: processes, Workers: workers}}
	t.Cleanup(c.world.Close)
	for _, o := range options {
		o(c)
	}
	total := processes * workers
	c.procs = make([]*Process, processes)
	c.workers = make([]*Worker, total)
	c.tasks = make([]*sim.Task, total)
	for i := range total {
		c.commands = append(c.commands, sim.NewQueue[func(*Worker)](c.world, fmt.Sprintf("commands %d", i)))
	}
	for i := range processes {
		node := c.world.AddNode(fmt.Sprintf("r1.p%d", i), sim.NodeOptions{
			Start: func(n *sim.Node) { c.start(n, i) },
			OnExit: func(n *sim.Node, e sim.Exit) {
				c.log = append(c.log, fmt.Sprintf("%s %s: %s", n.Name(), e.Kind, e.Reason))
				if c.restart {
					c.world.At(c.world.Now().Add(100*time.Millisecond), "restart", func() {
						if !n.Alive() {
							n.Start()
						}
					})
				}
			},
		})
		c.nodes = append(c.nodes, node)
	}
	c.world.Observe(trace.ObserverFunc(c.observe))
	for _, n := range c.nodes {
		n.Start()
	}
	return c
}

func (c *cluster) start(n *sim.Node, i int) {
	n.Go("main", func(t *sim.Task) {
		p := NewProcess(n, i, c.cfg, func(i int) *sim.Node { return c.nodes[i] }, c.hooks)
		c.procs[i] = p
		p.BringUp(t)
		for local := range c.cfg.Workers {
			n.Go(fmt.Sprintf("worker%d", local), func(t *sim.Task) { c.work(p.NewWorker(t, local)) })
		}
	})
}

func (c *cluster) work(w *Worker) {
	c.workers[w.index] = w
	c.tasks[w.index] = w.task
	for {
		for {
			command, ok := c.commands[w.index].TryPop(w.task)
			if !ok {
				break
			}
			command(w)
		}
		w.StepOrPark(-1)
	}
}

// do makes a worker run fn between two steps.
func (c *cluster) do(worker int, fn func(*Worker)) {
	c.commands[worker].Push(nil, fn)
	if c.tasks[worker] != nil {
		c.tasks[worker].Unpark(nil)
	}
}

// doAll makes all workers run fn.
func (c *cluster) doAll(fn func(*Worker)) {
	for i := range c.workers {
		c.do(i, fn)
	}
}

// run lets a second pass.
func (c *cluster) run(t testing.TB) {
	t.Helper()
	if stop := c.world.RunFor(time.Second); stop != nil && stop.Kind != sim.StopDone {
		t.Fatalf("world stopped: %v %s\n%s", stop.Kind, stop.Reason, stop.Stack)
	}
}

func (c *cluster) observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case Discarded:
		c.logf("worker %d discards a message for channel %d, live %t", e.Worker, e.Channel, e.Live)
	case DataflowCompleted:
		c.logf("worker %d completes %s", e.Worker, e.Name)
	case DataflowDropped:
		c.logf("worker %d drops %s", e.Worker, e.Name)
	}
}

func (c *cluster) logf(format string, args ...any) {
	c.log = append(c.log, fmt.Sprintf(format, args...))
}

// take returns the log and empties it.
func (c *cluster) take() string {
	text := strings.Join(c.log, "\n")
	c.log = nil
	return text
}

// relay is the dataflow of most tests: a source that gives what it is told to, an exchange, and a sink that logs.
type relay struct {
	cluster   *cluster
	name, typ string
	stages    int // pipelined operators before the exchange
	button    bool
	workers   map[int]*relayEnd
}

// relayEnd is one worker's part.
type relayEnd struct {
	dataflow int
	out      *Output
	cap      *Capability
	probe    *Probe
	button   *Button
	runs     int // activations of the sink
}

// parcel is what a relay carries.
type parcel struct {
	target int
	text   string
}

func (c *cluster) relay(name, typ string) *relay {
	return &relay{cluster: c, name: name, typ: typ, workers: map[int]*relayEnd{}}
}

func (r *relay) build(w *Worker) {
	end := &relayEnd{}
	r.workers[w.index] = end
	end.dataflow = w.Dataflow(r.name, func(s *Scope) {
		source := s.Operator("source")
		end.out = source.Output(r.typ)
		end.cap = end.out.Initial()
		if r.button {
			end.button = source.WithButton()
		}
		source.Build(func(*Op) {})
		stream := end.out.Stream()
		for range r.stages {
			stream = forward(s, stream, Pipeline())
		}
		end.probe = s.Probe(r.sink(s, end, stream))
	})
}

func (r *relay) sink(s *Scope, end *relayEnd, stream Stream) Stream {
	b := s.Operator("sink")
	in := b.Input(stream, Exchange(func(data any, _ int, give func(int, any)) { give(data.(parcel).target, data) }))
	out := b.Output(r.typ)
	b.Build(func(op *Op) {
		end.runs++
		for {
			at, data, ok := in.Next()
			if !ok {
				break
			}
			r.cluster.logf("worker %d: %s gets %s at %d", op.Worker().Index(), r.name, data.(parcel).text, at)
		}
	})
	return out.Stream()
}

// forward builds an operator that gives on what it gets.
func forward(s *Scope, stream Stream, pact Pact) Stream {
	b := s.Operator("forward")
	in := b.Input(stream, pact)
	out := b.Output(stream.Type)
	b.Build(func(*Op) {
		for {
			at, data, ok := in.Next()
			if !ok {
				break
			}
			out.Give(at, data)
		}
	})
	return out.Stream()
}

func (r *relay) give(from, to int, at frontier.Time, text string) {
	r.cluster.do(from, func(*Worker) { r.workers[from].out.Give(at, parcel{to, text}) })
}

func (r *relay) advance(worker int, to frontier.Time) {
	r.cluster.do(worker, func(*Worker) { r.workers[worker].cap.Downgrade(to) })
}

func (r *relay) finish(worker int) {
	r.cluster.do(worker, func(*Worker) { r.workers[worker].cap.Drop() })
}

// frontiers returns the probes of all workers that have built the relay.
func (r *relay) frontiers() string {
	var b strings.Builder
	for i := range r.cluster.workers {
		if end := r.workers[i]; end != nil {
			fmt.Fprintf(&b, "%d:%s ", i, end.probe.Frontier())
		}
	}
	return strings.TrimSpace(b.String())
}
