package timely

import "onelane.test/runtime/frontier"

// Input is an input port of an operator.
type Input struct {
	op    *operator
	port  int
	from  *Output
	apart bool
	end   *endpoint

	messages frontier.MutableAntichain // undelivered, of all workers
	frontier frontier.Antichain        // what may still arrive, here or elsewhere
}

// Next takes the next container; ok is false when there is none now. Its time justifies what the operator gives and
// holds at that time or later until the activation ends.
func (in *Input) Next() (at frontier.Time, data any, ok bool) {
	c, ok := in.end.pull()
	if !ok {
		return 0, nil, false
	}
	in.op.flow.note(targetOf(in.op.node, in.port), c.time, -1)
	if !in.apart {
		in.op.consumed = in.op.consumed.Meet(frontier.At(c.time))
	}
	return c.time, c.payload, true
}

// Frontier returns the bound of the times that containers may still have, at this input of any worker. It includes
// containers that have arrived and were not taken by Next. It advances between activations only.
func (in *Input) Frontier() frontier.Antichain { return in.frontier }

// expect counts a container that is about to be sent to this input, on whatever worker, and lets it run in this pass.
func (in *Input) expect(at frontier.Time) {
	f := in.op.flow
	f.note(targetOf(in.op.node, in.port), at, 1)
	f.touch(in.op.node)
}
