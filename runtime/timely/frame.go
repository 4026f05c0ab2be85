package timely

import (
	"onelane.test/runtime/fail"
	"onelane.test/sim"
)

// frame is a message between processes. The number is all that says where it belongs; typ is what the sender encoded,
// and is looked at only in decoding.
type frame struct {
	channel      int
	source       int // worker
	lower, upper int // target workers, upper excluded
	typ          string
	container    container
}

// batch is the frames of one worker for one process. Whoever receives it uses it again for its own frames.
type batch struct{ frames []frame }

// outbox gathers a worker's frames for each process. They become visible together, at the end of a step.
type outbox struct {
	process *Process
	batches []*batch // by process, nil where there is nothing
}

func (o *outbox) add(process int, f frame) {
	b := o.batches[process]
	if b == nil {
		b = o.process.newBatch()
		o.batches[process] = b
	}
	b.frames = append(b.frames, f)
}

func (p *Process) newBatch() *batch {
	last := len(p.spare) - 1
	if last < 0 {
		return &batch{}
	}
	b := p.spare[last]
	p.spare = p.spare[:last]
	return b
}

// maxSpare bounds the memory of a process that receives more than it sends.
const maxSpare = 16

func (p *Process) free(b *batch) {
	clear(b.frames)
	b.frames = b.frames[:0]
	if len(p.spare) < maxSpare {
		p.spare = append(p.spare, b)
	}
}

// release hands the gathered frames to the network.
func (w *Worker) release() {
	for i, b := range w.out.batches {
		if b == nil {
			continue
		}
		w.out.batches[i] = nil
		if err := w.process.conns[i].Send(w.task, b); err != nil {
			w.process.failed(w.task, i, err)
		}
	}
}

// accept distributes a batch that has come from another process to the mailboxes and wakes the workers concerned.
func (p *Process) accept(t *sim.Task, b *batch) {
	p.distribute(t, b.frames)
	p.free(b)
}

func (p *Process) distribute(t *sim.Task, batch []frame) {
	first := p.first()
	for i := range batch {
		for target := batch[i].lower; target < batch[i].upper; target++ {
			mail := p.mail[target-first]
			t.Touch(mail.access())
			mail.inbox = append(mail.inbox, batch[i])
		}
	}
	for local, mail := range p.mail {
		if reaches(batch, first+local) {
			mail.unpark(t)
		}
	}
}

func reaches(batch []frame, worker int) bool {
	for i := range batch {
		if batch[i].lower <= worker && worker < batch[i].upper {
			return true
		}
	}
	return false
}

// deliver puts a frame into its channel's queue. Without one it is kept if the number has not been allocated yet, and
// otherwise discarded without a word (zero_copy/tcp.rs).
func (w *Worker) deliver(f *frame) {
	if f.channel < len(w.channels) && w.channels[f.channel] != nil {
		w.decode(w.channels[f.channel], f)
		return
	}
	if f.channel > w.identity.bound && !fail.On(w.task, fail.EarlyFramesLost) {
		if w.stash == nil {
			w.stash = make(map[int][]frame)
		}
		w.stash[f.channel] = append(w.stash[f.channel], *f)
		return
	}
	w.task.Emit(Discarded{
		Generation: w.process.generation, Worker: w.index, Channel: f.channel, Live: w.identity.live(f.channel),
	})
}

// decode reads a frame as what the channel carries. Nothing says what the sender meant: another type fails, or would be
// garbage; the same type with another meaning passes.
func (w *Worker) decode(e *endpoint, f *frame) {
	if e.typ != f.typ {
		w.task.Exit(sim.ExitPanic, "failed to decode message on channel %d from worker %d: it is no %s but %s",
			f.channel, f.source, e.typ, f.typ)
	}
	e.queue.push(f.container)
	e.notify()
}
