// Package words reads the lines of a plan: a statement is a sequence of words, some of which are KEY=VALUE.
//
// One reader serves the plan's statements and the faults that they contain, so that all of them refuse what they do not
// understand in the same way: the word at fault, and what could stand in its place. Nothing is skipped: a word that no
// one asked for is an error.
package words
