package workload

import "onelane.test/scenarios/plan"

func dropKind() Kind {
	return Kind{
		Name: "drop",
		Doc:  "Drops an object that nothing reads from.",
		draw: func(d *drawer) (plan.Statement, bool) {
			leaves := d.objects.Leaves()
			if len(leaves) == 0 {
				return nil, false
			}
			return plan.Drop{Name: pick(d, "drop", leaves)}, true
		},
	}
}
