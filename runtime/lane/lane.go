package lane

import (
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
)

// Config says how a lane is built.
type Config struct {
	// Generation is the process's, for events.
	Generation uint64
	// Hosting is whether storage items travel in the lane too. It must be the same on all workers of a replica.
	Hosting bool
	// TwoLanes sequences the two kinds by two dataflows, as MaterializeInc/materialize#35851 did: each kind has an
	// order, the two together have none.
	TwoLanes bool
	// NoContiguity lets sequencer and sinks release items as they arrive.
	NoContiguity bool
}

// Lane is one worker's end of the lane. Its methods belong to the worker's thread, except [Lane.SendCompute].
type Lane struct {
	worker   *timely.Worker
	cfg      Config
	compute  *sim.Queue[Item]
	storage  *local[Item]
	received *local[placed]
	// lines are the dataflows: the one lane, or in the wrong design the compute line and the storage line.
	lines []*line
}

// Render builds the lane's dataflow on w, which must not have built any other.
func Render(w *timely.Worker, cfg Config) *Lane {
	task := w.Task()
	l := &Lane{
		worker:   w,
		cfg:      cfg,
		compute:  sim.NewQueue[Item](task.World(), "lane.compute"),
		storage:  &local[Item]{name: "lane.storage"},
		received: &local[placed]{name: "lane.received"},
	}
	task.Own(l.compute)
	task.Own(l.storage)
	task.Own(l.received)
	if cfg.TwoLanes {
		l.lines = []*line{newLine(l, "lane.compute", true, false), newLine(l, "lane.storage", false, true)}
	} else {
		l.lines = []*line{newLine(l, "lane", true, cfg.Hosting)}
	}
	l.render()
	return l
}

// RenderAgain builds the dataflow once more over the same queues and indices, and leaves the old one standing. No sound
// lane does that: workers that do not do it equally often construct everything that follows under different
// identifiers (MaterializeInc/database-issues#8964).
func (l *Lane) RenderAgain() {
	l.render()
}

func (l *Lane) render() {
	for _, line := range l.lines {
		l.worker.Dataflow(line.name, line.build)
	}
}

// SendCompute puts a command of connection nonce into the lane's input and wakes the worker. It may be called by any
// task of the process. Only worker 0's commands take effect; the other workers' must be configuration updates, which
// are thrown away (the copies that count come from worker 0).
func (l *Lane) SendCompute(t *sim.Task, cmd protocol.ComputeCommand, nonce protocol.Nonce) {
	l.compute.Push(t, Item{Compute: cmd, Nonce: nonce})
	l.lines[0].activator.Sync(t)
}

// Input is what [Lane.SendCompute] uses: a task declares it at the point before.
func (l *Lane) Input() []sim.Access {
	return []sim.Access{sim.Write(l.compute.Object()), l.lines[0].activator.Access()}
}

// SendStorage puts a storage command into the lane's input. It must be called on the worker's own thread: it activates
// the source for the next round and wakes nobody.
func (l *Lane) SendStorage(cmd protocol.InternalCommand) {
	if !l.cfg.Hosting {
		panic("lane: storage command sent into a lane that hosts no storage")
	}
	l.storage.push(Item{Storage: cmd})
	l.lines[len(l.lines)-1].activator.Activate()
}

// TryRecv returns the next item in lane order, if the sink has released it.
func (l *Lane) TryRecv() (Item, bool) {
	p, ok := l.received.pop()
	if !ok {
		return Item{}, false
	}
	l.worker.Task().Emit(Delivered{
		Generation: l.cfg.Generation, Line: p.line, Worker: l.worker.Index(), Global: p.global,
		Producer: p.producer, Index: p.index, Item: p.item, Text: p.text,
	})
	return p.item, true
}

// Len returns the number of items that TryRecv can return now.
func (l *Lane) Len() int {
	return l.received.Len()
}

// discardStorage throws away the storage items that wait to be received.
func (l *Lane) discardStorage() {
	kept := l.received.items[:0]
	for _, p := range l.received.items {
		if p.item.Storage == nil {
			kept = append(kept, p)
		}
	}
	l.received.items = kept
}
