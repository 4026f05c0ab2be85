package protocol

import (
	"fmt"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// StorageResponse is what a storage replica, or a part of one, tells its controller.
type StorageResponse interface {
	fmt.Stringer
	storageResponse()
}

// FrontierUpper reports that a collection or sink has come to Upper.
type FrontierUpper struct {
	ID    query.ID
	Upper frontier.Antichain
}

// DroppedID is the last that is said of a collection or sink: nothing more will be reported about it.
type DroppedID struct {
	ID query.ID
}

// StatisticsUpdates carries the statistics of a replica, as its worker 0 has aggregated them.
type StatisticsUpdates struct {
	Statistics []Statistics
}

// StatusUpdate says how a collection or sink is.
type StatusUpdate struct {
	ID     query.ID
	Status Health
	// Reason explains a Stalled status; it is empty otherwise.
	Reason string
}

// Health is how an ingestion or sink is, by its own account.
type Health int

// The states of health. Paused is the controller's word for an object that no replica runs.
const (
	Starting Health = iota
	Running
	Stalled
	Ceased
	Paused
)

// String returns the state's name in lower case.
func (h Health) String() string {
	switch h {
	case Starting:
		return "starting"
	case Running:
		return "running"
	case Stalled:
		return "stalled"
	case Ceased:
		return "ceased"
	case Paused:
		return "paused"
	}
	return fmt.Sprintf("health(%d)", int(h))
}

func (FrontierUpper) storageResponse()     {}
func (DroppedID) storageResponse()         {}
func (StatisticsUpdates) storageResponse() {}
func (StatusUpdate) storageResponse()      {}

// String prints the response on one line, as do those of the other responses.
func (r FrontierUpper) String() string { return fmt.Sprintf("FrontierUpper %s %s", r.ID, r.Upper) }

func (r DroppedID) String() string { return "DroppedID " + r.ID.Name }

func (r StatisticsUpdates) String() string { return "StatisticsUpdates " + joined(r.Statistics) }

func (r StatusUpdate) String() string {
	text := fmt.Sprintf("StatusUpdate %s %s", r.ID, r.Status)
	if r.Reason == "" {
		return text
	}
	return fmt.Sprintf("%s reason=%q", text, r.Reason)
}
