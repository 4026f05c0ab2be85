package clusterd

import (
	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// responder sends a worker's compute responses to its adapter, tagged with the nonce of the connection that the worker
// serves.
type responder struct {
	worker *worker
	queue  *sim.Queue[nonced]
	nonce  protocol.Nonce
	known  bool
}

func newResponder(w *worker) *responder {
	return &responder{worker: w, queue: sim.NewQueue[nonced](w.task.World(), "compute.responses")}
}

func (r *responder) send(response protocol.ComputeResponse) {
	w := r.worker
	if !r.known {
		w.task.Exit(sim.ExitPanic, "clusterd: worker %d answers %s before there was a connection", w.timely.Index(), response)
	}
	w.task.Emit(Responded{
		Plane: Compute, Generation: w.process.timely.Generation(), Worker: w.timely.Index(), Nonce: r.nonce, Response: response,
	})
	r.queue.Push(w.task, nonced{response: response, nonce: r.nonce})
}
