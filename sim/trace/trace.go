// Package trace holds what a world tells about itself: events, the hash they fold into, and what can listen to them.
package trace

// Event is one thing that happened. Append adds its text to b and returns the longer slice.
//
// The text has the form "kind key=value …"; its first word is the kind, such as "lane.sequenced". It is both what
// people read and what the hash of the run is made of, so it must be a function of the run alone: no pointers, no map
// order, no real time.
type Event interface {
	Append(b []byte) []byte
}

// Record is an event with the place where it happened.
type Record struct {
	// Step is the number of the world's step during which the event happened, 0 before the first.
	Step uint64
	// At is the simulated time in nanoseconds.
	At int64
	// Node and Task name who emitted it. Task is empty for a callback of a node, both are empty for the driver.
	Node, Task string
	// Actor numbers the task, the same for all lives of its name; 0 if none emitted the event.
	Actor int
	// Event is the event itself.
	Event Event
	// Text is the event's text, made once for all observers.
	Text []byte
}

// Observer is told of each event as it happens, in the order in which they happen. The record and everything in it is
// valid during the call only: an observer that keeps something copies it. It must not change the world, except to stop
// it with a violation.
type Observer interface {
	Observe(r *Record)
}

// ObserverFunc makes an observer of a function.
type ObserverFunc func(r *Record)

// Observe calls f.
func (f ObserverFunc) Observe(r *Record) { f(r) }

// Text is an event without fields of its own, for tests and remarks.
type Text string

// Append adds the text.
func (e Text) Append(b []byte) []byte { return append(b, e...) }
