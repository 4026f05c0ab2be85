// Package render turns a description of a compute dataflow into operators on a timely worker: what it imports, the
// tree of its query, what it exports. Each operator has its own file.
//
// What flows between operators are slices of [query.Update]. The time of a message is at or before the times of the
// updates in it, as a capability is to the records that it justifies; operators that need a time to be complete look at
// their input's frontier. A slice that has been sent belongs to nobody: several operators may read it, so nobody
// changes it.
//
// Construction must be the same on all workers, so nothing here depends on anything but the description, apart from the
// rows of constant collections. Operators are written such that nothing wakes them but data, frontiers and answers from
// persist.
//
// See MaterializeInc/materialize's src/compute/src/render.rs and src/compute/src/sink; what is left out here is said at
// each operator.
package render
