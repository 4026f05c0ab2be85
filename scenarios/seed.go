package scenarios

import (
	"strconv"

	"onelane.test/sim"
)

// DeriveSeed returns the seed of run i of a scenario in a sweep. It depends on the root, the scenario's name and i
// alone, so adding a scenario or a seed changes no other run.
func DeriveSeed(root uint64, scenario string, i int) uint64 {
	return sim.DeriveSeed(root, scenario, strconv.Itoa(i))
}
