// Package reduction cuts the plan of a run that fails to its core: faults, nodes, commands, schedule, values and the time
// after the failure, together, for as long as the run fails in the same way.
//
// What is smaller is decided in this order: fewer faults, fewer workers, fewer commands, fewer choices of the schedule
// (its differences from fifo), fewer other lines, fewer settings that differ from their defaults, rounder and smaller
// numbers. A run fails in the same way if its signature is the same: the oracle, and its message without numbers.
//
// A plan is one draw among many. A smaller plan often still has the bug, but another order of steps; so a candidate is
// tried under the schedule that is known to fail, under fifo, and under a few other seeds and schedules. What comes out
// may therefore have another seed than what went in.
//
// Nothing here knows the kinds of commands and faults. Lines are taken apart by their text: what refers to a line that is
// gone goes with it or is made to refer to something else, and every candidate is held to the rules of a plan.
package reduction
