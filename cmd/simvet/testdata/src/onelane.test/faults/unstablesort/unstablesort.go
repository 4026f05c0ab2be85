package unstablesort

import (
	"slices"
	"sort"
)

func use(s []string, by sort.Interface, less func(i, j int) bool) {
	sort.Slice(s, less) // want `sort.Slice: equal elements come in any order; use slices.SortStableFunc`
	sort.Sort(by)       // want `sort.Sort`
	sort.Stable(by)
	sort.SliceStable(s, less)
	sort.Strings(s)
	slices.Sort(s)
	_ = sort.Search(len(s), nil)
}
