package oracle

import (
	"onelane.test/runtime/storage"
	"onelane.test/sim/trace"
)

// Restarts demands that a dataflow is suspended only if it has failed: a fault of one incarnation restarts the object once,
// and leaves its successor alone (src/storage/src/healthcheck.rs in MaterializeInc/materialize#38579, whose wishes name no
// incarnation).
type Restarts struct {
	Base
	generations generations
	failed      map[failure]bool
}

// failure is a dataflow whose health operator asked for a restart.
type failure struct {
	incarnation
	dataflow int
}

// NewRestarts returns the oracle.
func NewRestarts(world Violator) *Restarts {
	return &Restarts{
		Base:        newBase("restarts", "only a dataflow that failed is restarted, once", world),
		generations: generations{},
		failed:      map[failure]bool{},
	}
}

// Observe matches suspensions with the wishes that they follow.
func (f *Restarts) Observe(r *trace.Record) {
	f.generations.observe(r)
	switch e := r.Event.(type) {
	case storage.SuspendRequested:
		f.failed[failure{f.generations.of(r.Node), e.Dataflow}] = true
	case storage.Suspended:
		f.looks++
		if !f.failed[failure{f.generations.of(r.Node), e.Dataflow}] {
			f.Violatef("a dataflow was restarted that did not fail\n%s worker %d suspended dataflow %d of %s", r.Node, e.Worker, e.Dataflow, e.ID)
		}
	}
}
