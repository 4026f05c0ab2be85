// Package model is the reference for the contents of collections: what each should hold, computed at one go from the
// upstream and the queries, without workers, lanes or frontiers.
//
// A source's rows are a pure function of their offset; which offsets belong to which time is what the remap shard says.
// Everything else follows by evaluating queries.
package model
