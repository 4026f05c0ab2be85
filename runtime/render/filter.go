package render

import (
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// filter keeps the rows that op keeps.
func filter(s *timely.Scope, op query.FilterOp, in timely.Stream) timely.Stream {
	return linear(s, "filter", in, func(updates []query.Update) []query.Update {
		var kept []query.Update
		for _, u := range updates {
			if op.Keeps(u.Row) {
				kept = append(kept, u)
			}
		}
		return kept
	})
}
