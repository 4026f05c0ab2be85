// Package goal names rare situations that a search wants to come about: what others call "sometimes" properties. Each is
// recognised from the events of a world alone, whether or not anything goes wrong in it.
//
// A goal that no world reaches says that the search, or the workload, does not go where the bugs are.
package goal
