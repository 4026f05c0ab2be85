package render

import "onelane.test/runtime/timely"

// startWhenFired passes a stream on once the dataflow has been started, and until then leaves it where it is.
func (r *renderer) startWhenFired(s *timely.Scope, in timely.Stream) timely.Stream {
	b := s.Operator("start_signal")
	input, out := b.Input(in, timely.Pipeline()), b.Output(rows)
	held := out.Initial()
	r.start.wake(b.Activator())
	b.Interest(timely.InterestNever)
	b.Build(func(*timely.Op) {
		if !r.start.Fired() {
			return
		}
		for at, data, ok := input.Next(); ok; at, data, ok = input.Next() {
			out.Give(at, data)
		}
		if held != nil {
			held.Drop()
			held = nil
		}
	})
	return out.Stream()
}
