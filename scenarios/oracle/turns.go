package oracle

import (
	"time"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/storage"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// longestTurn is how long a worker may take commands before it does something else, beside the time for which the plan
// blocks it.
const longestTurn = time.Second

// Turns demands that a worker which is flooded with commands, of either kind, still gets round: it stops taking them after
// a while and does its other duties, since timely and the other plane wait meanwhile. The lane's items come in batches, as
// only a round of timely brings new ones; a queue that another thread fills has no such bound.
type Turns struct {
	Base
	blocked func(worker int) (longest time.Duration, forever bool)
	began   map[thread]sim.Time // when a worker took the first command of this turn
}

// NewTurns returns the oracle; blocked says for how long in sum the plan blocks a worker of each replica.
func NewTurns(world Violator, blocked func(worker int) (time.Duration, bool)) *Turns {
	return &Turns{
		Base:    newBase("turns", "a worker that is flooded with commands still does its other duties", world),
		blocked: blocked,
		began:   map[thread]sim.Time{},
	}
}

// Observe measures from the first command of a turn of the loop to each later one.
func (u *Turns) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case clusterd.Iteration, *sim.Parked:
		delete(u.began, thread{r.Node, r.Task})
	case sim.NodeExited:
		u.forget(e.Node)
	case sim.NodeResumed:
		u.forget(e.Node)
	case sim.TaskResumed:
		u.forget(e.Node)
	case storage.Told:
		u.took(r, e.Worker)
	case lane.Delivered:
		u.took(r, e.Worker)
	}
}

func (u *Turns) took(r *trace.Record, worker int) {
	key := thread{r.Node, r.Task}
	began, any := u.began[key]
	if !any {
		u.began[key] = sim.Time(r.At)
		return
	}
	u.looks++
	longest, forever := u.blocked(worker)
	if took := sim.Time(r.At).Sub(began); !forever && took > longestTurn+longest {
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
