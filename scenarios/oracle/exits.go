package oracle

import (
	"strings"

	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Exits demands that no process ends but for a fault that the plan injected. The processes of a replica share fate:
// when one ends, or the mesh between two is cut, the others halt with a communication error, and this is allowed as
// long as something did happen to that replica.
type Exits struct {
	Base
	disturbed map[string]bool // replicas to which something allowed has happened
}

// NewExits returns the oracle.
func NewExits(world Violator) *Exits {
	return &Exits{
		Base:      newBase("no-panic", "no process panics or halts but for an injected fault", world),
		disturbed: map[string]bool{},
	}
}

// Observe judges the end of every process.
func (x *Exits) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case sim.NodeStarted:
		x.looks++
	case sim.LinkCut:
		x.disturbed[replicaOf(e.A)], x.disturbed[replicaOf(e.B)] = true, true
	case sim.NodeExited:
		x.looks++
		x.judge(e)
	}
}

func (x *Exits) judge(e sim.NodeExited) {
	replica := replicaOf(e.Node)
	if x.violation != "" || e.Exit.Kind == sim.ExitDone {
		return
	}
	sharesFate := e.Exit.Kind == sim.ExitHalt && strings.Contains(e.Exit.Reason, "communication error") && x.disturbed[replica]
	if e.Exit.Kind != sim.ExitKilled && !sharesFate {
		x.Violatef("a process ended with %s: %s\nit was %s, in task %s", e.Exit.Kind, e.Exit.Reason, e.Node, e.Exit.Task)
	}
	x.disturbed[replica] = true
}
