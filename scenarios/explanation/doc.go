// Package explanation says why a run fails: which lines of its plan matter, which two events decide by their order, and
// from when on the failure could hardly be escaped.
//
// All three answer by running: the plan without a line, the run up to a choice and then otherwise, the run up to a moment
// and then at random. A run fails if it has the signature of the run that is explained; other failures count as escapes.
package explanation
