package scenarios

import (
	"cmp"
	"fmt"
	"time"

	"onelane.test/faults"
	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/environ"
	"onelane.test/runtime/fail"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
	"onelane.test/runtime/timely"
	"onelane.test/scenarios/oracle"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// version is what all processes of a plan's world show in the handshake.
const version = "1"

// system is the world that a plan describes, with everything in it.
type system struct {
	plan     *plan.Plan
	knobs    knobs
	world    *sim.World
	failures *fail.Set
	injector *faults.Injector
	activity *activityWatch
	// recoverability says why the world cannot converge, if that is so.
	recoverability *recoverability
	oracles        []oracle.Oracle
	fixed          oracle.State          // what oracles are told that does not change
	replicas       [][]*sim.Node         // by replica and process
	recorded       *sim.RecordedSchedule // nil for a plan without choices

	// Of the unified topology.
	store *persist.Store
	env   *environ.Environment
	// environments are the nodes of env, the one that was started last first; environ starts one. Succeeded counts them.
	environments []*sim.Node
	environ      func(*sim.Node)
	succeeded    int
	// session says whether all statements of the workload have been executed.
	session struct{ done bool }
}

// newSystem builds the world of a plan; nothing in it has run yet. The world stops with a limit at the step where the run
// is to end, or far above what a run needs.
func newSystem(p *plan.Plan, o RunOptions) (*system, error) {
	k, err := knobsOf(p.Sets)
	if err != nil {
		return nil, err
	}
	s := &system{plan: p, knobs: k, fixed: fixedState(p)}
	schedule, err := s.schedule(o)
	if err != nil {
		return nil, err
	}
	cfg := worldConfig(p)
	cfg.Schedule, cfg.Pool, cfg.MaxSteps = schedule, o.Pool, cmp.Or(o.Until, maxSteps)
	cfg.RecordDeviations, cfg.Record, cfg.Replay = o.Deviations, o.Record, o.Replay
	s.furnish(sim.New(cfg), !o.unwatched)
	return s, nil
}

// worldConfig is what the plan says of its world, but for the schedule.
func worldConfig(p *plan.Plan) sim.Config {
	cfg := sim.Config{
		Seed: p.Seed, Grain: p.World.Grain, Points: p.World.Points, MaxSteps: maxSteps, SpinSteps: maxSpin,
	}
	if p.World.Encode {
		cfg.Codec = sim.Plain()
	}
	return cfg
}

// furnish puts all that the plan describes into an empty world, with what watches it or without.
func (s *system) furnish(w *sim.World, watched bool) {
	s.world = w
	w.SetDefaultLink(s.links())
	s.arm()
	if watched {
		s.watch()
	}
	s.compose()
}

// links returns what the plan says of links.
func (s *system) links() sim.LinkConfig {
	cfg := sim.DefaultLink()
	if latency := s.plan.World.Latency; latency.Max > 0 {
		cfg.MinLatency, cfg.MaxLatency = latency.Min, latency.Max
	}
	cfg.Capacity.Messages = s.knobs.capacity
	return cfg
}

// schedule returns what picks in a run of the plan.
func (s *system) schedule(o RunOptions) (sim.Schedule, error) {
	p := s.plan
	schedule, err := sim.ParseSchedule(p.Schedule)
	if err != nil {
		return nil, err
	}
	if len(p.Choices) > 0 {
		s.recorded = sim.Recorded(schedule, p.Choices)
		schedule = s.recorded
	}
	if o.Schedule != nil {
		schedule = o.Schedule
	}
	if o.AtStep > 0 {
		schedule = newBreaking(schedule, o.AtStep, o.Break)
	}
	return schedule, nil
}

// Limits of every world. They are far above what a run needs; a world that reaches one is stuck.
const (
	maxSteps = 20_000_000
	maxSpin  = 200_000
)

// arm switches on the failpoints of the plan's design and those that it names.
func (s *system) arm() {
	s.failures = fail.NewSet(s.world)
	design, _ := fail.LookupDesign(s.plan.Cluster.Design)
	for _, point := range design.Points {
		s.failures.Arm(point, 1, 1)
	}
	for _, a := range s.plan.Arms {
		s.failures.Arm(fail.Point(a.Point), a.Num, a.Den)
	}
	fail.Install(s.world, s.failures)
}

func (s *system) watch() {
	s.activity = newActivityWatch(s.plan)
	s.world.Observe(s.activity, oracle.BulkEvents()...)
	s.recoverability = newRecoverability(s.plan, s.knobs)
	s.world.Observe(s.recoverability, oracle.BulkEvents()...)
	s.oracles = oraclesFor(s.plan, s.knobs, s.world)
	for _, o := range s.oracles {
		oracle.Attach(s.world, o)
	}
}

// compose adds the nodes, those that must be there for others first.
func (s *system) compose() {
	s.injector = faults.NewInjector(faults.Env{
		World: s.world, CutPlane: s.cutPlane, HealPlane: s.healPlane, Flood: s.flood,
		Environment: func() string { return s.environments[0].Name() }, Succeed: s.succeed, Retire: s.retire,
	})
	s.world.Observe(sentWatch{s.injector})
	switch s.plan.Cluster.Topology {
	case topologyLane:
		s.addReplicas(s.laneProcess(s.laneWorker))
		return
	case topologyClosed:
		s.addReplicas(s.laneProcess(s.closedWorker))
		return
	}
	s.store = persist.NewStore(s.world.AddNode("persist", sim.NodeOptions{}))
	s.env = environ.NewEnvironment()
	s.addReplicas(s.unifiedProcess)
	s.addEnvironment()
	s.addUser()
}

// addReplicas adds the processes of all replicas; each is started again when it has ended.
func (s *system) addReplicas(process func(replica, index int) func(*sim.Node)) {
	for r := range s.plan.Cluster.Replicas {
		nodes := make([]*sim.Node, s.plan.Cluster.Processes)
		s.replicas = append(s.replicas, nodes)
		for p := range nodes {
			nodes[p] = s.world.AddNode(faults.ProcessName(r, p), sim.NodeOptions{
				Cores: s.plan.Cluster.Workers, Start: process(r, p), OnExit: s.restart,
			})
		}
	}
}

// unifiedProcess returns the factory of a process that hosts both kinds of objects.
func (s *system) unifiedProcess(replica, index int) func(*sim.Node) {
	name := faults.ReplicaName(replica)
	return clusterd.Factory(clusterd.Config{
		Replica: name, Index: index,
		Processes: s.plan.Cluster.Processes, Workers: s.plan.Cluster.Workers,
		Unified: true, Version: version, Peers: s.peers(replica),
		IterationCost: s.knobs.iteration,
		Store:         s.store, PersistConfig: s.persist(),
		// A source that runs on several replicas must put up with the other writers, as kafka sources do.
		StorageConfig: storage.Config{SuspendDelay: s.knobs.suspend, Lenient: s.plan.Cluster.Replicas > 1},
		StorageHooks: storage.Hooks{
			AsyncDelay:  func() time.Duration { return s.injector.AsyncDelay(name) },
			SourceError: func(id query.ID, worker int) (string, bool) { return s.injector.SourceError(id.Name, worker) },
		},
		TimelyHooks:  timely.Hooks{Reorder: func() bool { return s.injector.Reorder(name) }},
		AdapterDelay: func() time.Duration { return s.injector.AdapterDelay(name) },
		ReplyDelay:   func() time.Duration { return s.injector.ReplyDelay(name) },
		CommandCost:  s.knobs.command,
		FlagSkew:     func() bool { return s.injector.Skewed(faults.ProcessName(replica, index)) },
		CTP:          s.serverCTP(faults.ProcessName(replica, index)),
	})
}

func (s *system) peers(replica int) func(int) *sim.Node {
	return func(i int) *sim.Node { return s.replicas[replica][i] }
}

func (s *system) persist() persist.Config {
	cfg := persist.DefaultConfig()
	cfg.Delay = s.injector.PersistDelay
	return cfg
}

func (s *system) ctp() protocol.CTPConfig {
	return protocol.CTPConfig{Keepalive: s.knobs.keepalive, Timeout: s.knobs.timeout}
}

// serverCTP is the configuration of a process's servers.
func (s *system) serverCTP(process string) protocol.CTPConfig {
	cfg := s.ctp()
	cfg.AcceptDelay = func() time.Duration { return s.injector.AcceptDelay(process) }
	return cfg
}

func (s *system) addEnvironment() {
	cfg := environ.Config{
		Catalog: environ.NewCatalog(protocol.Params{
			MaintenanceInterval: s.knobs.maintenance, StatisticsInterval: s.knobs.statistics, Stages: protocol.Unset,
		}),
		Store: s.store, Persist: s.persist(), Version: version, CTP: s.ctp(), Stall: s.stall, RehydrateMax: s.knobs.rehydrate,
	}
	for r, nodes := range s.replicas {
		cfg.Replicas = append(cfg.Replicas, environ.ReplicaConfig{Name: faults.ReplicaName(r), Processes: nodes})
	}
	s.environ = environ.Factory(cfg, s.env)
	s.addEnvironmentNode(s.environ)
}

func (s *system) addUser() {
	s.world.AddNode("user", sim.NodeOptions{Start: func(n *sim.Node) { n.Go("session", s.runSession) }})
}

// restart is the orchestrator: it starts a process again after a drawn delay, unless another has taken its place, be it
// before the process has ended or during the delay.
func (s *system) restart(n *sim.Node, _ sim.Exit) {
	if s.retired(n) {
		return
	}
	delay := s.world.Stream("orchestrator").Duration(s.knobs.restart/20, s.knobs.restart)
	s.world.At(s.world.Now().Add(delay), fmt.Sprintf("restart %s", n.Name()), func() {
		if !s.retired(n) {
			n.Start()
		}
	})
}

// start starts all processes, each after a drawn delay, and puts the faults on the world's calendar.
func (s *system) start() {
	rng := s.world.Stream("start")
	for _, n := range s.world.Nodes() {
		if n.Alive() {
			continue
		}
		delay := rng.Duration(0, startWithin)
		s.world.At(sim.Time(0).Add(delay), "start "+n.Name(), n.Start)
	}
	for _, line := range s.plan.Lines {
		if f, ok := line.Statement.(plan.Fault); ok {
			s.world.At(sim.Time(0).Add(line.At), "fault", func() { s.injector.Begin(f.Fault) })
		}
	}
}

// startWithin bounds the skew of the processes' first start.
const startWithin = 5 * time.Millisecond
