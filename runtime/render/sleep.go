package render

import (
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
)

// sleep passes its input on and, once, blocks the thread of the worker in the middle of its timely round, so that the
// worker does nothing at all meanwhile: no other dataflow, no command, no report. It does so when the first rows come,
// or when there are none on this worker and the as_of is complete. As mz_sleep in a query does, which Materialize's
// tests use to hold back hydration (test/testdrive/cluster-controller.td).
func (r *renderer) sleep(s *timely.Scope, op query.SleepOp, in timely.Stream) timely.Stream {
	b := s.Operator("sleep")
	input, out := b.Input(in, timely.Pipeline()), b.Output(rows)
	due := op.Blocks(r.worker.Index())
	b.Build(func(o *timely.Op) {
		for at, data, ok := input.Next(); ok; at, data, ok = input.Next() {
			if due {
				due = false
				block(o, op)
			}
			out.Give(at, data)
		}
		if due && frontier.At(r.asOf).Lt(input.Frontier()) {
			due = false
			block(o, op)
		}
	})
	return out.Stream()
}

// block puts the worker's thread to sleep.
func block(o *timely.Op, op query.SleepOp) {
	t := o.Task()
	t.Emit(Blocked{Worker: o.Worker().Index(), For: op.For, Forever: op.Forever})
	if op.Forever {
		t.SleepUntil(sim.Never)
		return
	}
	t.Sleep(op.For)
	t.Emit(Unblocked{Worker: o.Worker().Index()})
}
