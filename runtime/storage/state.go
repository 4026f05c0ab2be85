package storage

import (
	"time"

	"github.com/cespare/xxhash/v2"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// upper is a frontier that a dataflow's operators share with the worker's reports: how far a collection is written.
type upper struct {
	frontier frontier.Antichain
}

// State is what one worker knows of storage objects. It lives as long as the process; connections of the controller
// come and go over it. All methods are called on the worker's own task.
type State struct {
	worker  *timely.Worker
	persist *persist.Client
	inject  func(protocol.InternalCommand)
	async   *AsyncWorker
	config  Config
	hooks   Hooks

	// The external plane.
	ingestions table[*query.Ingestion]
	sinks      table[*query.Sink]
	// reported holds the upper that was last reported. An id that is absent is not the controller's: nothing may be
	// reported about it.
	reported table[frontier.Antichain]
	// dropped are the ids about which one last word is due.
	dropped []query.ID
	// told are the parameters as this worker heard them, and so at its own time.
	told protocol.Params

	// The internal plane.
	params       protocol.Params
	sourceUppers table[*upper]
	sinkUppers   table[*upper]
	sourceTokens table[*token]
	sinkTokens   table[*token]
	executions   executions

	health     health
	statistics statistics
	writes     gate
}

// New returns the guest state of a worker, which knows of no object and may not write yet. inject puts a command
// into the lane as this worker's; it is called on the worker's task only. async is asked by worker 0 alone.
func New(w *timely.Worker, cl *persist.Client, inject func(protocol.InternalCommand), async *AsyncWorker,
	cfg Config, hooks Hooks) *State {
	return &State{
		worker:  w,
		persist: cl,
		inject:  inject,
		async:   async,
		config:  cfg,
		hooks:   hooks,
		told:    protocol.NoParams(),
		params:  protocol.NoParams(),
	}
}

// leads reports whether this worker is the one that turns external commands into lane items.
func (s *State) leads() bool { return s.worker.Index() == 0 }

// MaintenanceInterval returns how long the worker waits between two frontier reports: zero, each iteration, until it
// is configured.
func (s *State) MaintenanceInterval() time.Duration { return max(0, s.params.MaintenanceInterval) }

// DefaultStatisticsInterval is the interval until the worker is configured.
const DefaultStatisticsInterval = 60 * time.Second

// StatisticsInterval returns how long the worker waits between two reports of its statistics.
func (s *State) StatisticsInterval() time.Duration {
	if s.params.StatisticsInterval < 0 {
		return DefaultStatisticsInterval
	}
	return s.params.StatisticsInterval
}

// stages returns how many more exchanges a dataflow that is built now gets. All workers must agree on that, so it is asked
// of the parameters that came through the lane.
func (s *State) stages() int {
	if s.config.ConfigByExternalPlane {
		return max(0, s.told.Stages)
	}
	return max(0, s.params.Stages)
}

// owner returns the worker that does, of all workers, what is done once per object.
func owner(id query.ID, peers int) int {
	return int(xxhash.Sum64String(id.Name) % uint64(peers))
}

// see takes note of how far a collection is written.
func (s *State) see(id query.ID, shared *upper, at frontier.Antichain) {
	if shared.frontier == at {
		return
	}
	shared.frontier = at
	s.emit(Observed{Worker: s.worker.Index(), ID: id, Upper: at})
}

// lose makes the worker see nothing of a collection any more.
func (s *State) lose(uppers *table[*upper], id query.ID) {
	if shared, ok := uppers.remove(id); ok {
		s.see(id, shared, frontier.Antichain{})
	}
}
