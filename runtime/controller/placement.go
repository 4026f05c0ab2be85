package controller

import "onelane.test/runtime/query"

// placement says which replicas run a storage object. Sinks run on one replica, the lowest that exists when they are
// scheduled, and stay there; everything else runs on all. There is no input about how a replica is doing: an object
// stays on a replica that is down or wedged (storage-controller/src/instance.rs, update_scheduling).
type placement struct {
	replicas int
	single   map[query.ID]int
}

func newPlacement(replicas int) *placement {
	return &placement{replicas: replicas, single: map[query.ID]int{}}
}

// scheduleSingle puts an object that may run only once on a replica, if it has none yet.
func (p *placement) scheduleSingle(id query.ID) {
	const lowest = 0
	if _, ok := p.single[id]; !ok && p.replicas > 0 {
		p.single[id] = lowest
	}
}

// runs says whether a replica runs the object. An object that was never scheduled runs on all.
func (p *placement) runs(id query.ID, replica int) bool {
	on, ok := p.single[id]
	return !ok || on == replica
}

// forget removes an object that is gone.
func (p *placement) forget(id query.ID) { delete(p.single, id) }
