package controller

import (
	"fmt"
	"strconv"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// ControllerSent says that a replica task put a command on its connections. Index counts the commands of this
// connection from zero, the Hello included; Command is what the replica hears, nonce and all.
type ControllerSent struct {
	Plane   Plane
	Replica string
	Epoch   uint64
	Nonce   protocol.Nonce
	Index   int
	Command fmt.Stringer
}

// Append implements trace.Event.
func (e ControllerSent) Append(b []byte) []byte {
	b = appendWhere(append(b, "controller.sent"...), e.Plane, e.Replica, e.Epoch)
	b = e.Nonce.Append(append(b, " nonce="...))
	b = strconv.AppendInt(append(b, " index="...), int64(e.Index), 10)
	return strconv.AppendQuote(append(b, " command="...), e.Command.String())
}

// ControllerReceived says that a controller took a response, merged over the processes of the replica, into account.
type ControllerReceived struct {
	Plane    Plane
	Replica  string
	Epoch    uint64
	Response protocol.Response
}

// Append implements trace.Event.
func (e ControllerReceived) Append(b []byte) []byte {
	b = appendWhere(append(b, "controller.received"...), e.Plane, e.Replica, e.Epoch)
	return strconv.AppendQuote(append(b, " response="...), e.Response.String())
}

// Connected says that all processes of a replica are connected and that the replica task begins to replay.
type Connected struct {
	Plane   Plane
	Replica string
	Epoch   uint64
	Nonce   protocol.Nonce
}

// Append implements trace.Event.
func (e Connected) Append(b []byte) []byte {
	b = appendWhere(append(b, "controller.connected"...), e.Plane, e.Replica, e.Epoch)
	return e.Nonce.Append(append(b, " nonce="...))
}

// Disconnected says that a replica task ended, and why. It follows a [Connected] of the same epoch.
type Disconnected struct {
	Plane   Plane
	Replica string
	Epoch   uint64
	Nonce   protocol.Nonce
	Reason  string
}

// Append implements trace.Event.
func (e Disconnected) Append(b []byte) []byte {
	b = appendWhere(append(b, "controller.disconnected"...), e.Plane, e.Replica, e.Epoch)
	b = e.Nonce.Append(append(b, " nonce="...))
	return strconv.AppendQuote(append(b, " reason="...), e.Reason)
}

// FrontierAdvanced says that a controller now knows a collection to be complete up to Frontier: the furthest that any
// replica reported.
type FrontierAdvanced struct {
	Plane    Plane
	ID       query.ID
	Frontier frontier.Antichain
}

// Append implements trace.Event.
func (e FrontierAdvanced) Append(b []byte) []byte {
	b = append(append(b, "controller.frontier plane="...), e.Plane.String()...)
	b = append(append(b, " id="...), e.ID.Name...)
	return e.Frontier.Append(append(b, " frontier="...))
}

// Forgotten says that no replica can report on a dropped collection any more: each has said its last word, or has been
// reconnected since and was not told of the collection again.
type Forgotten struct {
	Plane Plane
	ID    query.ID
}

// Append implements trace.Event.
func (e Forgotten) Append(b []byte) []byte {
	b = append(append(b, "controller.forgotten plane="...), e.Plane.String()...)
	return append(append(b, " id="...), e.ID.Name...)
}

// appendWhere adds what an event of a replica task begins with.
func appendWhere(b []byte, plane Plane, replica string, epoch uint64) []byte {
	b = append(append(b, " plane="...), plane.String()...)
	b = append(append(b, " replica="...), replica...)
	return strconv.AppendUint(append(b, " epoch="...), epoch, 10)
}
