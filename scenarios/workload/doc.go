// Package workload draws what the user does: statements that create, drop and change objects, one kind per file.
//
// Everything drawn can happen: a statement names only what exists at its time, and where the drawn kind is impossible
// another takes its place, so that no draw is ever wasted or skipped. Choices come from one small interface, [Source],
// so that seeded runs, property tests and fuzzing share one grammar.
package workload
