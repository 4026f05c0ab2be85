package storage

import (
	"strconv"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim/trace"
)

// Kind is what a storage dataflow does.
type Kind string

// The kinds of storage dataflows.
const (
	KindIngestion Kind = "ingestion"
	KindSink      Kind = "sink"
)

// Told says that a worker handled an external command of a reconciled connection.
type Told struct {
	Worker  int
	Command protocol.StorageCommand
}

// Append implements [trace.Event].
func (e Told) Append(b []byte) []byte {
	b = appendWorker(append(b, "storage.told"...), e.Worker)
	return append(append(append(b, " command=("...), e.Command.String()...), ')')
}

// ExternalMap says what a worker has been told in sum, after that changed. Workers of a replica may differ for a
// while; at rest they agree.
type ExternalMap struct {
	Worker int
	// Ingestions and Sinks are the objects that the worker was told to run, Reported the collections that it may
	// report about.
	Ingestions, Sinks, Reported []query.ID
}

// Append implements [trace.Event].
func (e ExternalMap) Append(b []byte) []byte {
	b = appendWorker(append(b, "storage.external"...), e.Worker)
	b = appendIDs(append(b, " ingestions="...), e.Ingestions)
	b = appendIDs(append(b, " sinks="...), e.Sinks)
	return appendIDs(append(b, " reported="...), e.Reported)
}

// Reconciled says what became of what ran, when a new connection had said what it wants. Commands is the number of
// commands that are executed after it.
type Reconciled struct {
	Worker           int
	Unchanged, Stale []query.ID
	Commands         int
}

// Append implements [trace.Event].
func (e Reconciled) Append(b []byte) []byte {
	b = appendWorker(append(b, "storage.reconciled"...), e.Worker)
	b = appendIDs(append(b, " unchanged="...), e.Unchanged)
	b = appendIDs(append(b, " stale="...), e.Stale)
	return strconv.AppendInt(append(b, " commands="...), int64(e.Commands), 10)
}

// Rendered says that a worker built a dataflow for an object, from the lane item at hand.
type Rendered struct {
	Worker   int
	ID       query.ID
	Kind     Kind
	Dataflow int
}

// Append implements [trace.Event].
func (e Rendered) Append(b []byte) []byte {
	b = appendObject(append(b, "storage.rendered"...), e.Worker, e.ID)
	b = append(append(b, " kind="...), e.Kind...)
	return strconv.AppendInt(append(b, " dataflow="...), int64(e.Dataflow), 10)
}

// Observed says how far a worker now sees a collection written, which is what it has to report.
type Observed struct {
	Worker int
	ID     query.ID
	Upper  frontier.Antichain
}

// Append implements [trace.Event].
func (e Observed) Append(b []byte) []byte {
	b = appendObject(append(b, "storage.observed"...), e.Worker, e.ID)
	return e.Upper.Append(append(b, " upper="...))
}

// NotRendered says that there was nothing to build for an ingestion: all its exports are finished.
type NotRendered struct {
	Worker int
	ID     query.ID
}

// Append implements [trace.Event].
func (e NotRendered) Append(b []byte) []byte {
	return appendObject(append(b, "storage.not-rendered"...), e.Worker, e.ID)
}

// TokenDropped says that a worker let go of an object's dataflow: because the object was dropped or suspended, or
// because a newer dataflow took its place.
type TokenDropped struct {
	Worker   int
	ID       query.ID
	Dataflow int
}

// Append implements [trace.Event].
func (e TokenDropped) Append(b []byte) []byte {
	b = appendObject(append(b, "storage.token-dropped"...), e.Worker, e.ID)
	return strconv.AppendInt(append(b, " dataflow="...), int64(e.Dataflow), 10)
}

// Suspended says that a worker let go of an object's dataflow in order to build it anew.
type Suspended struct {
	Worker   int
	ID       query.ID
	Dataflow int
	Reason   string
}

// Append implements [trace.Event].
func (e Suspended) Append(b []byte) []byte {
	b = appendObject(append(b, "storage.suspended"...), e.Worker, e.ID)
	b = strconv.AppendInt(append(b, " dataflow="...), int64(e.Dataflow), 10)
	return strconv.AppendQuote(append(b, " reason="...), e.Reason)
}

// SuspendIgnored says that a worker had nothing to suspend.
type SuspendIgnored struct {
	Worker  int
	ID      query.ID
	Because string // "unknown", "not running" or "restarted meanwhile"
}

// Append implements [trace.Event].
func (e SuspendIgnored) Append(b []byte) []byte {
	b = appendObject(append(b, "storage.suspend-ignored"...), e.Worker, e.ID)
	return strconv.AppendQuote(append(b, " because="...), e.Because)
}

// StartIgnored says that a start came to a worker behind a later one of the same object.
type StartIgnored struct {
	Worker            int
	ID                query.ID
	Execution, Latest protocol.Execution
}

// Append implements [trace.Event].
func (e StartIgnored) Append(b []byte) []byte {
	b = appendObject(append(b, "storage.start-ignored"...), e.Worker, e.ID)
	b = strconv.AppendUint(append(b, " execution="...), uint64(e.Execution), 10)
	return strconv.AppendUint(append(b, " latest="...), uint64(e.Latest), 10)
}

// DropIgnored says that a drop came to a worker behind a later start of the same object.
type DropIgnored struct {
	Worker            int
	ID                query.ID
	Execution, Latest protocol.Execution
}

// Append implements [trace.Event].
func (e DropIgnored) Append(b []byte) []byte {
	b = appendObject(append(b, "storage.drop-ignored"...), e.Worker, e.ID)
	b = strconv.AppendUint(append(b, " execution="...), uint64(e.Execution), 10)
	return strconv.AppendUint(append(b, " latest="...), uint64(e.Latest), 10)
}

// Faulted says that an operator of an object reported a fault that only a restart cures.
type Faulted struct {
	Worker int
	ID     query.ID
	Reason string
}

// Append implements [trace.Event].
func (e Faulted) Append(b []byte) []byte {
	b = appendObject(append(b, "storage.faulted"...), e.Worker, e.ID)
	return strconv.AppendQuote(append(b, " reason="...), e.Reason)
}

// SuspendRequested says that the health operator of an object injected a suspend-and-restart.
type SuspendRequested struct {
	Worker   int
	ID       query.ID
	Dataflow int
}

// Append implements [trace.Event].
func (e SuspendRequested) Append(b []byte) []byte {
	b = appendObject(append(b, "storage.suspend-requested"...), e.Worker, e.ID)
	return strconv.AppendInt(append(b, " dataflow="...), int64(e.Dataflow), 10)
}

// SoftAssertion says that a worker met what the protocol rules out, and went on. Materialize panics on it in tests
// and logs it in production.
type SoftAssertion struct {
	Worker int
	ID     query.ID
	Reason string
}

// Append implements [trace.Event].
func (e SoftAssertion) Append(b []byte) []byte {
	b = appendObject(append(b, "storage.soft-assertion"...), e.Worker, e.ID)
	return strconv.AppendQuote(append(b, " reason="...), e.Reason)
}

func (s *State) emit(e trace.Event) { s.worker.Task().Emit(e) }

// emitExternalMap tells what this worker has been told in sum.
func (s *State) emitExternalMap() {
	s.emit(ExternalMap{
		Worker:     s.worker.Index(),
		Ingestions: s.ingestions.ids(),
		Sinks:      s.sinks.ids(),
		Reported:   s.reported.ids(),
	})
}

func appendWorker(b []byte, worker int) []byte {
	return strconv.AppendInt(append(b, " worker="...), int64(worker), 10)
}

func appendObject(b []byte, worker int, id query.ID) []byte {
	return append(append(appendWorker(b, worker), " id="...), id.Name...)
}

func appendIDs(b []byte, ids []query.ID) []byte {
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, id.Name...)
	}
	return b
}
