// Package regression keeps plans that once showed something, and holds each against what it is kept for.
//
// A kept plan begins with its story in comments, the last of which says what is expected of its run: "# expect ORACLE" for
// a plan with a planted bug, "# oracle: ORACLE" for the story of a hazard, which that oracle must see, and "# expect held"
// for what has been mended or refuted. In place of an oracle stands the kind of a stop where that is what the run showed:
// deadlock, crash.
//
// A change of the system changes what a seed means. A plan that does not show its bug any more is then not thrown away:
// other seeds of the same plan are tried. One that shows it makes the plan stale, which is named with the seed that would
// do; if none does, either the bug has gone or the oracle has become blind, and that is for people to find out.
package regression
