// Package fail names the places where the system can be made to misbehave, and guards them.
//
// Each failpoint restores one bug: a historical one, or the opposite of a rule that the design relies on. A design of
// the system is a set of armed failpoints, and so is a mutant. The world decides first, from a stream that belongs to
// the failpoint alone (seeded, traced, no allocation when nothing is armed); only what the world lets pass is handed to
// pingcap/failpoint, whose registry says "yes" to everything and whose terms are never used for decisions: percentages
// draw from a global generator, counts are shared by all worlds of the process, and sleeps take real time.
//
// A structural point is decided when a process starts and becomes a field of somebody's configuration ([OnNode]); a hit
// point is decided each time that execution comes by ([On]).
package fail
