package protocol

import (
	"fmt"
	"strings"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// ComputeResponse is what a compute replica, or a part of one, tells its controller.
type ComputeResponse interface {
	fmt.Stringer
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

// String prints the id and the frontiers that are there.
func (r Frontiers) String() string {
	var b strings.Builder
	b.WriteString("Frontiers " + r.ID.Name)
	for _, kind := range []struct {
		name string
		at   *frontier.Antichain
	}{{"write", r.Write}, {"input", r.Input}, {"output", r.Output}} {
		if kind.at != nil {
			fmt.Fprintf(&b, " %s=%s", kind.name, *kind.at)
		}
	}
	return b.String()
}

// String returns "Status".
func (Status) String() string { return "Status" }
