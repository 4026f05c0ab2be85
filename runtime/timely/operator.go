package timely

import (
	"time"

	"onelane.test/runtime/frontier"
	"onelane.test/sim"
)

// operator is one worker's instance of an operator.
type operator struct {
	flow     *dataflow
	node     int
	rank     int // in topological order
	name     string
	inputs   []*Input
	outputs  []*Output
	logic    func(*Op)
	interest Interest
	button   *Button
	public   Op

	built      bool
	started    bool
	running    bool
	incomplete bool
	closed     bool
	more       bool               // logic said Incomplete in this activation
	consumed   frontier.Antichain // earliest time consumed in this activation
	held       int                // capabilities
}

// schedule runs the operator once.
func (op *operator) schedule() {
	if op.closed {
		return
	}
	op.running = true
	op.more = false
	op.consumed = frontier.Empty()
	op.start()
	if op.button != nil {
		op.button.poll()
	}
	if !op.shut() {
		op.logic(&op.public)
	}
	op.consumed = frontier.Empty()
	op.running = false
	op.settle()
}

// start lets go of the capabilities that the operator's builder did not ask for.
func (op *operator) start() {
	if op.started {
		return
	}
	op.started = true
	for _, out := range op.outputs {
		if !out.kept {
			op.flow.note(out.location(), frontier.Min, -1)
		}
	}
}

// shut handles an operator whose button all workers have pressed: its logic gets to know once, then its capabilities go,
// and what still arrives is thrown away. It says whether the logic is past.
func (op *operator) shut() bool {
	if op.button == nil || !op.button.all() {
		return false
	}
	if !op.button.told {
		op.button.told = true
		op.logic(&op.public)
	}
	for _, out := range op.outputs {
		out.shutDown()
	}
	for _, in := range op.inputs {
		for {
			if _, _, ok := in.Next(); !ok {
				break
			}
		}
	}
	op.more = false
	return true
}

// settle notes whether the operator has more to do, and ends it if it cannot have.
func (op *operator) settle() {
	if op.incomplete != op.more {
		op.incomplete = op.more
		if op.more {
			op.flow.incomplete++
		} else {
			op.flow.incomplete--
		}
	}
	if op.more || op.held > 0 {
		return
	}
	for _, in := range op.inputs {
		if !in.frontier.IsEmpty() {
			return
		}
	}
	op.closed = true
	op.logic = nil
}

// hear is told that an input frontier has changed.
func (op *operator) hear() {
	if op.interest == InterestNever || op.interest == InterestIfCapability && op.held == 0 {
		return
	}
	if op.closed {
		op.flow.worker.task.Exit(sim.ExitPanic, "Operator prematurely shut down: %s of dataflow %s", op.name, op.flow.name)
	}
	op.flow.now.add(op.node)
}

// Op is an operator as its logic sees it.
type Op struct{ op *operator }

// Task returns the worker's task, on which the logic runs. Logic that blocks it blocks the whole worker.
func (o *Op) Task() *sim.Task { return o.op.flow.worker.task }

// Worker returns the worker.
func (o *Op) Worker() *Worker { return o.op.flow.worker }

// Activate schedules the operator again in the worker's next round.
func (o *Op) Activate() { o.op.flow.activate(o.op.node) }

// ActivateAfter schedules the operator once d has passed. The worker's park is bounded accordingly.
func (o *Op) ActivateAfter(d time.Duration) {
	if d <= 0 {
		o.Activate()
		return
	}
	w := o.op.flow.worker
	w.timers.add(timer{w.task.Now().Add(d), path{o.op.flow, o.op.node}})
}

// Incomplete says that the operator has more to do even if it holds no capability and no input is open: neither it nor
// its dataflow is over. It holds until the next activation.
func (o *Op) Incomplete() { o.op.more = true }

// Shut says whether all workers have pressed the operator's button. Logic is called one last time with it; afterwards
// timely drops the operator's capabilities and its input.
func (o *Op) Shut() bool { return o.op.button != nil && o.op.button.all() }
