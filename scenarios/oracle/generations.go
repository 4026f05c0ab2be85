package oracle

import (
	"onelane.test/runtime/timely"
	"onelane.test/sim/trace"
)

// generations tells which incarnation of its replica a process belongs to, for events that do not say it.
type generations map[string]uint64

// observe must see every event.
func (g generations) observe(r *trace.Record) {
	if e, ok := r.Event.(timely.MeshUp); ok {
		g[r.Node] = e.Generation
	}
}

// of returns the incarnation in which a process is now.
func (g generations) of(node string) incarnation {
	return incarnation{replicaOf(node), g[node]}
}
