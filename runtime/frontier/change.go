package frontier

import (
	"cmp"
	"slices"
)

// Change is a difference of the number of things at a time.
type Change struct {
	Time Time
	Diff int64
}

// ChangeBatch gathers changes. The zero value is empty.
type ChangeBatch struct {
	changes []Change
	sorted  int // so many at the front are sorted and consolidated
}

// Update adds diff to the count at t.
func (b *ChangeBatch) Update(t Time, diff int64) {
	if last := len(b.changes) - 1; last >= b.sorted && b.changes[last].Time == t {
		b.changes[last].Diff += diff
		return
	}
	b.changes = append(b.changes, Change{t, diff})
	// Consolidating whenever the batch has doubled keeps it small at a constant cost for each update.
	if len(b.changes) > 32 && len(b.changes) >= 2*b.sorted {
		b.consolidate()
	}
}

// Empty says whether the changes cancel each other.
func (b *ChangeBatch) Empty() bool {
	b.consolidate()
	return len(b.changes) == 0
}

// Drain empties the batch and returns what was in it, one nonzero change for each time, in the order of times. The
// slice is valid until the next Update.
func (b *ChangeBatch) Drain() []Change {
	b.consolidate()
	drained := b.changes
	b.changes, b.sorted = b.changes[:0], 0
	return drained
}

func (b *ChangeBatch) consolidate() {
	if b.sorted == len(b.changes) {
		return
	}
	slices.SortStableFunc(b.changes, func(x, y Change) int { return cmp.Compare(x.Time, y.Time) })
	kept := b.changes[:0]
	for _, c := range b.changes {
		if n := len(kept); n > 0 && kept[n-1].Time == c.Time {
			kept[n-1].Diff += c.Diff
		} else {
			kept = append(kept, c)
		}
	}
	b.changes = slices.DeleteFunc(kept, func(c Change) bool { return c.Diff == 0 })
	b.sorted = len(b.changes)
}
