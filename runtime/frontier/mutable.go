package frontier

// MutableAntichain counts things at times; its frontier is the first time with a positive count. Counts may be negative
// for a while: changes of different workers arrive in any order, so that the end of something can become known before
// its beginning. The zero value counts nothing, and its frontier is empty.
type MutableAntichain struct {
	counts []Change // sorted by time, none is zero
}

// Update adds diff to the count at t.
func (m *MutableAntichain) Update(t Time, diff int64) {
	// Nearly all updates concern the last times, so the search goes from the end.
	i := len(m.counts)
	for i > 0 && m.counts[i-1].Time > t {
		i--
	}
	if i == 0 || m.counts[i-1].Time != t {
		m.insert(i, Change{t, diff})
		return
	}
	m.counts[i-1].Diff += diff
	if m.counts[i-1].Diff == 0 {
		m.counts = append(m.counts[:i-1], m.counts[i:]...)
	}
}

func (m *MutableAntichain) insert(i int, c Change) {
	if c.Diff == 0 {
		return
	}
	m.counts = append(m.counts, Change{})
	copy(m.counts[i+1:], m.counts[i:])
	m.counts[i] = c
}

// Frontier returns the first time with a positive count.
func (m *MutableAntichain) Frontier() Antichain {
	for i := range m.counts {
		if m.counts[i].Diff > 0 {
			return Antichain{time: m.counts[i].Time}
		}
	}
	return Antichain{empty: true}
}

// Count returns the count at t.
func (m *MutableAntichain) Count(t Time) int64 {
	for _, c := range m.counts {
		if c.Time == t {
			return c.Diff
		}
	}
	return 0
}

// IsZero says whether every count is zero. A zero antichain has the empty frontier; the reverse does not hold.
func (m *MutableAntichain) IsZero() bool { return len(m.counts) == 0 }
