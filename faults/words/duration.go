package words

import (
	"fmt"
	"strconv"
	"time"
)

var units = [...]struct {
	name string
	size time.Duration
}{{"s", time.Second}, {"ms", time.Millisecond}, {"us", time.Microsecond}}

// FormatDuration prints a duration as a whole number of the largest unit, at most the second, that loses nothing:
// "80ms", "90s", "1500us". [ParseDuration] reads it back.
func FormatDuration(d time.Duration) string {
	if d == 0 {
		return "0s"
	}
	for _, u := range units {
		if d%u.size == 0 {
			return strconv.FormatInt(int64(d/u.size), 10) + u.name
		}
	}
	return strconv.FormatInt(int64(d), 10) + "ns"
}

// ParseDuration reads a duration as the time package does, without a sign.
func ParseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 || text[0] == '+' || text[0] == '-' {
		return 0, fmt.Errorf("words: parse duration %q: want a number with a unit such as 80ms or 1.5s", text)
	}
	return d, nil
}
