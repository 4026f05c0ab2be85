package sim

import "time"

// Time is simulated time: nanoseconds since the world began.
type Time int64

// Never is later than every instant that a world can reach.
const Never Time = 1<<63 - 1

// Add returns t moved by d, at most [Never].
func (t Time) Add(d time.Duration) Time {
	sum := t + Time(d)
	if d > 0 && sum < t {
		return Never
	}
	return sum
}

// Sub returns the duration from u to t.
func (t Time) Sub(u Time) time.Duration { return time.Duration(t - u) }

// String prints the time as a duration since the world began, such as "1.5s".
func (t Time) String() string {
	if t == Never {
		return "never"
	}
	return time.Duration(t).String()
}
