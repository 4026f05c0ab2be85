package timely

import (
	"onelane.test/runtime/frontier"
	"onelane.test/sim"
)

// tracker knows how many capabilities and messages there are at each location and time, as far as this worker has
// heard, and from that what may still arrive at each input. The counts and results stand in the ports themselves.
//
// Because times are totally ordered and the graph has no cycles, what may arrive at an input is the earlier of what lies
// there and what may leave the output that it is connected to; what may leave an output is the earlier of the
// capabilities there and what may arrive at the operator's inputs.
type tracker struct {
	flow    *dataflow
	ordered []*operator // so that each stands behind those that it reads from
	dirty   set         // ranks of operators with changed counts or a changed upstream
	tracked int         // locations with a nonzero count
}

// start records one minimum capability of each worker on every output: before a worker has built the dataflow and let
// go, nobody passes the minimum.
func (t *tracker) start(f *dataflow) {
	t.flow = f
	t.order()
	t.dirty = newSet(len(t.ordered))
	for _, op := range t.ordered {
		for _, out := range op.outputs {
			out.capabilities.Update(frontier.Min, int64(f.worker.Peers()))
			t.tracked++
		}
	}
}

// order sorts the operators topologically, keeping the order of nodes where it can.
func (t *tracker) order() {
	ops := t.flow.ops[1:]
	t.ordered = make([]*operator, 0, len(ops))
	placed := newSet(len(ops) + 1)
	ready := func(op *operator) bool {
		for _, in := range op.inputs {
			if !placed.has(in.from.op.node) {
				return false
			}
		}
		return true
	}
	for len(t.ordered) < len(ops) {
		before := len(t.ordered)
		for _, op := range ops {
			if !placed.has(op.node) && ready(op) {
				op.rank = len(t.ordered)
				t.ordered = append(t.ordered, op)
				placed.add(op.node)
			}
		}
		if len(t.ordered) == before {
			panic("timely: dataflow " + t.flow.name + " has a cycle")
		}
	}
}

// apply counts one change. A node or port outside of the graph comes from another dataflow, by a channel that means
// different things to different workers (MaterializeInc/materialize#11341).
func (t *tracker) apply(c change) {
	ops := t.flow.ops
	node, port := c.at.node(), c.at.port()
	if node == 0 || node >= len(ops) {
		t.outOfBounds(len(ops), node)
	}
	op := ops[node]
	counts := t.counts(op, c.at, port)
	if counts.IsZero() {
		t.tracked++
	}
	counts.Update(c.time, int64(c.diff))
	if counts.IsZero() {
		t.tracked--
	}
	t.dirty.add(op.rank)
}

func (t *tracker) counts(op *operator, at location, port int) *frontier.MutableAntichain {
	if at.isSource() {
		if port >= len(op.outputs) {
			t.outOfBounds(len(op.outputs), port)
		}
		return &op.outputs[port].capabilities
	}
	if port >= len(op.inputs) {
		t.outOfBounds(len(op.inputs), port)
	}
	return &op.inputs[port].messages
}

func (t *tracker) outOfBounds(size, index int) {
	t.flow.worker.task.Exit(sim.ExitPanic, "index out of bounds: the len is %d but the index is %d (progress of dataflow %s)",
		size, index, t.flow.name)
}

// propagate carries the changes along the graph and activates the operators whose input frontiers changed.
func (t *tracker) propagate() {
	rank, ok := t.dirty.from(0)
	for ok {
		t.update(t.ordered[rank])
		rank, ok = t.dirty.from(rank)
	}
}

func (t *tracker) update(op *operator) {
	through := frontier.Empty()
	changed := false
	for _, in := range op.inputs {
		f := in.messages.Frontier().Meet(in.from.frontier)
		if f != in.frontier {
			in.frontier = f
			changed = true
		}
		if !in.apart {
			through = through.Meet(f)
		}
	}
	for _, out := range op.outputs {
		f := out.capabilities.Frontier().Meet(through)
		if f == out.frontier {
			continue
		}
		out.frontier = f
		for i := range out.edges {
			t.dirty.add(out.edges[i].target.op.rank)
		}
	}
	if changed {
		op.hear()
	}
}
