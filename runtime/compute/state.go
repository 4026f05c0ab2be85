package compute

import (
	"slices"
	"time"

	"onelane.test/runtime/persist"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/render"
	"onelane.test/runtime/timely"
)

// State is the compute state of a worker. It is made when CreateInstance is handled and lives as long as the process,
// whatever becomes of connections.
type State struct {
	worker  *timely.Worker
	persist *persist.Client
	respond func(protocol.ComputeResponse)
	params  protocol.Params
	history *protocol.ComputeHistory
	created bool // CreateInstance was handled
	// collections are sorted by id, so that reports come in an order that is the same in every run.
	collections []*collection
}

// collection is one export of an installed dataflow.
type collection struct {
	id       query.ID
	flow     *dataflow
	export   *render.Export
	hold     *render.Hold // on the trace of an index
	reported reports
	// suspended: the collection has not been scheduled.
	suspended bool
}

// dataflow is what the exports of a dataflow share.
type dataflow struct {
	rendered  *render.Dataflow
	start     *render.StartSignal
	live      int // exports that have not been dropped
	suspended int // exports that have neither been scheduled nor dropped
}

// New makes the state and renders the logging dataflow, which is never dropped. The caller then handles CreateInstance
// itself, as every command after it. Respond takes the responses, in order.
func New(
	w *timely.Worker, client *persist.Client, respond func(protocol.ComputeResponse), _ protocol.InstanceConfig,
) *State {
	s := &State{
		worker: w, persist: client, respond: respond,
		params: protocol.NoParams(), history: &protocol.ComputeHistory{},
	}
	renderLogging(w)
	return s
}

// MaintenanceInterval is how long the worker's loop waits between two calls of Maintain; zero, before it has been
// configured, means to call it every time.
func (s *State) MaintenanceInterval() time.Duration { return max(s.params.MaintenanceInterval, 0) }

// collection returns the collection with that id, nil if there is none.
func (s *State) collection(id query.ID) *collection {
	if i, ok := s.find(id); ok {
		return s.collections[i]
	}
	return nil
}

func (s *State) find(id query.ID) (int, bool) {
	return slices.BinarySearchFunc(s.collections, id, func(c *collection, id query.ID) int { return c.id.Compare(id) })
}

// trace returns the trace of an index, nil if there is none.
func (s *State) trace(id query.ID) *render.Trace {
	if c := s.collection(id); c != nil {
		return c.export.Trace
	}
	return nil
}
