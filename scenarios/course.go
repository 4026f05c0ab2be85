package scenarios

import (
	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/controller"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/sim/trace"
)

// The events that a course tells of, each by a letter.
const (
	courseCompute = 'I' // worker 0 comes, in the lane, to the InitializationComplete of a compute connection
	courseStorage = 'G' // worker 0's guest has taken that of a storage connection into account
	courseSuspend = 'S' // worker 0 comes to a SuspendAndRestart
	courseCreate  = 'c' // worker 0 comes to a CreateIngestionDataflow
)

// course notes in which order certain events came to the first worker of the first replica, from when a connection was lost
// for the first time.
type course struct {
	begun  bool
	events []byte
}

func (c *course) observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case controller.Disconnected:
		c.begun = true
	case clusterd.GuestReconciled:
		if c.begun && e.Worker == 0 {
			c.events = append(c.events, courseStorage)
		}
	case lane.Delivered:
		if letter := courseOf(e.Item); c.begun && e.Worker == 0 && letter != 0 {
			c.events = append(c.events, letter)
		}
	}
}

// courseOf returns the letter of a lane item, 0 if it has none.
func courseOf(i lane.Item) byte {
	switch i.Storage.(type) {
	case protocol.SuspendAndRestart:
		return courseSuspend
	case protocol.CreateIngestionDataflow:
		return courseCreate
	}
	if i.Compute != nil && controller.Last(i.Compute) {
		return courseCompute
	}
	return 0
}
