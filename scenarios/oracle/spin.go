package oracle

import (
	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/storage"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// How many turns of the worker loop in a row are a spin. A turn that is busy found something in a queue that this same
// turn then drains, so a long row means that a queue is not drained. Other turns come in rows while data flows.
const (
	busySpin = 256
	freeSpin = 4096
)

// itemTurns is how many turns an item of the lane is a reason for at most: workers that report statistics all the time
// would hide a spin of turns that take long otherwise.
const itemTurns = 64

// Spin demands that a worker's loop comes to rest: a worker that turns on and on without parking burns a core
// (MaterializeInc/materialize#11429, review of #38885).
type Spin struct {
	Base
	rows []turns // by actor
}

// turns counts the turns since the worker last parked (free, less those that items of the lane are a reason for), and since
// it last parked or found no queue filled (busy).
type turns struct{ free, busy int }

// NewSpin returns the oracle.
func NewSpin(world Violator) *Spin {
	return &Spin{Base: newBase("spin", "a worker with nothing to do parks", world)}
}

// Observe counts turns of the loop between parks. A command that arrives is a reason to turn, but none for a queue to
// stay filled, unless the queue is that of external commands and one was taken from it: it is filled by more that came.
func (s *Spin) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case *sim.Parked:
		*s.row(r) = turns{}
	case lane.Delivered:
		s.row(r).free = max(0, s.row(r).free-itemTurns)
	case storage.Told:
		s.row(r).busy = 0
	case clusterd.Iteration:
		s.looks++
		s.turn(r, e)
	}
}

func (s *Spin) turn(r *trace.Record, e clusterd.Iteration) {
	row := s.row(r)
	row.free++
	row.busy++
	if !e.Busy {
		row.busy = 0
	}
	if row.busy >= busySpin || row.free >= freeSpin {
		s.Violatef("a worker turned its loop without parking\n%s.%s: %d times without a reason, the last %d beside a filled queue that forbade it",
			r.Node, r.Task, row.free, row.busy)
	}
}

func (s *Spin) row(r *trace.Record) *turns {
	for len(s.rows) <= r.Actor {
		s.rows = append(s.rows, turns{})
	}
	return &s.rows[r.Actor]
}
