package fail

import "strconv"

// Fired says that a failpoint let its bug happen; Ordinal counts the point's firings in this world from 1. The firing
// of a structural point is stamped with the start of the process.
type Fired struct {
	Point   Point
	Ordinal uint64
}

// Append implements [trace.Event].
func (e Fired) Append(b []byte) []byte {
	b = append(b, "fail.fired point="...)
	b = append(b, e.Point...)
	b = append(b, " ordinal="...)
	return strconv.AppendUint(b, e.Ordinal, 10)
}
