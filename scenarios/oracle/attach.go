package oracle

import (
	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/persist"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Most of a trace are workers that turn their loops and park, and requests to the store with their answers. Few oracles
// look at the former, and none at the latter: what counts is what the store did.
var (
	turnEvents  = [...]trace.Event{clusterd.Iteration{}, &sim.Parked{}}
	storeEvents = [...]trace.Event{persist.Called{}, persist.Answered{}}
)

// BulkEvents are the types of events that most of a trace consists of.
func BulkEvents() []trace.Event { return append(turnEvents[:], storeEvents[:]...) }

// Attach makes an oracle observe the world. It is told of bulk events only if it looks at them, or at the clock whenever
// that has moved.
func Attach(w *sim.World, o Oracle) {
	switch o.(type) {
	case *Wakeup, *Reports, *Reconnects:
		w.Observe(o)
	case *Spin, *Turns:
		w.Observe(o, storeEvents[:]...)
	default:
		w.Observe(o, BulkEvents()...)
	}
}
