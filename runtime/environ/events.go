package environ

import (
	"fmt"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// Created says that the catalog has a new object.
type Created struct {
	ID   query.ID
	Kind Kind
	AsOf frontier.Time
	Text string // the statement
}

// Append implements trace.Event.
func (e Created) Append(b []byte) []byte {
	return fmt.Appendf(b, "environ.created id=%s n=%d kind=%s as_of=%d text=%q", e.ID, e.ID.N, e.Kind, e.AsOf, e.Text)
}

// Dropped says that the catalog no longer has an object.
type Dropped struct {
	ID   query.ID
	Kind Kind
}

// Append implements trace.Event.
func (e Dropped) Append(b []byte) []byte {
	return fmt.Appendf(b, "environ.dropped id=%s n=%d kind=%s", e.ID, e.ID.N, e.Kind)
}

// Configured says that the catalog has other parameters.
type Configured struct {
	Params protocol.Params
}

// Append implements trace.Event.
func (e Configured) Append(b []byte) []byte {
	return fmt.Appendf(b, "environ.configured %s", e.Params)
}

// Refused says that a statement was answered with an error and had no effect.
type Refused struct {
	Text   string
	Reason string
}

// Append implements trace.Event.
func (e Refused) Append(b []byte) []byte {
	return fmt.Appendf(b, "environ.refused text=%q reason=%q", e.Text, e.Reason)
}

// Bootstrapped says that an incarnation of the environment has told its controllers of everything in the catalog.
type Bootstrapped struct {
	Incarnation int
	Objects     int
}

// Append implements trace.Event.
func (e Bootstrapped) Append(b []byte) []byte {
	return fmt.Appendf(b, "environ.bootstrapped incarnation=%d objects=%d", e.Incarnation, e.Objects)
}
