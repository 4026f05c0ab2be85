package faults

import "time"

// Choices is where drawn things come from: a stream of a world's seed, or a property test. Labels say what a choice
// decides, for logs and for shrinking; each is a constant of the code.
type Choices interface {
	// IntN returns a number in [0, n); n is above zero.
	IntN(label string, n int) int
	// Chance is true in num of den cases.
	Chance(label string, num, den int) bool
	// Duration returns a duration between lo and hi, both included.
	Duration(label string, lo, hi time.Duration) time.Duration
}
