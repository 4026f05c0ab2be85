package render

import "onelane.test/runtime/timely"

// staged puts the exchanges of the parameter stages in front of what writes a shard. They change no row.
func (r *renderer) staged(s *timely.Scope, in timely.Stream) timely.Stream {
	for range r.stages {
		in = stage(s, in)
	}
	return in
}

func stage(s *timely.Scope, in timely.Stream) timely.Stream {
	b := s.Operator("stage")
	input, out := b.Input(in, byKey()), b.Output(rows)
	b.Interest(timely.InterestNever)
	b.Build(func(*timely.Op) {
		for at, data, ok := input.Next(); ok; at, data, ok = input.Next() {
			out.Give(at, data)
		}
	})
	return out.Stream()
}
