package timely

// dataflow is what one worker has of a dataflow: its operators, and what it knows of everybody's progress in it.
type dataflow struct {
	worker *Worker
	index  int
	name   string
	shape  shape
	ops    []*operator // by node; node 0 is the scope itself and is nil
	ends   []*endpoint // of all its channels
	gone   bool

	wanted    bool // has an activation for the next round
	presented bool // is to be stepped in this round
	next      set  // nodes activated for the next round
	now       set  // nodes to run in this step
	position  int  // the node that runs, -1 when none does

	progress   channel
	incoming   *endpoint
	changes    []change // made here, not broadcast yet
	sent       uint64   // progress messages
	tracker    tracker
	incomplete int // operators that have not said that they are done
}

func newDataflow(w *Worker, name string) *dataflow {
	f := &dataflow{worker: w, index: w.identity.open(), name: name, ops: make([]*operator, 1, 16), position: -1}
	f.shape = emptyShape
	w.identity.take() // the root scope
	f.shape.add('s', "")
	return f
}

// progressType is the type of progress channels. Materialize's dataflows all have the same timestamp, so theirs have one
// type too.
const progressType = "progress"

// finish closes the root scope: it takes the progress channel, records everybody's first capabilities, and activates
// every operator once.
func (f *dataflow) finish() {
	for _, op := range f.ops[1:] {
		if !op.built {
			panic("timely: operator " + op.name + " of dataflow " + f.name + " is not built")
		}
	}
	f.progress, f.incoming = f.worker.allocate(kindProgress, progressType, path{f, 0})
	f.shape.add('g', progressType)
	n := len(f.ops)
	f.next, f.now = newSet(n), newSet(n)
	f.tracker.start(f)
	f.incomplete = n - 1
	for node := 1; node < n; node++ {
		f.next.add(node)
	}
}

func (f *dataflow) mail() *mailbox { return f.worker.mail() }

// activate asks for the node to be scheduled in the worker's next round; node 0 only asks for progress to be handled.
func (f *dataflow) activate(node int) {
	if f.gone {
		return
	}
	if node != 0 {
		f.next.add(node)
	}
	if !f.wanted {
		f.wanted = true
		f.worker.wanted++
	}
}

// present moves the activations into the round that begins.
func (f *dataflow) present() {
	if f.wanted {
		f.wanted = false
		f.worker.wanted--
		f.presented = true
		f.now.move(f.next)
	}
}

// step is one pass: take in progress, tell the operators, run the active ones by ascending node, each at most once, and
// broadcast what they did.
func (f *dataflow) step() {
	f.position = 0
	f.receiveProgress()
	f.tracker.propagate()
	for {
		node, ok := f.now.from(f.position + 1)
		if !ok {
			break
		}
		f.position = node
		f.ops[node].schedule()
	}
	f.position = -1
	f.sendProgress()
}

// touch runs the target of something produced in the same pass, if its turn is still to come, even if what was produced
// went to another worker. A target whose turn has been waits for its channel's event.
func (f *dataflow) touch(node int) {
	if f.position >= 0 && node > f.position {
		f.now.add(node)
	}
}

// complete says whether no operator has anything to do any more and nothing is tracked.
func (f *dataflow) complete() bool {
	return f.incomplete == 0 && f.tracker.tracked == 0 && len(f.changes) == 0 && !f.wanted && !f.presented
}
