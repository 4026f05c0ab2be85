// Package frontier holds timestamps and what is known about their future.
//
// Timestamps are totally ordered, as Materialize's mz_repr::Timestamp is. So an antichain has at most one element, and
// a frontier is one optional number: the types here are small values, where timely-dataflow's are collections.
package frontier
