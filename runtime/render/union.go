package render

import "onelane.test/runtime/timely"

// union puts streams together.
func union(s *timely.Scope, of []timely.Stream) timely.Stream {
	b := s.Operator("union")
	inputs := make([]*timely.Input, len(of))
	for i, in := range of {
		inputs[i] = b.Input(in, timely.Pipeline())
	}
	out := b.Output(rows)
	b.Interest(timely.InterestNever)
	b.Build(func(*timely.Op) {
		for _, input := range inputs {
			for at, data, ok := input.Next(); ok; at, data, ok = input.Next() {
				out.Give(at, data)
			}
		}
	})
	return out.Stream()
}
