package oracle

import (
	"time"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/render"
	"onelane.test/runtime/storage"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// longestTurn is how long a worker may take commands before it does something else.
const longestTurn = time.Second

// Turns demands that a worker which is flooded with commands, of either kind, still gets round: it stops taking them after
// a while and does its other duties, since timely and the other plane wait meanwhile. The lane's items come in batches, as
// only a round of timely brings new ones; a queue that another thread fills has no such bound.
type Turns struct {
	Base
	began map[thread]sim.Time // when a worker took the first command of this turn
}

// NewTurns returns the oracle.
func NewTurns(world Violator) *Turns {
	return &Turns{
		Base:  newBase("turns", "a worker that is flooded with commands still does its other duties", world),
		began: map[thread]sim.Time{},
	}
}

// Observe measures from the first command of a turn of the loop to each later one. What blocks a worker does so in a step
// of timely, so that its turn of taking commands is over.
func (u *Turns) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case clusterd.Iteration, *sim.Parked, render.Blocked:
		delete(u.began, threadOf(r))
	case sim.NodeExited:
		u.forget(e.Node)
	case sim.NodeResumed:
		u.forget(e.Node)
	case sim.TaskResumed:
		delete(u.began, thread{e.Node, e.Task})
	case storage.Told:
		u.took(r, e.Worker)
	case lane.Delivered:
		u.took(r, e.Worker)
	}
}

func (u *Turns) took(r *trace.Record, worker int) {
	key := threadOf(r)
	began, any := u.began[key]
	if !any {
		u.began[key] = sim.Time(r.At)
		return
	}
	u.looks++
	if took := sim.Time(r.At).Sub(began); took > longestTurn {
		u.Violatef("a worker did nothing but take commands for long\n%s worker %d: for %s without a step of timely", r.Node, worker, took)
	}
}

func (u *Turns) forget(node string) {
	for key := range u.began {
		if key.node == node {
			delete(u.began, key)
		}
	}
}
