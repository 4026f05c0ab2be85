package controller

import (
	"fmt"

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
	return fmt.Appendf(b, "controller.sent plane=%s replica=%s epoch=%d nonce=%s index=%d command=%q",
		e.Plane, e.Replica, e.Epoch, e.Nonce, e.Index, e.Command)
}

// ControllerReceived says that a controller took a response, merged over the processes of the replica, into account.
type ControllerReceived struct {
	Plane    Plane
	Replica  string
	Epoch    uint64
	Response fmt.Stringer
}

// Append implements trace.Event.
func (e ControllerReceived) Append(b []byte) []byte {
	return fmt.Appendf(b, "controller.received plane=%s replica=%s epoch=%d response=%q",
		e.Plane, e.Replica, e.Epoch, e.Response)
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
	return fmt.Appendf(b, "controller.connected plane=%s replica=%s epoch=%d nonce=%s", e.Plane, e.Replica, e.Epoch, e.Nonce)
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
	return fmt.Appendf(b, "controller.disconnected plane=%s replica=%s epoch=%d nonce=%s reason=%q",
		e.Plane, e.Replica, e.Epoch, e.Nonce, e.Reason)
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
	return fmt.Appendf(b, "controller.frontier plane=%s id=%s frontier=%s", e.Plane, e.ID, e.Frontier)
}

// Forgotten says that no replica can report on a dropped collection any more: each has said its last word, or has been
// reconnected since and was not told of the collection again.
type Forgotten struct {
	Plane Plane
	ID    query.ID
}

// Append implements trace.Event.
func (e Forgotten) Append(b []byte) []byte {
	return fmt.Appendf(b, "controller.forgotten plane=%s id=%s", e.Plane, e.ID)
}
