package scenarios

import (
	"onelane.test/runtime/fail"
	"onelane.test/scenarios/plan"
)

// Topologies are what hosts the objects: "unified" is the whole system with storage objects as guests, "lane" a
// replica with the command lane alone, without controllers, and "closed" is the same with nothing left to chance.
var topologies = []string{topologyClosed, topologyLane, topologyUnified}

const (
	topologyClosed  = "closed"
	topologyLane    = "lane"
	topologyUnified = "unified"
)

// Names returns the words that plans may use.
func Names() plan.Names {
	names := plan.Names{
		Topologies: topologies,
		Isolations: []string{"shared"},
		Knobs:      knobChecks(),
	}
	for _, s := range List() {
		names.Scenarios = append(names.Scenarios, s.Name)
	}
	for _, d := range fail.Designs() {
		names.Designs = append(names.Designs, d.Name)
	}
	for _, e := range fail.Catalogue() {
		if e.Equivalent != "" {
			continue
		}
		names.Failpoints = append(names.Failpoints, string(e.Name))
	}
	return names
}
