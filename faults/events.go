package faults

import "strconv"

// Began is the event of a fault that begins; it may not have an effect yet.
type Began struct{ Fault string }

// Append writes the event's text.
func (e Began) Append(b []byte) []byte { return appendFault(b, "fault.began", e.Fault) }

// Ended is the event of a lasting fault that ends.
type Ended struct{ Fault string }

// Append writes the event's text.
func (e Ended) Append(b []byte) []byte { return appendFault(b, "fault.ended", e.Fault) }

// Fired is the event of a fault that has its first effect.
type Fired struct{ Fault string }

// Append writes the event's text.
func (e Fired) Append(b []byte) []byte { return appendFault(b, "fault.fired", e.Fault) }

func appendFault(b []byte, kind, fault string) []byte {
	b = append(b, kind...)
	b = append(b, " fault="...)
	return strconv.AppendQuote(b, fault)
}
