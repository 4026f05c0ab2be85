package timely

import (
	"fmt"

	"onelane.test/sim"
)

// Worker is one timely worker. All its methods must be called by its own task.
type Worker struct {
	process *Process
	task    *sim.Task
	local   int
	index   int

	identity identity
	channels []*endpoint // between workers, by identifier; nil where the identifier is something else or gone
	stash    map[int][]frame
	out      outbox

	flows  []*dataflow // living, ascending
	wanted int         // dataflows that have an activation
	timers timers
	events []*endpoint // spare, to swap with the mailbox's
	inbox  []frame     // spare
	round  bool        // operators are being scheduled
	rounds uint64      // of scheduling
	order  *sim.Stream // of reordered containers, nil until needed

	messages slab[progressMessage]
	history  slab[change] // of the messages
}

// NewWorker returns worker number local of the process, running on t. The mesh must be up. A process makes each of its
// workers once.
func (p *Process) NewWorker(t *sim.Task, local int) *Worker {
	if !p.up {
		panic(fmt.Sprintf("timely: worker %d of process %d made before bring-up", local, p.index))
	}
	if p.mail[local].task != nil {
		panic(fmt.Sprintf("timely: worker %d of process %d made twice", local, p.index))
	}
	t.Touch(p.mail[local].access())
	p.mail[local].task = t
	w := &Worker{process: p, task: t, local: local, index: p.first() + local}
	w.identity.bound = -1
	w.out = outbox{process: p, batches: make([]*batch, p.cfg.Processes)}
	return w
}

// Index returns the worker's index among all workers of the cluster.
func (w *Worker) Index() int { return w.index }

// Peers returns the number of workers of the cluster.
func (w *Worker) Peers() int { return w.process.total() }

// Process returns the process that the worker belongs to.
func (w *Worker) Process() *Process { return w.process }

// Task returns the task that the worker runs on.
func (w *Worker) Task() *sim.Task { return w.task }

// NextDataflow returns the index that the next dataflow will get.
func (w *Worker) NextDataflow() int { return w.identity.dataflows }

// Installed says whether the dataflow exists: it was built, and was neither dropped nor has it completed.
func (w *Worker) Installed(dataflow int) bool { return w.find(dataflow) >= 0 }

// mail returns the worker's own mailbox.
func (w *Worker) mail() *mailbox { return w.process.mail[w.local] }

func (w *Worker) find(dataflow int) int {
	for i, f := range w.flows {
		if f.index == dataflow {
			return i
		}
	}
	return -1
}

// Dataflow constructs a dataflow and returns its index. All workers must construct the same dataflows in the same order:
// identifiers are given out as build asks for things. It must not be called by an operator.
func (w *Worker) Dataflow(name string, build func(*Scope)) int {
	if w.round {
		panic("timely: dataflow " + name + " built by an operator")
	}
	w.task.Touch(w.mail().access())
	f := newDataflow(w, name)
	build(&Scope{flow: f})
	f.finish()
	w.flows = append(w.flows, f)
	f.activate(0)
	span := w.identity.close(f.index)
	w.task.Emit(Built{
		Generation: w.process.generation, Worker: w.index, Dataflow: f.index, Name: name,
		Shape: uint64(f.shape), First: span.first, Next: span.next,
	})
	return f.index
}

// Drop removes a dataflow from this worker at once. Its operators emit no final progress: elsewhere the dataflow stands
// still until it is dropped there too. Dropping what is not installed does nothing. It must not be called by an operator.
func (w *Worker) Drop(dataflow int) {
	if w.round {
		panic(fmt.Sprintf("timely: dataflow %d dropped by an operator", dataflow))
	}
	i := w.find(dataflow)
	if i < 0 {
		return
	}
	w.task.Touch(w.mail().access())
	name := w.flows[i].name
	w.remove(i)
	w.task.Emit(DataflowDropped{Generation: w.process.generation, Worker: w.index, Dataflow: dataflow, Name: name})
}

func (w *Worker) remove(i int) {
	f := w.flows[i]
	w.flows = append(w.flows[:i], w.flows[i+1:]...)
	if f.wanted {
		f.wanted = false
		w.wanted--
	}
	f.gone = true
	w.identity.spans[f.index].gone = true
	for _, e := range f.ends {
		e.close()
		if e.id < len(w.channels) && w.channels[e.id] == e {
			w.channels[e.id] = nil
		}
	}
}
