// Package query says what is computed: rows, the small language of queries, and the descriptions of dataflows,
// ingestions and sinks that the protocols carry.
//
// A [Query] is a tree whose nodes are values of one type per operator, each in its own file together with its text
// and its reference evaluation. Eval is the meaning of a query at one time; the operators of the running system
// compute the same thing incrementally and are judged by it.
package query
