package model

import (
	"fmt"
	"slices"

	"onelane.test/runtime/environ"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// view returns what a view, or the collection that a sink exports, holds over time: its query evaluated at its as_of
// and at each later time at which an input changes.
func (m *Model) view(o environ.Object) history {
	if id, ok := o.Query.Passes(); ok {
		return complete(m.collection(id), o.AsOf, frontier.Empty())
	}
	inputs := map[query.ID]*cursor{}
	var all []history
	for _, id := range o.Query.Inputs() {
		h := m.collection(id)
		all = append(all, h)
		inputs[id] = h.cursor()
	}
	var h history
	before := map[query.Row]int64{}
	for _, t := range from(o.AsOf, times(all...)) {
		now := o.Query.Eval(func(id query.ID) map[query.Row]int64 { return inputs[id].at(t) })
		h = append(h, changes(before, now, t)...)
		before = now
	}
	return h
}

// from returns the first time and all later ones of the list.
func from(first frontier.Time, all []frontier.Time) []frontier.Time {
	later := slices.IndexFunc(all, func(t frontier.Time) bool { return t > first })
	if later < 0 {
		return []frontier.Time{first}
	}
	return append([]frontier.Time{first}, all[later:]...)
}

// changes returns the updates that lead from one set of rows to the next.
func changes(before, now map[query.Row]int64, t frontier.Time) []query.Update {
	var updates []query.Update
	//simvet:allow maporder Consolidate sorts
	for row, n := range now {
		if d := n - before[row]; d != 0 {
			updates = append(updates, query.Update{Row: row, Time: t, Diff: d})
		}
	}
	//simvet:allow maporder Consolidate sorts
	for row, n := range before {
		if _, still := now[row]; !still {
			updates = append(updates, query.Update{Row: row, Time: t, Diff: -n})
		}
	}
	return query.Consolidate(updates)
}

// difference names the first update that only one of the two has; "" if they are the same.
func difference(got, want []query.Update, upper frontier.Antichain) string {
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			return fmt.Sprintf("lacks %s (upper %s)", describe(want[i]), upper)
		case i >= len(want):
			return fmt.Sprintf("has %s, which should not be (upper %s)", describe(got[i]), upper)
		case got[i] != want[i]:
			return fmt.Sprintf("has %s where %s was due (upper %s)", describe(got[i]), describe(want[i]), upper)
		}
	}
	return ""
}

func describe(u query.Update) string {
	return fmt.Sprintf("row (%d, %d) %+d at time %d", u.Row.Key, u.Row.Value, u.Diff, u.Time)
}
