package timely

import (
	"onelane.test/runtime/frontier"
	"onelane.test/sim"
)

// kind says what a channel is for.
type kind uint8

const (
	kindData kind = iota
	kindProgress
	kindButton
)

// container is what travels in a channel: the payload of one Give, or a progress message, or the press of a button.
type container struct {
	time    frontier.Time
	payload any
}

// endpoint is one worker's receiving end of a channel.
type endpoint struct {
	id    int
	kind  kind
	typ   string
	mail  *mailbox // of the worker that receives
	queue fifo[container]
	owner path // what news activates; no flow before the worker has built it and after it has dropped it
	news  bool // it stands in the mailbox's events
	read  bool // something was read since it was last found empty
	gone  bool // its dataflow was dropped
}

// push sends to a worker of the same process. The order of its three parts matters: a worker that is woken must find
// the event, and one that acts on the event must find the data (communication/src/allocator/process.rs).
func (e *endpoint) push(by *sim.Task, c container) {
	object := e.mail.access()
	by.FinePoint(object)
	if e.gone {
		return
	}
	e.queue.push(c)
	by.FinePoint(object)
	e.notify()
	e.mail.unpark(by)
}

// pushLocal sends along a pipeline, to the same worker. Nobody has to be woken.
func (e *endpoint) pushLocal(c container) {
	e.queue.push(c)
	e.notify()
}

// notify puts the channel's number into the receiver's list of events. The list is deduplicated there anyway.
func (e *endpoint) notify() {
	if !e.news {
		e.news = true
		e.mail.events = append(e.mail.events, e)
	}
}

// pull takes the next container. A reader that comes to the end of a burst leaves an event behind: one activation more.
func (e *endpoint) pull() (container, bool) {
	if e.queue.len() > 0 {
		e.read = true
		return e.queue.pop(), true
	}
	if e.read {
		e.read = false
		e.notify()
	}
	return container{}, false
}

// close makes the end deaf.
func (e *endpoint) close() {
	e.gone = true
	e.owner = path{}
	e.queue = fifo[container]{}
}
