package model

import (
	"fmt"

	"onelane.test/runtime/environ"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// view returns what a view, or the collection that a sink exports, holds over time, from its as_of on.
func (m *Model) view(o environ.Object) history {
	return evaluate(o.Query, o.AsOf, m.collection)
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
