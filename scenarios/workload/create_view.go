package workload

import (
	"fmt"
	"strings"

	"onelane.test/scenarios/plan"
)

func viewKind() Kind {
	return Kind{
		Name:    plan.KindMaterializedView,
		Doc:     "Creates a materialized view that counts, filters, unites or is constant.",
		creates: true,
		draw: func(d *drawer) (plan.Statement, bool) {
			query, ok := d.query()
			return plan.CreateMaterializedView{Name: d.name("mv", plan.KindMaterializedView), Query: query}, ok
		},
	}
}

// query draws a query over something that can be read, or a constant.
func (d *drawer) query() (string, bool) {
	if d.src.Chance("constant", 1, 8) {
		return d.constant(), true
	}
	input, ok := d.collection()
	if !ok {
		return "", false
	}
	if other, ok := d.collection(); ok && other != input && d.src.Chance("union", 1, 4) {
		return "union(" + d.filter(input) + "," + d.over(other) + ")", true
	}
	return d.over(input), true
}

// over draws a query over one collection.
func (d *drawer) over(input string) string {
	switch d.src.IntN("query", 3) {
	case 0:
		return "count(" + input + ")"
	case 1:
		return d.filter(input)
	default:
		return "count(" + d.filter(input) + ")"
	}
}

func (d *drawer) filter(input string) string {
	modulus := 2 + d.src.IntN("modulus", 4)
	return fmt.Sprintf("filter(%s,%d,%d)", input, modulus, d.src.IntN("remainder", modulus))
}

func (d *drawer) constant() string {
	var rows []string
	for i := range 1 + d.src.IntN("rows", 4) {
		rows = append(rows, fmt.Sprintf("%d:%d", i, d.src.IntN("value", 10)))
	}
	return "constant(" + strings.Join(rows, ",") + ")"
}
