package scenarios

import (
	"time"

	"onelane.test/faults"
	"onelane.test/scenarios/workload"
)

// cohostScenario runs a source, a materialized view and an index on one cluster, the first thing that the proposal's
// author validated.
func cohostScenario() *Scenario {
	return &Scenario{
		Name:     "cohost",
		Doc:      "A source, a materialized view, an index and a sink live on the same workers.",
		topology: topologyUnified,
		unseen:   []string{"last-words", "drops", "first-reports"},
		replicas: 2, processes: 2, workers: 2,
		workload: workload.Profile{
			Min: 3, Max: 6, From: 5 * time.Millisecond, Span: 500 * time.Millisecond,
			Weights: []workload.Weight{
				{Kind: "source", Weight: 2}, {Kind: "materialized-view", Weight: 3}, {Kind: "index", Weight: 3}, {Kind: "sink", Weight: 2},
			},
			Ticks: ticks,
		},
		faults: faults.Profile{
			Kinds: []string{"clock-skew", "clog", "pause-worker", "slow-link", "source-error", "slow-persist"},
			Max:   3, From: 50 * time.Millisecond, To: time.Second, Budget: faults.DefaultBudget(),
		},
	}
}
