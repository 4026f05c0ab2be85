package scenarios

import (
	"time"

	"onelane.test/faults"
	"onelane.test/scenarios/plan"
)

// laneScenario is the lane alone: random producers of both kinds, no controllers.
func laneScenario() *Scenario {
	return &Scenario{
		Name:     "lane",
		Doc:      "Random producers of both kinds send through the lane of one replica, without controllers.",
		topology: topologyLane,
		replicas: 1, processes: 3, workers: 3, least: 2,
		faults: faults.Profile{To: 50 * time.Millisecond},
		quiet:  5 * time.Second,
		shape: func(d *drawing) {
			if d.rng.Chance(1, 2) {
				replica := faults.ReplicaName(0)
				d.add(0, plan.Fault{Fault: faults.Reorder{Replica: replica, For: 50 * time.Millisecond}})
			}
		},
	}
}
