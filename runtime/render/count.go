package render

import (
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// count groups by key and counts. When a time is complete, each key whose count has changed at it retracts the old row
// and inserts the new one.
func count(s *timely.Scope, in timely.Stream) timely.Stream {
	b := s.Operator("count")
	input, out := b.Input(in, byKey()), b.Output(rows)
	c := &counter{counts: map[int64]int64{}}
	pending := &buffer{out: out}
	b.Interest(timely.InterestIfCapability)
	b.Build(func(*timely.Op) {
		for at, data, ok := input.Next(); ok; at, data, ok = input.Next() {
			pending.add(at, data.([]query.Update))
		}
		pending.complete(input.Frontier(), func(at frontier.Time, updates []query.Update) {
			if changes := c.absorb(updates); len(changes) > 0 {
				out.Give(at, changes)
			}
		})
	})
	return out.Stream()
}

// counter is the state of a count: how many rows each key has.
type counter struct {
	counts map[int64]int64
}

// absorb applies updates, which are sorted by time, and returns how the result changes.
func (c *counter) absorb(updates []query.Update) []query.Update {
	var changes []query.Update
	for len(updates) > 0 {
		at := updates[0].Time
		n := 1
		for n < len(updates) && updates[n].Time == at {
			n++
		}
		changes = c.absorbTime(changes, at, updates[:n])
		updates = updates[n:]
	}
	return changes
}

// absorbTime applies the updates of one time, which are sorted by row, so by key.
func (c *counter) absorbTime(changes []query.Update, at frontier.Time, updates []query.Update) []query.Update {
	for len(updates) > 0 {
		key := updates[0].Row.Key
		n := slices.IndexFunc(updates, func(u query.Update) bool { return u.Row.Key != key })
		if n < 0 {
			n = len(updates)
		}
		changes = c.change(changes, at, key, updates[:n])
		updates = updates[n:]
	}
	return changes
}

// change applies the updates of one key at one time.
func (c *counter) change(changes []query.Update, at frontier.Time, key int64, updates []query.Update) []query.Update {
	before := c.counts[key]
	after := before
	for _, u := range updates {
		after += u.Diff
	}
	if before == after {
		return changes
	}
	if before != 0 {
		changes = append(changes, query.Update{Row: query.Row{Key: key, Value: before}, Time: at, Diff: -1})
	}
	if after == 0 {
		delete(c.counts, key)
		return changes
	}
	c.counts[key] = after
	return append(changes, query.Update{Row: query.Row{Key: key, Value: after}, Time: at, Diff: 1})
}
