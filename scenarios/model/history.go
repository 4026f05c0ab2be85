package model

import (
	"cmp"
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// history is a collection over time: its updates, ordered by time.
type history []query.Update

// newHistory orders updates by time.
func newHistory(updates []query.Update) history {
	h := slices.Clone(updates)
	slices.SortStableFunc(h, func(a, b query.Update) int { return cmp.Compare(a.Time, b.Time) })
	return h
}

// cursor walks a history forward and keeps the rows that exist.
type cursor struct {
	history history
	next    int
	rows    map[query.Row]int64
}

func (h history) cursor() *cursor { return &cursor{history: h, rows: map[query.Row]int64{}} }

// at returns the rows that exist at a time, which may not lie before that of the last call.
func (c *cursor) at(t frontier.Time) map[query.Row]int64 {
	for c.next < len(c.history) && c.history[c.next].Time <= t {
		u := c.history[c.next]
		if c.rows[u.Row] += u.Diff; c.rows[u.Row] == 0 {
			delete(c.rows, u.Row)
		}
		c.next++
	}
	return c.rows
}

// complete returns what the updates change at each time from the first on and below the upper, consolidated and hence
// in the order of times. What happened before the first time counts as happened then.
func complete(updates []query.Update, first frontier.Time, upper frontier.Antichain) []query.Update {
	all := make([]query.Update, 0, len(updates))
	for _, u := range updates {
		u.Time = max(u.Time, first)
		if upper.IsEmpty() || !upper.LessEqual(u.Time) {
			all = append(all, u)
		}
	}
	return query.Consolidate(all)
}

// times returns the distinct times at which any of the histories changes, ascending.
func times(histories ...history) []frontier.Time {
	var all []frontier.Time
	for _, h := range histories {
		for _, u := range h {
			all = append(all, u.Time)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
