package environ

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/controller"
	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// TestStorm runs seeded worlds in which users create and drop while links are cut and processes killed, the
// environment's too. In each the acceptor judges every command; at the end, with nothing broken any more, every process
// must have been told exactly what the catalog holds.
func TestStorm(t *testing.T) {
	const seeds = 150
	pool := sim.NewPool()
	defer pool.Close()
	var commands, connections, bootstraps, refused int
	for seed := range uint64(seeds) {
		s := newStorm(t, seed, pool)
		s.play()
		commands += s.accepted.commands
		connections += s.accepted.connections
		bootstraps += s.node.Incarnation()
		refused += s.refused
	}
	t.Logf("%d commands on %d connections of %d environments; %d statements refused", commands, connections, bootstraps, refused)
	require.Greater(t, connections, 7*seeds)
	require.Greater(t, bootstraps, 3*seeds/2)
	require.Positive(t, refused)
}

type storm struct {
	*house
	rng     *sim.Stream
	names   int
	refused int
	pending int
}

func newStorm(t *testing.T, seed uint64, pool *sim.Pool) *storm {
	rng := sim.Derive(seed, "storm")
	world := sim.Config{Seed: seed, Schedule: sim.Random(), Pool: pool, MaxSteps: 2_000_000}
	world.Grain = []sim.Grain{sim.GrainExact, sim.Grain10us, sim.Grain100us, sim.Grain1ms, sim.GrainInstant}[rng.IntN(5)]
	world.Points = sim.Points(rng.IntN(2))
	processes := make([]int, rng.Between(1, 2))
	for i := range processes {
		processes[i] = rng.Between(1, 3)
	}
	h := newHouse(t, world, func(c *Config) { c.Finalise = rng.Chance(1, 2) }, processes...)
	return &storm{house: h, rng: rng}
}

func (s *storm) play() {
	s.t.Helper()
	for user := range s.rng.Between(1, 3) {
		s.pending++
		s.user.Go(fmt.Sprintf("user%d", user), s.storming)
	}
	for range s.rng.Between(0, 8) {
		s.strike()
	}
	s.run(6 * time.Second)
	stop := s.RunUntil(func() bool { return s.pending == 0 })
	require.Nil(s.t, stop, "seed %d: %s", s.Config().Seed, stop)
	s.goOn(8 * time.Second)
	s.check()
	s.Close()
}

// storming executes statements, each drawn from what is legal when it is drawn; other users may be quicker.
func (s *storm) storming(t *sim.Task) {
	rng := t.Stream(t.Name())
	for range rng.Between(3, 15) {
		t.Sleep(time.Duration(rng.LogUniform(1e5, 1e9)))
		err := s.env.Execute(t, s.draw(rng))
		if err != nil && !errors.Is(err, ErrRefused) {
			t.Errorf("%v", err)
		}
		if err != nil {
			s.refused++
		}
	}
	s.pending--
}

func (s *storm) draw(rng *sim.Stream) Statement {
	s.names++
	live := s.env.Wanted()
	readable := slices.DeleteFunc(slices.Clone(live), func(o Object) bool { return !o.Kind.readable() })
	if len(readable) == 0 {
		return CreateSource{Name: fmt.Sprintf("s%d", s.names), Exports: rng.Between(1, 3), Rate: 10}
	}
	on := readable[rng.IntN(len(readable))].ID.Name
	switch rng.IntN(7) {
	case 0:
		return CreateSource{Name: fmt.Sprintf("s%d", s.names), Exports: rng.Between(1, 3)}
	case 1, 2:
		other := readable[rng.IntN(len(readable))].ID.Name
		return CreateMaterializedView{Name: fmt.Sprintf("mv%d", s.names), Query: fmt.Sprintf("union(%s,count(%s))", on, other)}
	case 3:
		return CreateIndex{Name: fmt.Sprintf("i%d", s.names), On: on}
	case 4:
		return CreateSink{Name: fmt.Sprintf("k%d", s.names), From: on}
	case 5:
		return SetParams{Params: protocol.Params{MaintenanceInterval: time.Duration(s.names), StatisticsInterval: -1, Stages: -1}}
	}
	return Drop{Name: live[rng.IntN(len(live))].ID.Name}
}

// strike plans one fault within the first seconds, and its end.
func (s *storm) strike() {
	replica := s.replicas[s.rng.IntN(len(s.replicas))]
	process := replica.processes[s.rng.IntN(len(replica.processes))]
	at := sim.Time(s.rng.Duration(0, 5*time.Second))
	until := at.Add(time.Duration(s.rng.LogUniform(1e5, 2e9)))
	link := s.Link(s.node, process)
	switch s.rng.IntN(4) {
	case 0:
		s.kill(at, until, s.node)
	case 1:
		s.kill(at, until, process)
	case 2:
		s.At(at, "cut", link.Cut)
		s.At(until, "heal", link.Heal)
	case 3:
		s.At(at, "cut one way", func() { link.CutOneWay(process) })
		s.At(until, "heal", link.Heal)
	}
}

func (s *storm) kill(at, until sim.Time, n *sim.Node) {
	s.At(at, "kill", func() { n.Kill("storm") })
	s.At(until, "start", func() {
		if !n.Alive() {
			n.Start()
		}
	})
}

// check compares what each process was told last with the catalog.
func (s *storm) check() {
	s.t.Helper()
	seed := s.Config().Seed
	require.True(s.t, s.env.AllConnected(), "seed %d", seed)
	var dataflows, ingestions, sinks []string
	for _, o := range s.env.Wanted() {
		switch o.Kind {
		case KindSource:
			ingestions = append(ingestions, "RunIngestion "+o.ID.Name)
		case KindSink:
			sinks = append(sinks, "RunSink "+o.ID.Name)
		default:
			dataflows = append(dataflows, "CreateDataflow "+o.ID.Name)
		}
		require.NotEqual(s.t, "{0}", s.env.Frontier(o.ID).String(), "seed %d: nothing known of %s", seed, o.ID)
	}
	for i, replica := range s.replicas {
		require.ElementsMatch(s.t, dataflows, s.standing(i, controller.Compute, 0), "seed %d", seed)
		stored := ingestions
		if i == 0 {
			stored = append(slices.Clone(ingestions), sinks...)
		}
		for process := range replica.processes {
			require.ElementsMatch(s.t, stored, s.standing(i, controller.Storage, process), "seed %d", seed)
		}
	}
	require.Empty(s.t, s.env.storage.Owed(), "seed %d", seed)
}

// standing returns what a process was told to run and not told to drop.
func (s *storm) standing(replica int, plane controller.Plane, process int) []string {
	var standing []string
	for _, word := range s.told(replica, plane, process) {
		kind, name, _ := strings.Cut(word, " ")
		switch kind {
		case "CreateDataflow", "RunIngestion", "RunSink":
			standing = append(standing, word)
		case "AllowCompaction":
			name, _, _ = strings.Cut(name, " ")
			standing = slices.DeleteFunc(standing, func(w string) bool { return strings.HasSuffix(w, " "+name) })
		}
	}
	return standing
}

func TestTheSameSeedIsTheSameRun(t *testing.T) {
	for seed := range uint64(4) {
		var hashes [2]uint64
		for i := range hashes {
			s := newStorm(t, seed, nil)
			s.play()
			hashes[i] = s.Hash()
		}
		require.Equal(t, hashes[0], hashes[1], "seed %d", seed)
	}
}
