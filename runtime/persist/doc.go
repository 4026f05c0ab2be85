// Package persist holds the durable collections of the system: shards in one store, reached over the network.
//
// A shard is a log of updates with an upper, the times before which nothing is written any more. It grows by
// compare-and-append alone and is linearizable: an operation travels to the store, takes effect there in one step, and
// travels back. The way there outlives its caller: an append of a process that is killed meanwhile can still land,
// and nobody is left to hear of it. The way back dies with the incarnation of the process that called.
//
// As in MaterializeInc/materialize's src/persist-client, but in memory and without blobs, leases and indeterminate
// errors: a compare-and-append is retried there with an idempotency token until its answer is definite, which is what
// an answer is here. Nothing is ever compacted: since stays at the minimum until the shard is finalised.
package persist
