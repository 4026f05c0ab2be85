package protocol

import (
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// ComputeResponse is what a compute replica, or a part of one, tells its controller.
type ComputeResponse interface {
	Response
	computeResponse()
}

// Frontiers reports how far a collection has come. A frontier that is nil has nothing new. Each kind never regresses,
// begins at the collection's as_of or later, and is silent after it became empty; dropping a collection brings all
// three to empty.
type Frontiers struct {
	ID query.ID
	// Write: no updates at times before it will be written any more.
	Write *frontier.Antichain
	// Input: no times before it are read from the inputs any more.
	Input *frontier.Antichain
	// Output: the dataflow has produced everything before it.
	Output *frontier.Antichain
}

// Status has no content yet.
type Status struct{}

func (Frontiers) computeResponse() {}
func (Status) computeResponse()    {}

// Append adds the id and the frontiers that are there.
func (r Frontiers) Append(b []byte) []byte {
	b = append(append(b, "Frontiers "...), r.ID.Name...)
	if r.Write != nil {
		b = r.Write.Append(append(b, " write="...))
	}
	if r.Input != nil {
		b = r.Input.Append(append(b, " input="...))
	}
	if r.Output != nil {
		b = r.Output.Append(append(b, " output="...))
	}
	return b
}

// String returns the text.
func (r Frontiers) String() string {
	var b [textSize]byte
	return string(r.Append(b[:0]))
}

// Append adds "Status".
func (Status) Append(b []byte) []byte { return append(b, "Status"...) }

// String returns the text.
func (Status) String() string { return "Status" }
