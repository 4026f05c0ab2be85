package render

import (
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// linear is an operator that changes updates one by one, without looking at other times or workers.
func linear(s *timely.Scope, name string, in timely.Stream, apply func([]query.Update) []query.Update) timely.Stream {
	b := s.Operator(name)
	input, out := b.Input(in, timely.Pipeline()), b.Output(rows)
	b.Interest(timely.InterestNever)
	b.Build(func(*timely.Op) {
		for at, data, ok := input.Next(); ok; at, data, ok = input.Next() {
			if result := apply(data.([]query.Update)); len(result) > 0 {
				out.Give(at, result)
			}
		}
	})
	return out.Stream()
}
