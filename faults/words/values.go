package words

import (
	"fmt"
	"strconv"
	"time"
)

// Integer takes a whole number between lo and hi by its key, which must be there.
func (a *Args) Integer(key string, lo, hi int64) int64 {
	value := a.Need(key, "NUMBER")
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < lo || n > hi {
		a.Fail(key+"="+value, fmt.Sprintf("%s= a whole number from %d to %d", key, lo, hi))
		return 0
	}
	return n
}

// OptionalInteger is Integer for a key that may be left out, and is then fallback.
func (a *Args) OptionalInteger(key string, lo, hi, fallback int64) int64 {
	if a.find(key) < 0 {
		return fallback
	}
	return a.Integer(key, lo, hi)
}

// Duration takes a duration by its key, which must be there; it is at least lo.
func (a *Args) Duration(key string, lo time.Duration) time.Duration {
	value := a.Need(key, "DURATION")
	d, err := ParseDuration(value)
	if err != nil || d < lo {
		a.Fail(key+"="+value, fmt.Sprintf("%s= a duration of at least %s, such as 80ms or 1.5s", key, FormatDuration(lo)))
		return 0
	}
	return d
}

// OptionalDuration is Duration for a key that may be left out, and is then fallback.
func (a *Args) OptionalDuration(key string, lo, fallback time.Duration) time.Duration {
	if a.find(key) < 0 {
		return fallback
	}
	return a.Duration(key, lo)
}
