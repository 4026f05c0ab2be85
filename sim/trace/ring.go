package trace

// Ring keeps the last lines of a trace.
type Ring struct {
	lines [][]byte
	count int
}

// NewRing returns a ring of n lines, at least one.
func NewRing(n int) *Ring { return &Ring{lines: make([][]byte, max(n, 1))} }

// Observe keeps the record's line in place of the oldest one.
func (r *Ring) Observe(rec *Record) {
	slot := &r.lines[r.count%len(r.lines)]
	*slot = AppendLine((*slot)[:0], rec)
	r.count++
}

// Lines returns the lines that are kept, oldest first.
func (r *Ring) Lines() []string {
	kept := min(r.count, len(r.lines))
	out := make([]string, 0, kept)
	for i := r.count - kept; i < r.count; i++ {
		out = append(out, string(r.lines[i%len(r.lines)]))
	}
	return out
}
