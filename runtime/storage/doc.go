// Package storage is the guest: the storage state that a worker of the unified cluster hosts beside compute. It
// follows Materialize's src/storage (storage_state.rs, internal_control.rs, async_storage_worker.rs, healthcheck.rs,
// source/, render/persist_sink.rs).
//
// A worker hears of storage objects on two planes.
//
// The external plane is the storage controller's connection. Every worker hears every command itself, at its own
// time ([State.HandleExternal], [State.Reconcile]). It changes what the worker believes it should report: the
// descriptions, the reported frontiers, the ids that are to be reported as dropped. It never builds and never drops a
// dataflow.
//
// The internal plane is the command lane. Its items reach all workers in one order ([State.HandleInternal]). Only they
// build dataflows and drop the tokens that keep dataflows running.
//
// Worker 0 joins the two: its handling of external commands injects lane items, some of them directly, most by way of
// the [AsyncWorker], which reads from persist where a dataflow has to go on. There is no order between the planes
// anywhere else, so a lane item may reach a worker before or after that worker heard of the object. All handlers put
// up with both.
//
// A dataflow's token is a set of buttons. When a worker drops a token, its own operators stop at once; they give up
// what they hold only when all workers have dropped theirs. Until then an old and a new incarnation of one object may
// run side by side, on different workers. What keeps their data right is that all writing is by compare-and-append
// and that the data is definite: the bindings from offsets to times are durable, so that each incarnation derives the
// same rows for the same times.
package storage
