package oracle

import (
	"maps"
	"slices"

	"onelane.test/runtime/timely"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Mesh demands that the processes of a replica whose mesh is up belong to one generation: a fresh process that joins one
// that is about to die halts with it, and whoever waits for it does so in vain (MaterializeInc/materialize#13141,
// #14301).
type Mesh struct {
	Base
	up map[string]uint64 // generation, by node
}

// NewMesh returns the oracle.
func NewMesh(world Violator) *Mesh {
	return &Mesh{
		Base: newBase("mesh", "the connected processes of a replica belong to one generation", world),
		up:   map[string]uint64{},
	}
}

// Observe compares the generation of each process that comes up with those of the others.
func (m *Mesh) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case timely.MeshUp:
		m.compare(r.Node, e.Generation)
		m.up[r.Node] = e.Generation
	case sim.NodeExited:
		delete(m.up, e.Node)
	}
}

func (m *Mesh) compare(node string, generation uint64) {
	m.looks++
	for _, other := range slices.Sorted(maps.Keys(m.up)) {
		if replicaOf(other) == replicaOf(node) && m.up[other] != generation {
			m.Violatef("processes of two generations are connected\n%s is up in generation %d, %s in %d",
				node, generation, other, m.up[other])
		}
	}
}
