package oracle

import (
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Wakeup demands that no thread parks without a bound while one of its own queues holds something: nobody would wake
// it again (MaterializeInc/materialize#13972).
type Wakeup struct{ Base }

// NewWakeup returns the oracle.
func NewWakeup(world Violator) *Wakeup {
	return &Wakeup{newBase("lost-wakeup", "no worker parks without a bound while one of its queues holds something", world)}
}

// Observe checks every park.
func (w *Wakeup) Observe(r *trace.Record) {
	p, ok := r.Event.(sim.Parked)
	if !ok {
		return
	}
	w.looks++
	if p.Bounded {
		return
	}
	for _, q := range p.Queues {
		if q.Len > 0 {
			w.Violatef("%s.%s parks without a bound while %s holds %d", r.Node, r.Task, q.Name, q.Len)
		}
	}
}
