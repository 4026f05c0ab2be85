package scenarios

import (
	"time"

	"onelane.test/faults"
	"onelane.test/sim"
)

// laneSmallScenario is the smallest world in which the lane has two kinds to order, two workers to deliver to, and a
// change of the connection.
func laneSmallScenario() *Scenario {
	return &Scenario{
		Name:     "lane-small",
		Doc:      "Two workers and one feeder of each kind on fixed data: small enough for --schedule exhaustive.",
		topology: topologyClosed,
		replicas: 1, processes: 1, workers: 2, least: 2,
		faults: faults.Profile{To: 20 * time.Millisecond},
		quiet:  time.Second,
		unseen: []string{"mesh"},
		shape: func(d *drawing) {
			d.plan.World.Grain, d.plan.World.Points = sim.GrainInstant, sim.PointsCoarse
			d.plan.World.Latency.Min, d.plan.World.Latency.Max = 0, 0
			d.set("items", "3")
		},
	}
}
