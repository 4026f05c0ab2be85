package oracle

import (
	"fmt"

	"onelane.test/runtime/timely"
	"onelane.test/sim/trace"
)

// Construction demands that the sequences of dataflows built by any two workers of one replica incarnation are
// prefix-comparable: same names, same shapes, same identifiers. Timely names dataflows, channels and operators by the
// order of construction alone (timely-dataflow, worker.rs), so this is the invariant that the single lane exists for.
type Construction struct {
	Base
	built map[incarnation]*buildOrder
}

// buildOrder is what the workers of one replica incarnation have built so far.
type buildOrder struct {
	longest []timely.Built // the sequence of the worker that is furthest
	count   []int          // how many dataflows each worker built
	names   [][]string     // per worker, for the table
}

// NewConstruction returns the oracle.
func NewConstruction(world Violator) *Construction {
	return &Construction{
		Base:  newBase("construction-identity", "all workers of a replica build the same dataflows in the same order", world),
		built: map[incarnation]*buildOrder{},
	}
}

// Observe compares every built dataflow with what the furthest worker built at the same position.
func (c *Construction) Observe(r *trace.Record) {
	b, ok := r.Event.(timely.Built)
	if !ok {
		return
	}
	key := incarnation{replicaOf(r.Node), b.Generation}
	order := c.built[key]
	if order == nil {
		order = &buildOrder{}
		c.built[key] = order
	}
	at, first := order.add(b)
	if first {
		return
	}
	c.looks++
	if want := order.longest[at]; want.Name != b.Name || want.Shape != b.Shape || want.First != b.First {
		c.Violatef("worker %d built another dataflow than others at position %d\n%s built %s, others %s\n%s",
			b.Worker, at, r.Node, builtText(b), builtText(want), divergence("dataflow", order.names, at))
	}
}

// add appends one build and says at which position it stands and whether this worker is the first to reach it.
func (o *buildOrder) add(b timely.Built) (at int, first bool) {
	for len(o.count) <= b.Worker {
		o.count = append(o.count, 0)
		o.names = append(o.names, nil)
	}
	at = o.count[b.Worker]
	o.count[b.Worker]++
	o.names[b.Worker] = append(o.names[b.Worker], builtText(b))
	if at < len(o.longest) {
		return at, false
	}
	o.longest = append(o.longest, b)
	return at, true
}

// builtText tells two dataflows apart as the oracle does: name, identifiers from first to last, and the sequence of what
// they are for.
func builtText(b timely.Built) string {
	return fmt.Sprintf("%s#%d..%d/%04x", b.Name, b.First, b.Next-1, b.Shape&0xffff)
}
