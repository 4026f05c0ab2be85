package render

import (
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// constant emits this worker's share of a collection that never changes, at the dataflow's as_of. The lane has dealt
// the rows out: the query has only those of this worker.
func (r *renderer) constant(s *timely.Scope, op query.ConstantOp) timely.Stream {
	b := s.Operator("constant")
	out := b.Output(rows)
	held := out.Initial()
	b.Build(func(*timely.Op) {
		if held == nil {
			return
		}
		if len(op.Rows) > 0 {
			updates := make([]query.Update, len(op.Rows))
			for i, row := range op.Rows {
				updates[i] = query.Update{Row: row, Time: r.asOf, Diff: 1}
			}
			out.Give(held.Time(), updates)
		}
		held.Drop()
		held = nil
	})
	return out.Stream()
}
