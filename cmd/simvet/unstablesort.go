package main

var unstablesort = newAnalyzer("unstablesort", "report sorts that leave the order of equal elements open", func(p *pass) {
	p.banUses(func(path, name string) string {
		if path == "sort" && (name == "Slice" || name == "Sort") {
			return "equal elements come in any order; use slices.SortStableFunc, or slices.SortFunc with a total order"
		}
		return ""
	})
})
