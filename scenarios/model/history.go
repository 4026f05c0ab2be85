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
