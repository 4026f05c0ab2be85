package timely

import (
	"onelane.test/runtime/frontier"
	"onelane.test/sim"
)

// Output is an output port of an operator.
type Output struct {
	op    *operator
	port  int
	typ   string
	edges []edge
	kept  bool // Initial was called
	shut  bool // a button ended it

	held         frontier.MutableAntichain // capabilities of this worker
	capabilities frontier.MutableAntichain // capabilities of all workers
	frontier     frontier.Antichain        // what may still leave
}

// Stream returns the port as something to connect to.
func (o *Output) Stream() Stream { return Stream{Type: o.typ, from: o} }

// Give sends a container at a time along all edges of the output. Pipelines and workers of this process have it at once,
// others at the end of the step. It must be justified by a capability of this output, or by a container consumed in this
// activation, at the same time or before: otherwise the process ends, as a debug build of timely does. The container is
// shared between the edges and must not be changed any more. In a dataflow that is gone it does nothing.
func (o *Output) Give(at frontier.Time, data any) {
	if o.dead() {
		return
	}
	o.justify(at)
	for i := range o.edges {
		o.edges[i].send(at, data)
	}
}

// Hold returns a capability for a time, which needs the same justification.
func (o *Output) Hold(at frontier.Time) *Capability {
	if !o.dead() {
		o.justify(at)
		o.hold(at)
		o.op.flow.note(o.location(), at, 1)
	}
	return &Capability{output: o, time: at}
}

// Initial returns this worker's first capability, at the minimum. It must be asked for once, before the operator is
// built; what is not asked for is let go when the operator is first scheduled.
func (o *Output) Initial() *Capability {
	if o.kept || o.op.built {
		panic("timely: operator " + o.op.name + " asks too late, or twice, for its initial capability")
	}
	o.kept = true
	o.hold(frontier.Min)
	return &Capability{output: o, time: frontier.Min}
}

func (o *Output) hold(at frontier.Time) {
	o.held.Update(at, 1)
	o.op.held++
}

func (o *Output) letGo(at frontier.Time) {
	o.held.Update(at, -1)
	o.op.held--
	o.op.flow.note(o.location(), at, -1)
}

func (o *Output) justify(at frontier.Time) {
	if o.op.consumed.LessEqual(at) || o.held.Frontier().LessEqual(at) {
		return
	}
	o.op.flow.worker.task.Exit(sim.ExitPanic,
		"Progress error; internal: operator %s gives at %d, holds %s, consumed %s", o.op.name, at, o.held.Frontier(), o.op.consumed)
}

func (o *Output) dead() bool { return o.shut || o.op.flow.gone }

func (o *Output) location() location { return sourceOf(o.op.node, o.port) }

// shutDown drops every capability.
func (o *Output) shutDown() {
	for t, ok := o.held.Frontier().Time(); ok; t, ok = o.held.Frontier().Time() {
		o.letGo(t)
	}
	o.shut = true
}
