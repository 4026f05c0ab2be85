package query

import (
	"cmp"
	"slices"
	"strconv"

	"onelane.test/runtime/frontier"
)

// Row is one record. Key decides on which worker a row is exchanged, grouped and arranged.
type Row struct {
	Key, Value int64
}

// Compare orders by key, then by value.
func (r Row) Compare(o Row) int {
	if r.Key != o.Key {
		return cmp.Compare(r.Key, o.Key)
	}
	return cmp.Compare(r.Value, o.Value)
}

// String prints "key:value", as queries write it.
func (r Row) String() string {
	return strconv.FormatInt(r.Key, 10) + ":" + strconv.FormatInt(r.Value, 10)
}

// Update says that at Time the multiplicity of Row changes by Diff.
type Update struct {
	Row  Row
	Time frontier.Time
	Diff int64
}

// compare orders by time, then by row, whatever the multiplicity.
func (u Update) compare(o Update) int {
	if u.Time != o.Time {
		return cmp.Compare(u.Time, o.Time)
	}
	return u.Row.Compare(o.Row)
}

// Consolidate sorts updates by time and row, adds up those that agree in both, and leaves out what cancels. It
// works in place: the result shares the argument's memory.
func Consolidate(updates []Update) []Update {
	slices.SortFunc(updates, Update.compare)
	kept := updates[:0]
	for _, u := range updates {
		last := len(kept) - 1
		if last >= 0 && kept[last].compare(u) == 0 {
			kept[last].Diff += u.Diff
			continue
		}
		if last >= 0 && kept[last].Diff == 0 {
			kept = kept[:last]
		}
		kept = append(kept, u)
	}
	if last := len(kept) - 1; last >= 0 && kept[last].Diff == 0 {
		kept = kept[:last]
	}
	return kept
}
