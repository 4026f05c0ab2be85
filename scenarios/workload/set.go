package workload

import (
	"time"

	"onelane.test/runtime/protocol"
	"onelane.test/scenarios/plan"
)

func setKind() Kind {
	return Kind{
		Name: "set",
		Doc:  "Changes how often workers do maintenance or report statistics.",
		draw: func(d *drawer) (plan.Statement, bool) {
			s := plan.Configure{Params: protocol.NoParams()}
			if d.src.Chance("statistics", 1, 2) {
				s.Params.StatisticsInterval = pick(d, "interval", []time.Duration{time.Second, 10 * time.Second})
			} else {
				s.Params.MaintenanceInterval = pick(d, "interval",
					[]time.Duration{100 * time.Millisecond, 10 * time.Millisecond, time.Second})
			}
			return s, true
		},
	}
}
