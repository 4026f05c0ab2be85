package storage

import (
	"time"

	"onelane.test/runtime/query"
)

// DefaultSuspendDelay is how long a dataflow that reported a fault that it cannot get over stays as it is, before it
// is suspended (SUSPEND_AND_RESTART_DELAY).
const DefaultSuspendDelay = 5 * time.Second

// Config says how the guest behaves. The zero value is the guest with all its hazards closed; each of the fields that are
// booleans, but for Lenient, brings one back.
type Config struct {
	// SuspendDelay lies between an object's fault and its suspension; zero means [DefaultSuspendDelay].
	SuspendDelay time.Duration
	// Lenient makes the sink of an export go on when it loses a compare-and-append to another writer: it leaves out
	// what the other wrote. The data being definite, that is safe; Materialize does so for sources without an upsert
	// envelope. Unset, a lost append always restarts the ingestion.
	Lenient bool
	// DirectDrop injects the drop of a dataflow into the lane at once, instead of sending it through the async
	// worker behind the object's earlier start. A start in flight then overtakes its drop
	// (MaterializeInc/materialize#16958).
	DirectDrop bool
	// DropOutOfLane makes each worker drop a dataflow when it handles the controller's drop, so that no item of the lane
	// stands for it.
	DropOutOfLane bool
	// AsyncUndrained makes the worker loop leave the async worker's responses alone while no controller is
	// connected (review of MaterializeInc/materialize#38885). The loop reads it, the guest does not.
	AsyncUndrained bool
	// Unnumbered gives starts no execution numbers, so that late starts and late wishes to restart take effect.
	Unnumbered bool
	// SuspendByExternalPlane asks, before a dataflow is suspended, whether this worker was told to run the object.
	SuspendByExternalPlane bool
	// ConfigByExternalPlane builds dataflows by the parameters that this worker was told of, which other workers may
	// not have heard yet, instead of by those that came through the lane.
	ConfigByExternalPlane bool
}

// suspendDelay returns the delay, or its default.
func (c Config) suspendDelay() time.Duration {
	if c.SuspendDelay == 0 {
		return DefaultSuspendDelay
	}
	return c.SuspendDelay
}

// Hooks are where faults reach into the guest. A nil hook injects nothing.
type Hooks struct {
	// AsyncDelay says how long the async worker sits idle before it serves its next request. It is called on the
	// async worker's task.
	AsyncDelay func() time.Duration
	// SourceError says whether the reader of an ingestion fails now on a worker, and why. It is called on the
	// worker's task, with the ingestion's primary id, each time that the reader is scheduled with something to do.
	SourceError func(id query.ID, worker int) (reason string, fail bool)
}

// asyncDelay returns how long the async worker sits idle now.
func (h Hooks) asyncDelay() time.Duration {
	if h.AsyncDelay == nil {
		return 0
	}
	return h.AsyncDelay()
}

// sourceError returns whether the reader fails now.
func (h Hooks) sourceError(id query.ID, worker int) (string, bool) {
	if h.SourceError == nil {
		return "", false
	}
	return h.SourceError(id, worker)
}
