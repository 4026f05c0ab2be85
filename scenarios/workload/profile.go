package workload

import "time"

// Profile says what a scenario's user does.
type Profile struct {
	// Min and Max bound how many objects are created.
	Min, Max int
	// From is when the first statement may come, and Span how long it goes on.
	From, Span time.Duration
	// Weights say how often each kind is drawn in comparison with the others; a kind without weight is not drawn.
	Weights []Weight
	// Ticks are the source ticks that are drawn; none means one second.
	Ticks []time.Duration
	// Gates are how long gates block their worker; zero means for ever, none at all one second.
	Gates []time.Duration
}

// Weight is how often a kind of statement is drawn.
type Weight struct {
	Kind   string
	Weight int
}

// Everything is the weights of a user who does all that there is, gates aside.
func Everything() []Weight {
	return []Weight{
		{"source", 4}, {"materialized-view", 6}, {"index", 4}, {"sink", 3}, {"drop", 3}, {"set", 1},
	}
}
