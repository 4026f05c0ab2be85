package render

import (
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// arrange indexes a stream by key: each worker seals a batch of its keys whenever the input frontier advances. The
// trace's upper is hence the operator's input frontier as of its last activation, on every worker the progress of all.
func (r *renderer) arrange(s *timely.Scope, name string, in timely.Stream) (*Trace, timely.Stream) {
	b := s.Operator("arrange(" + name + ")")
	input, out := b.Input(in, byKey()), b.Output("batches")
	trace := &Trace{}
	pending := &buffer{out: out}
	b.Build(func(*timely.Op) {
		for at, data, ok := input.Next(); ok; at, data, ok = input.Next() {
			pending.add(at, data.([]query.Update))
		}
		f := input.Frontier()
		if !trace.upper.Lt(f) {
			return
		}
		var sealed []query.Update
		pending.complete(f, func(_ frontier.Time, updates []query.Update) { sealed = updates })
		trace.seal(sealed, f)
	})
	return trace, out.Stream()
}
