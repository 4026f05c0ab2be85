package trace

// Ring keeps the last records of a trace. It makes lines of them only when they are asked for, because nearly all of
// what passes through it is never read.
type Ring struct {
	slots []Record
	count int
}

// NewRing returns a ring of n records, at least one.
func NewRing(n int) *Ring { return &Ring{slots: make([]Record, max(n, 1))} }

// Observe keeps the record in place of the oldest one.
func (r *Ring) Observe(rec *Record) {
	slot := &r.slots[r.count%len(r.slots)]
	text := slot.Text[:0]
	*slot = *rec
	slot.Text = appendText(text, rec)
	slot.Event = nil // it may be changed after the call
	r.count++
}

// Lines returns the lines of the records that are kept, oldest first.
func (r *Ring) Lines() []string {
	kept := min(r.count, len(r.slots))
	out := make([]string, 0, kept)
	for i := r.count - kept; i < r.count; i++ {
		out = append(out, string(AppendLine(nil, &r.slots[i%len(r.slots)])))
	}
	return out
}
