package workload

import "onelane.test/scenarios/plan"

func indexKind() Kind {
	return Kind{
		Name:    plan.KindIndex,
		Doc:     "Creates an index on a source or a materialized view.",
		creates: true,
		draw: func(d *drawer) (plan.Statement, bool) {
			on, ok := d.collection()
			return plan.CreateIndex{Name: d.name("i", plan.KindIndex), On: on}, ok
		},
	}
}
