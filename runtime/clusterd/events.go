package clusterd

import (
	"fmt"
	"strconv"

	"onelane.test/runtime/protocol"
)

// Up says that a process has joined the others of its replica, and whether it hosts storage objects.
type Up struct {
	Generation uint64
	Unified    bool
}

// Append implements [trace.Event].
func (e Up) Append(b []byte) []byte {
	b = strconv.AppendUint(append(b, "process.up generation="...), e.Generation, 10)
	return strconv.AppendBool(append(b, " unified="...), e.Unified)
}

// NonceChanged says that a worker has come, in the lane, to the first command of a new compute connection.
type NonceChanged struct {
	Generation uint64
	Worker     int
	Nonce      protocol.Nonce
}

// Append implements [trace.Event].
func (e NonceChanged) Append(b []byte) []byte {
	return withNonce(stamp(append(b, "worker.nonce-changed"...), e.Generation, e.Worker), "nonce", e.Nonce)
}

// ClientConnected says that a connection has reached a worker: its adapter in the compute plane, its guest in the
// storage plane.
type ClientConnected struct {
	Plane  Plane
	Worker int
	Nonce  protocol.Nonce
}

// Append implements [trace.Event].
func (e ClientConnected) Append(b []byte) []byte {
	return fmt.Appendf(b, "client.connected plane=%s worker=%d nonce=%s", e.Plane, e.Worker, e.Nonce)
}

// ClientDisconnected says that the adapter or the guest has noticed the end of its connection.
type ClientDisconnected struct {
	Plane  Plane
	Worker int
	Nonce  protocol.Nonce
}

// Append implements [trace.Event].
func (e ClientDisconnected) Append(b []byte) []byte {
	return fmt.Appendf(b, "client.disconnected plane=%s worker=%d nonce=%s", e.Plane, e.Worker, e.Nonce)
}

// Responded says that a worker sent a response for the connection Nonce. Between it and the controller are the adapter
// (compute plane) and two layers that merge.
type Responded struct {
	Plane      Plane
	Generation uint64
	Worker     int
	Nonce      protocol.Nonce
	Response   protocol.Response
}

// Append implements [trace.Event].
func (e Responded) Append(b []byte) []byte {
	b = append(append(b, "worker.responded plane="...), e.Plane.String()...)
	return withResponse(withNonce(stamp(b, e.Generation, e.Worker), "nonce", e.Nonce), e.Response)
}

// Forwarded says that an adapter passed a response, which its worker had tagged with RespNonce, to the client of the
// connection ConnNonce.
type Forwarded struct {
	Worker    int
	ConnNonce protocol.Nonce
	RespNonce protocol.Nonce
	Response  protocol.ComputeResponse
}

// Append implements [trace.Event].
func (e Forwarded) Append(b []byte) []byte {
	return adapted(append(b, "adapter.forwarded"...), e.Worker, e.ConnNonce, e.RespNonce, e.Response)
}

// Stashed says that an adapter kept a response for a connection other than the one that it serves.
type Stashed struct {
	Worker    int
	ConnNonce protocol.Nonce
	RespNonce protocol.Nonce
	Response  protocol.ComputeResponse
}

// Append implements [trace.Event].
func (e Stashed) Append(b []byte) []byte {
	return adapted(append(b, "adapter.stashed"...), e.Worker, e.ConnNonce, e.RespNonce, e.Response)
}

// StashCleared says that an adapter threw away what it kept for so many connections, since all of them are over.
type StashCleared struct {
	Worker      int
	Connections int
}

// Append implements [trace.Event].
func (e StashCleared) Append(b []byte) []byte {
	b = strconv.AppendInt(append(b, "adapter.stash-cleared worker="...), int64(e.Worker), 10)
	return strconv.AppendInt(append(b, " connections="...), int64(e.Connections), 10)
}

// Iteration says that a worker's loop has turned once. Busy is whether something that waited for the guest forbade
// parking.
type Iteration struct {
	Generation uint64
	Worker     int
	Busy       bool
}

// Append implements [trace.Event].
func (e Iteration) Append(b []byte) []byte {
	b = stamp(append(b, "worker.iteration"...), e.Generation, e.Worker)
	return strconv.AppendBool(append(b, " busy="...), e.Busy)
}

// GuestReconciled says that a worker's guest has taken the initial commands of a storage connection into account.
type GuestReconciled struct {
	Generation uint64
	Worker     int
	Nonce      protocol.Nonce
}

// Append implements [trace.Event].
func (e GuestReconciled) Append(b []byte) []byte {
	return withNonce(stamp(append(b, "guest.reconciled"...), e.Generation, e.Worker), "nonce", e.Nonce)
}

func stamp(b []byte, generation uint64, index int) []byte {
	b = strconv.AppendUint(append(b, " generation="...), generation, 10)
	return strconv.AppendInt(append(b, " worker="...), int64(index), 10)
}

func withNonce(b []byte, key string, n protocol.Nonce) []byte {
	b = append(append(append(b, ' '), key...), '=')
	return n.Append(b)
}

// withResponse comes last in an event: it may contain spaces.
func withResponse(b []byte, r protocol.Response) []byte {
	return r.Append(append(b, " response="...))
}

func adapted(b []byte, index int, conn, resp protocol.Nonce, r protocol.ComputeResponse) []byte {
	b = strconv.AppendInt(append(b, " worker="...), int64(index), 10)
	return withResponse(withNonce(withNonce(b, "conn", conn), "nonce", resp), r)
}
