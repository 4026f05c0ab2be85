package frontier

import "strconv"

// Antichain is a frontier: the lower bound of the times that may still appear, or the empty antichain when none may.
// The order is the one of progress: an antichain is later than another when it promises more, and the empty one is the
// latest. The zero value is the frontier at [Min]. Antichains are comparable with ==.
type Antichain struct {
	time  Time // 0 when empty
	empty bool
}

// At returns the frontier at t: times before t will not appear any more.
func At(t Time) Antichain { return Antichain{time: t} }

// Empty returns the empty antichain: nothing will appear any more.
func Empty() Antichain { return Antichain{empty: true} }

// IsEmpty says whether nothing will appear any more.
func (a Antichain) IsEmpty() bool { return a.empty }

// Time returns the element; ok is false for the empty antichain.
func (a Antichain) Time() (t Time, ok bool) { return a.time, !a.empty }

// LessEqual says whether t may still appear.
func (a Antichain) LessEqual(t Time) bool { return !a.empty && a.time <= t }

// LessThan says whether a time before t may still appear.
func (a Antichain) LessThan(t Time) bool { return !a.empty && a.time < t }

// Le says whether a is at most as far as b.
func (a Antichain) Le(b Antichain) bool {
	if a.empty || b.empty {
		return b.empty
	}
	return a.time <= b.time
}

// Lt says whether b is further than a.
func (a Antichain) Lt(b Antichain) bool { return a != b && a.Le(b) }

// Compare orders antichains by progress: negative when a is earlier than b, 0 when they are equal.
func (a Antichain) Compare(b Antichain) int {
	switch {
	case a == b:
		return 0
	case a.Le(b):
		return -1
	default:
		return 1
	}
}

// Join returns the later of the two.
func (a Antichain) Join(b Antichain) Antichain {
	if a.Le(b) {
		return b
	}
	return a
}

// Meet returns the earlier of the two.
func (a Antichain) Meet(b Antichain) Antichain {
	if a.Le(b) {
		return a
	}
	return b
}

// Append adds the text, such as {5} or {}.
func (a Antichain) Append(b []byte) []byte {
	b = append(b, '{')
	if !a.empty {
		b = strconv.AppendUint(b, uint64(a.time), 10)
	}
	return append(b, '}')
}

// String returns the text, such as {5} or {}.
func (a Antichain) String() string {
	var b [22]byte // as long as 20 digits and the braces
	return string(a.Append(b[:0]))
}
