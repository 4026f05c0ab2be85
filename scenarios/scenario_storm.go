package scenarios

import (
	"time"

	"onelane.test/faults"
	"onelane.test/scenarios/workload"
)

// ticks are the intervals at which drawn sources advance.
var ticks = []time.Duration{100 * time.Millisecond, 250 * time.Millisecond, time.Second}

// stormScenario creates many objects of all kinds at once through both controllers.
func stormScenario() *Scenario {
	return &Scenario{
		Name:     "storm",
		Doc:      "Both controllers create and drop many objects of all kinds at once.",
		Aliases:  []string{"storm-2x2"},
		topology: topologyUnified,
		unseen:   []string{"first-reports"},
		replicas: 1, processes: 3, workers: 3,
		workload: workload.Profile{
			Min: 6, Max: 24, From: 5 * time.Millisecond, Span: 600 * time.Millisecond,
			Weights: workload.Everything(), Ticks: ticks,
		},
		faults: faults.Profile{
			Kinds: []string{
				"clock-skew", "clog", "pause", "pause-worker", "reorder", "slow-async", "slow-link", "slow-persist", "source-error",
			},
			Max: 5, From: 10 * time.Millisecond, To: time.Second, Budget: faults.DefaultBudget(),
		},
	}
}
