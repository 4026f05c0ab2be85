package storage

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
)

// storm does random things to a replica for a while: creates, alters and drops objects, makes readers fail, blocks
// workers, deafens them on the external plane, cuts the controller's connection. In the end it lets everything come to
// rest.
type storm struct {
	*replica
	rng     *sim.Stream
	sources []*query.Ingestion // that are wanted
	sinks   []*query.Sink
	all     []*query.Ingestion // that ever were, in their latest form
	exports []*query.Sink
	failing map[int]bool
	named   int
}

func newStorm(t *testing.T, seed uint64) *storm {
	rng := sim.Derive(seed, "storm")
	s := &storm{rng: rng, failing: map[int]bool{}}
	o := replicaOptions{
		Seed: seed, Processes: rng.Between(1, 2), Workers: rng.Between(1, 2),
		Schedule: sim.Random(), Grain: sim.Grain(rng.Between(0, 1) * int(100*time.Microsecond)),
		Points: sim.Points(rng.Between(0, 1)),
		Config: Config{SuspendDelay: rng.Duration(50*time.Millisecond, 800*time.Millisecond), Lenient: rng.Chance(1, 2)},
		Timely: timely.Hooks{Reorder: func() bool { return rng.Chance(1, 3) }},
		Hooks: Hooks{
			AsyncDelay: func() time.Duration { return rng.Duration(0, 150*time.Millisecond) },
			SourceError: func(_ query.ID, worker int) (string, bool) {
				failed := s.failing[worker]
				delete(s.failing, worker)
				return "connection lost", failed
			},
		},
		Quiet: true,
	}
	s.replica = newReplica(t, o)
	return s
}

func (s *storm) act() {
	switch s.rng.IntN(9) {
	case 0, 1:
		s.create()
	case 2:
		s.createSink()
	case 3:
		s.dropOne()
	case 4:
		s.alter()
	case 5, 6:
		s.failing[s.rng.IntN(len(s.workers))] = true
	case 7:
		s.wedge(s.rng.IntN(len(s.workers)), s.rng.Duration(0, 400*time.Millisecond))
	case 8:
		s.reconnect()
	}
}

func (s *storm) create() {
	s.named++
	name := fmt.Sprintf("s%d", s.named)
	i := s.source(name, fmt.Sprintf("rate=%d", s.rng.Between(0, 300)), fmt.Sprintf("shape=%d", s.rng.IntN(3)),
		fmt.Sprintf("partitions=%d", s.rng.Between(1, 5)), []string{"exports=" + name, "exports=" + name + "," + name + "b"}[s.rng.IntN(2)])
	s.sources = append(s.sources, i)
	s.all = append(s.all, i)
	s.tell(protocol.RunIngestion{Ingestion: i})
}

func (s *storm) createSink() {
	if len(s.sources) == 0 {
		return
	}
	s.named++
	from := s.sources[s.rng.IntN(len(s.sources))].ID
	k := &query.Sink{ID: s.names.id(fmt.Sprintf("k%d", s.named)), From: from, FromShard: query.ShardOf(from)}
	s.sinks = append(s.sinks, k)
	s.exports = append(s.exports, k)
	s.tell(protocol.RunSink{Sink: k})
}

func (s *storm) dropOne() {
	if len(s.sources) > 0 && s.rng.Chance(1, 2) {
		n := s.rng.IntN(len(s.sources))
		s.tell(dropAll(s.sources[n])...)
		s.sources = append(s.sources[:n:n], s.sources[n+1:]...)
	} else if len(s.sinks) > 0 {
		n := s.rng.IntN(len(s.sinks))
		s.tell(drop(s.sinks[n].ID))
		s.sinks = append(s.sinks[:n:n], s.sinks[n+1:]...)
	}
}

func (s *storm) alter() {
	if len(s.sources) == 0 {
		return
	}
	n := s.rng.IntN(len(s.sources))
	altered := *s.sources[n]
	altered.Rate += 10
	s.sources[n] = &altered
	s.tell(protocol.RunIngestion{Ingestion: &altered})
}

// reconnect replaces the connection of each worker at once, with whatever was not read.
func (s *storm) reconnect() {
	var commands []protocol.StorageCommand
	for _, i := range s.sources {
		commands = append(commands, protocol.RunIngestion{Ingestion: i})
	}
	for _, k := range s.sinks {
		commands = append(commands, protocol.RunSink{Sink: k})
	}
	s.connect(initialize(commands...)...)
}

func TestStorm(t *testing.T) {
	for seed := range uint64(20) {
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			s := newStorm(t, seed)
			s.reconnect()
			for range 25 {
				s.act()
				s.runFor(s.rng.Duration(0, 200*time.Millisecond))
			}
			clear(s.failing)
			s.runFor(15 * time.Second)
			s.check()
		})
	}
}

// check compares what runs, what was told and what was written with what is wanted.
func (s *storm) check() {
	t := s.t
	s.requireSameOrder()
	var wanted []string
	for _, i := range s.sources {
		wanted = append(wanted, i.ID.Name)
	}
	for _, k := range s.sinks {
		wanted = append(wanted, k.ID.Name)
	}
	s.requireRunning(wanted...)
	for _, i := range s.all {
		s.requireIngested(i)
	}
	for _, k := range s.exports {
		s.requireExported(k)
	}
	for _, i := range s.sources {
		require.Greater(t, s.upper(i.ID)+1000, s.wallNow(), "%s has come to rest behind", i.ID)
	}
	first := s.workers[0].state
	for _, w := range s.workers {
		require.Equal(t, first.ingestions, w.state.ingestions, "worker %d", w.index)
		require.Equal(t, first.sinks, w.state.sinks, "worker %d", w.index)
		require.Equal(t, first.reported.ids(), w.state.reported.ids(), "worker %d", w.index)
	}
}

func TestDeterminism(t *testing.T) {
	run := func() uint64 {
		s := newStorm(t, 7)
		s.reconnect()
		for range 10 {
			s.act()
			s.runFor(s.rng.Duration(0, 200*time.Millisecond))
		}
		return s.world.Hash()
	}
	require.Equal(t, run(), run())
}

// Each worker's statistics come together at worker 0.
func TestStatisticsOfReplica(t *testing.T) {
	r := newReplica(t, replicaOptions{Processes: 2, Workers: 2})
	s1 := r.source("s1", "rate=100", "partitions=4")
	r.connect(initialize(protocol.RunIngestion{Ingestion: s1})...)
	r.runFor(5500 * time.Millisecond)
	var rows, offset int64
	for _, response := range r.workers[0].responses {
		if updates, ok := response.(protocol.StatisticsUpdates); ok {
			require.Len(t, updates.Statistics, 1)
			rows += updates.Statistics[0].Rows
			offset = updates.Statistics[0].Offset
		}
	}
	require.Greater(t, rows, int64(300))
	require.Equal(t, rows, offset, "each row up to the committed offset was counted once")
	for _, w := range r.workers[1:] {
		for _, response := range w.responses {
			_, isStatistics := response.(protocol.StatisticsUpdates)
			require.False(t, isStatistics, "worker %d", w.index)
		}
	}
}
