package render

import (
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// mapRows replaces each row by what op makes of it. The rows stay where they are: whoever groups them exchanges them.
func mapRows(s *timely.Scope, op query.MapOp, in timely.Stream) timely.Stream {
	return linear(s, "map", in, func(updates []query.Update) []query.Update {
		mapped := make([]query.Update, len(updates))
		for i, u := range updates {
			u.Row = op.Apply(u.Row)
			mapped[i] = u
		}
		return mapped
	})
}
