package oracle

import (
	"fmt"
	"slices"

	"onelane.test/runtime/storage"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Agreement demands that at rest all workers of a replica have been told the same by the storage controller. Each hears
// it for itself, at its own time, so they may differ for a while; but what a worker believes decides what it does with
// the next item of the lane.
type Agreement struct {
	Base
	told map[place]string
}

// place is a worker of a replica.
type place struct {
	replica string
	worker  int
}

// NewAgreement returns the oracle.
func NewAgreement(world Violator) *Agreement {
	return &Agreement{
		Base: newBase("agreement", "at rest all workers of a replica have been told the same storage objects", world),
		told: map[place]string{},
	}
}

// Observe keeps what each worker was told in sum.
func (a *Agreement) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case storage.ExternalMap:
		a.looks++
		a.told[place{replicaOf(r.Node), e.Worker}] = external(e)
	case sim.NodeExited:
		a.forget(replicaOf(e.Node))
	}
}

// external prints the map without the worker.
func external(e storage.ExternalMap) string {
	return fmt.Sprintf("ingestions %v, sinks %v, reported %v", e.Ingestions, e.Sinks, e.Reported)
}

// forget forgets a replica: its processes share fate.
func (a *Agreement) forget(replica string) {
	for at := range a.told {
		if at.replica == replica {
			delete(a.told, at)
		}
	}
}

// Settled says whether all workers agree.
func (a *Agreement) Settled(s *State) (bool, string) {
	differs := a.differs(s)
	return differs == "", differs
}

// Check judges the rest that the run came to.
func (a *Agreement) Check(s *State) Verdict {
	if differs := a.differs(s); differs != "" && a.violation == "" {
		a.violation = differs
	}
	return a.verdict(s.Blocked)
}

// differs returns the first worker that was told something else than worker 0; "" if there is none.
func (a *Agreement) differs(s *State) string {
	if s.Blocked != "" {
		return ""
	}
	var replicas []string
	for at := range a.told {
		replicas = append(replicas, at.replica)
	}
	slices.Sort(replicas)
	for _, replica := range slices.Compact(replicas) {
		first := a.told[place{replica, 0}]
		for worker := range s.Peers {
			if told := a.told[place{replica, worker}]; told != first {
				return fmt.Sprintf("workers of a replica were told different things\n%s worker %d: %s\nworker 0: %s",
					replica, worker, told, first)
			}
		}
	}
	return ""
}
