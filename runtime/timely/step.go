package timely

import "time"

// Step is [Worker.StepOrPark] without parking.
func (w *Worker) Step() bool { return w.StepOrPark(0) }

// StepOrPark takes in what has arrived and then either schedules every dataflow that has an activation, or, if there is
// none, parks for at most d (without bound if d is negative, never if it is 0). It never does both: what ended the park
// is looked at by the next call. It says whether any dataflow remains. It begins with a scheduling point.
func (w *Worker) StepOrPark(d time.Duration) bool {
	w.task.Point(w.mail().access())
	w.receive()
	w.advance()
	if delay := w.delay(d); delay != 0 {
		w.awaitEvents(delay)
	} else {
		w.schedule()
	}
	w.release()
	return len(w.flows) > 0
}

// Rounds returns how often the worker has scheduled its dataflows. Between two equal answers none of them did anything.
func (w *Worker) Rounds() uint64 { return w.rounds }

// delay bounds the park by the next timer, and by 0 if there is something to do.
func (w *Worker) delay(d time.Duration) time.Duration {
	if w.wanted > 0 {
		return 0
	}
	if due, ok := w.timers.next(); ok {
		if until := due.Sub(w.task.Now()); d < 0 || until < d {
			return until
		}
	}
	return d
}

func (w *Worker) awaitEvents(delay time.Duration) {
	if len(w.mail().events) == 0 {
		w.task.Park(delay)
	}
}

// receive moves frames into their channels and activates the operators whose channels have news. An event for a channel
// that belongs to nothing here is forgotten: what is built later is activated anyway, and finds what has come.
func (w *Worker) receive() {
	mail := w.mail()
	inbox := mail.inbox
	mail.inbox = w.inbox[:0]
	for i := range inbox {
		w.deliver(&inbox[i])
	}
	clear(inbox)
	w.inbox = inbox
	events := mail.events
	mail.events = w.events[:0]
	for _, e := range events {
		e.news = false
		if e.owner.flow != nil {
			w.reorder(e)
			e.owner.flow.activate(e.owner.node)
		}
	}
	clear(events)
	w.events = events
}

// reorder permutes the waiting containers of a data channel if the fault says so. Progress stays in order: its safety
// rests on that.
func (w *Worker) reorder(e *endpoint) {
	if w.process.hooks.Reorder == nil || e.kind != kindData || e.queue.len() < 2 || !w.process.hooks.Reorder() {
		return
	}
	waiting := e.queue.pending()
	if w.order == nil {
		w.order = w.task.Stream("timely reorder " + w.task.Name())
	}
	for i := len(waiting) - 1; i > 0; i-- {
		j := w.order.IntN(i + 1)
		waiting[i], waiting[j] = waiting[j], waiting[i]
	}
}

// advance turns what other threads and timers have activated into activations.
func (w *Worker) advance() {
	mail := w.mail()
	for _, p := range mail.sync {
		p.flow.activate(p.node)
	}
	clear(mail.sync)
	mail.sync = mail.sync[:0]
	for {
		p, ok := w.timers.pop(w.task.Now())
		if !ok {
			return
		}
		p.flow.activate(p.node)
	}
}

// schedule steps the dataflows that have an activation, in the order of their indices, once each. Activations that
// happen meanwhile are for the next round.
func (w *Worker) schedule() {
	w.round = true
	w.rounds++
	for _, f := range w.flows {
		f.present()
	}
	complete := false
	for _, f := range w.flows {
		if f.presented {
			f.presented = false
			f.step()
			if w.process.flawed {
				f.activate(0)
			}
			complete = complete || f.complete()
		}
	}
	w.round = false
	if complete {
		w.removeComplete()
	}
}

func (w *Worker) removeComplete() {
	for i := 0; i < len(w.flows); {
		f := w.flows[i]
		if !f.complete() {
			i++
			continue
		}
		w.remove(i)
		w.task.Emit(DataflowCompleted{
			Generation: w.process.generation, Worker: w.index, Dataflow: f.index, Name: f.name,
		})
	}
}
