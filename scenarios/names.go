package scenarios

import (
	"strconv"

	"onelane.test/faults"
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

// Nodes returns the names of the nodes that a plan's run can have, and of its replicas, which stand for their processes.
// Each fault may start one more environment.
func Nodes(p *plan.Plan) []string {
	var nodes []string
	for r := range p.Cluster.Replicas {
		nodes = append(nodes, faults.ReplicaName(r))
		for i := range p.Cluster.Processes {
			nodes = append(nodes, faults.ProcessName(r, i))
		}
	}
	if p.Cluster.Topology == topologyUnified {
		nodes = append(nodes, faults.Environment, "persist", "user")
		environments := 1
		for _, line := range p.Lines {
			if _, isFault := line.Statement.(plan.Fault); isFault {
				environments++
				nodes = append(nodes, faults.Environment+strconv.Itoa(environments))
			}
		}
	}
	return nodes
}
