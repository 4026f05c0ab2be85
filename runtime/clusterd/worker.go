package clusterd

import (
	"fmt"
	"time"

	"onelane.test/runtime/compute"
	"onelane.test/runtime/fail"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// unbounded is the argument of StepOrPark that lets the worker park until somebody wakes it.
const unbounded time.Duration = -1

// worker is one timely worker with its compute state and its guest.
type worker struct {
	process   *process
	seat      *seat
	task      *sim.Task
	timely    *timely.Worker
	lane      *lane.Lane
	commands  *lane.Receiver
	responses *responder
	compute   *compute.State            // nil before CreateInstance
	guest     *guest                    // nil where no storage is hosted
	overheard []protocol.ComputeCommand // that bypass the lane, a bug
	rendered  uint64                    // compute connections for which the lane was built again, a bug
	idleTurn  trace.Event               // an [Iteration], made once: every other event of a world is one
	busyTurn  trace.Event
}

// newWorker renders the lane, the worker's first dataflow, once for all connections to come; then it spawns the
// adapter and sets up the guest.
func newWorker(t *sim.Task, p *process, local int) *worker {
	w := &worker{process: p, seat: p.seats[local], task: t, timely: p.timely.NewWorker(t, local)}
	w.lane = lane.Render(w.timely, lane.Config{
		Generation: p.timely.Generation(), Hosting: p.cfg.Unified,
		TwoLanes: p.flaws.twoLanes, NoContiguity: p.flaws.noContiguity,
	})
	w.idleTurn = Iteration{Generation: p.timely.Generation(), Worker: w.timely.Index()}
	w.busyTurn = Iteration{Generation: p.timely.Generation(), Worker: w.timely.Index(), Busy: true}
	w.commands = lane.NewReceiver(w.lane)
	w.responses = newResponder(w)
	a := &adapter{
		worker: w.timely.Index(), clients: w.seat.compute, responses: w.responses.queue, send: w.sendCompute,
		delay: p.cfg.AdapterDelay,
	}
	p.node.Go(fmt.Sprintf("adapter%d", local), a.run)
	if p.cfg.Unified {
		w.guest = newGuest(w)
	}
	return w
}

// sendCompute puts a command that the adapter has heard into the lane. It runs on the adapter's task.
func (w *worker) sendCompute(t *sim.Task, cmd protocol.ComputeCommand, nonce protocol.Nonce) {
	if w.timely.Index() != 0 && fail.On(t, fail.FollowerCommands) {
		w.overheard = append(w.overheard, cmd)
		w.task.Unpark(t)
		return
	}
	w.lane.SendCompute(t, cmd, nonce)
}

// applyOverheard restores a bug: commands that have come to this worker's own adapter are applied as they come.
func (w *worker) applyOverheard() {
	for _, cmd := range w.overheard {
		w.handleCompute(cmd)
	}
	w.overheard = nil
}

// run serves one compute connection after the other.
func (w *worker) run() {
	// The receiver knows no nonce yet, so the first compute command reports a change before it is returned.
	_, changed := w.recvCommand()
	for {
		w.changeNonce(*changed)
		changed = w.runClient()
	}
}

// handleCompute applies a compute command. Commands before CreateInstance find nothing that they could be applied to.
func (w *worker) handleCompute(cmd protocol.ComputeCommand) {
	if create, ok := cmd.(protocol.CreateInstance); ok && w.compute == nil {
		w.compute = compute.New(w.timely, w.process.persist, w.responses.send, create.Config)
	}
	if w.compute == nil {
		w.task.Exit(sim.ExitPanic, "clusterd: worker %d: %s before CreateInstance", w.timely.Index(), cmd)
	}
	w.compute.Handle(cmd)
}

// handleStorage hands a storage item of the lane to the guest: the only place where storage dataflows are built.
func (w *worker) handleStorage(cmd protocol.InternalCommand) {
	if w.guest == nil {
		w.task.Exit(sim.ExitPanic, "clusterd: worker %d: the lane carries %s, but no guest is hosted", w.timely.Index(), cmd)
	}
	w.guest.state.HandleInternal(cmd)
}

// receive takes the next lane item; one item is one choice of the schedule.
func (w *worker) receive() (item lane.Item, ok bool, changed *protocol.Nonce) {
	if w.lane.Len() > 0 {
		w.task.Point()
	}
	return w.commands.TryRecv()
}

// endIteration charges the work of one turn of the loop.
func (w *worker) endIteration(busy bool) {
	turn := w.idleTurn
	if busy {
		turn = w.busyTurn
	}
	w.task.Emit(turn)
	w.task.Work(w.process.cfg.IterationCost)
	w.awaitReply()
}

// charge is the work of handling one command.
func (w *worker) charge() {
	if cost := w.process.cfg.CommandCost; cost > 0 {
		w.task.Work(cost)
	}
}

// awaitReply is code on the worker's thread that asks another thread, and parks until it has the reply. It takes whatever
// tokens come meanwhile, those of the loop's queues among them; the loop looks into its queues before it parks again.
func (w *worker) awaitReply() {
	delay := w.process.cfg.ReplyDelay
	if delay == nil {
		return
	}
	d := delay()
	if d <= 0 {
		return
	}
	replied := false
	w.process.node.Go(w.task.Name()+"/reply", func(t *sim.Task) {
		t.Sleep(d)
		replied = true
		w.task.Unpark(t)
	})
	for !replied {
		w.task.Park(d)
	}
}

// noticeConnections restores a bug: the lane is built again when the worker notices that clients have come, once for
// however many they were.
func (w *worker) noticeConnections() {
	w.applyOverheard()
	if !w.process.flaws.perConnection || w.rendered == w.seat.arrivals {
		return
	}
	w.rendered = w.seat.arrivals
	w.lane.RenderAgain()
}
