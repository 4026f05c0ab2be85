package oracle

import (
	"maps"
	"slices"

	"onelane.test/runtime/clusterd"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Topology demands that the processes of a replica that are up together agree on what they host. A process reads its flag
// for itself when it starts (MZ_UNIFIED_CLUSTER in MaterializeInc/materialize#38579); if one reads another than the rest,
// the storage controller never gets all of its connections, or a worker is handed storage items that it cannot take.
type Topology struct {
	Base
	up map[string]clusterd.Up // by process
}

// NewTopology returns the oracle.
func NewTopology(world Violator) *Topology {
	return &Topology{
		Base: newBase("topology", "the processes of a replica that are up together host the same kinds of objects", world),
		up:   map[string]clusterd.Up{},
	}
}

// Observe compares each process that comes up with the others of its generation.
func (o *Topology) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case clusterd.Up:
		o.compare(r.Node, e)
		o.up[r.Node] = e
	case sim.NodeExited:
		delete(o.up, e.Node)
	}
}

func (o *Topology) compare(node string, up clusterd.Up) {
	for _, other := range slices.Sorted(maps.Keys(o.up)) {
		if replicaOf(other) != replicaOf(node) || o.up[other].Generation != up.Generation {
			continue
		}
		o.looks++
		if o.up[other].Unified != up.Unified {
			o.Violatef("processes of one replica are up together though their topologies differ\n%s hosts storage: %t, %s: %t",
				node, up.Unified, other, o.up[other].Unified)
		}
	}
}
