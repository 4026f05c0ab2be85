package workload

import "onelane.test/scenarios/plan"

func sinkKind() Kind {
	return Kind{
		Name:    plan.KindSink,
		Doc:     "Creates a sink from a source or a materialized view.",
		creates: true,
		draw: func(d *drawer) (plan.Statement, bool) {
			from, ok := d.collection()
			return plan.CreateSink{Name: d.name("k", plan.KindSink), From: from}, ok
		},
	}
}
