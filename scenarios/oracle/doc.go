// Package oracle holds the invariants that a run of the unified cluster must keep, one per file.
//
// An oracle watches the typed events of a world as they happen and, when the run has ended its phases, the durable
// contents of the store. It never reaches into a worker: what it judges is what the system said and did. It counts how
// often it looked, because an invariant that holds without having seen anything proves nothing.
//
// Safety oracles speak up during the run ([Base.Violatef] stops the world); liveness oracles say through
// [Oracle.Settled] what they still wait for, and judge in [Oracle.Check].
package oracle
