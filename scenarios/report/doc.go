// Package report holds a proposal against runs: one row for each sentence of its text, with a verdict that runs give.
//
// A row is judged in two designs: the proposal as it is written, and the one in which the known hazards are closed. It is
// judged by the oracles that speak for its sentence; what other oracles see in the same worlds is told beside it.
//
// A world ends at its first violation, so that a hazard which shows in each world hides whatever lies behind it. The worlds
// of a scenario are therefore run again and again, each time with the hazards closed that the round before has shown, until
// a round shows no other (see [peel]). A violation is laid to a hazard by its signature (see [HazardOf]), and only while
// that hazard is open: what looks like a known hazard in a world that does not have it is new.
package report
