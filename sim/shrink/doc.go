// Package shrink makes something smaller that still fails: a list of commands, a schedule, a number, or anything that
// holds some of these.
//
//	least := shrink.Slice(commands, func(some []string) bool { return fails(run(some)) }, shrink.Budget{Tries: 1000})
//
// A [Search] is the general form. It holds the smallest failing value so far, and whoever drives it proposes smaller
// ones: all at once ([Search.First]), a list by parts ([Search.Thin], the delta debugging of Zeller and Hildebrandt, IEEE
// TSE 2002), a number ([Search.Lower]), or one element less for another one that is bigger ([Search.Trade], without which
// a greedy search never finds that two large steps do what four small ones do).
//
// What is tested must be a function of the candidate alone. The result is then the same however many candidates are
// tested side by side, unless the budget ends the search early; even then it fails.
package shrink
