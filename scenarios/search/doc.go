// Package search looks for failures with feedback: what plans reach decides which plans are tried next.
//
// A world is described by the orders that it shows, see [Orders], and by the goals that it reaches, see package goal. A plan
// that shows something new is kept, and later changed in lawful ways: whatever is made of it could have been written in a
// plan. A quarter of all worlds is drawn afresh, so that the search never knows only its own children.
//
// World i is made from what the worlds up to i-[window] showed, and from nothing else. So a search with a given number of
// worlds depends on its root alone, however many worlds run side by side and however long each takes.
package search
