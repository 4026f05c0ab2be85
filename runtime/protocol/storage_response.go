package protocol

import (
	"fmt"
	"strconv"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// StorageResponse is what a storage replica, or a part of one, tells its controller.
type StorageResponse interface {
	Response
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

// Append adds the response on one line, as do those of the other responses.
func (r FrontierUpper) Append(b []byte) []byte {
	b = append(append(b, "FrontierUpper "...), r.ID.Name...)
	return r.Upper.Append(append(b, ' '))
}

func (r DroppedID) Append(b []byte) []byte { return append(append(b, "DroppedID "...), r.ID.Name...) }

func (r StatisticsUpdates) Append(b []byte) []byte {
	return appendJoined(append(b, "StatisticsUpdates "...), r.Statistics)
}

func (r StatusUpdate) Append(b []byte) []byte {
	b = append(append(b, "StatusUpdate "...), r.ID.Name...)
	b = append(append(b, ' '), r.Status.String()...)
	if r.Reason == "" {
		return b
	}
	return strconv.AppendQuote(append(b, " reason="...), r.Reason)
}

// String returns the text, as do those of the other responses.
func (r FrontierUpper) String() string {
	var b [textSize]byte
	return string(r.Append(b[:0]))
}

func (r DroppedID) String() string { return "DroppedID " + r.ID.Name }

func (r StatisticsUpdates) String() string { return string(r.Append(nil)) }

func (r StatusUpdate) String() string { return string(r.Append(nil)) }
