// Package timely models Timely Dataflow as far as ordering and isolation depend on it: workers that construct dataflows,
// channels between them, and progress tracking.
//
// What decides most is identity. A worker names scopes, operators and channels by one counter, so two workers mean the
// same channel by the same number only if they have constructed the same things in the same order. Nothing checks that.
// Within a process channels live in a registry that knows their type; between processes a frame carries the number and
// nothing else. A wrong order therefore shows as a failed cast, a failed decode, a message that is discarded or kept
// for ever, or not at all: data and progress of one dataflow flow into another (timely-dataflow, worker.rs,
// communication/src/allocator/process.rs and zero_copy/tcp.rs).
//
// Progress counts capabilities and undelivered messages per location and time. Each worker begins with one minimum
// capability of every worker on every output, broadcasts what changes, and applies its own changes only when they come
// back, so that a worker that is behind can hold others up but never mislead them (progress/reachability.rs).
//
// A [Worker] runs on one task, the only one that may use it, what it built and what hangs on that; [Activator.Sync] is
// the exception. Times are totally ordered, summaries are the identity, and graphs have no cycles.
package timely
