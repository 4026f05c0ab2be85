package scenarios

import (
	"fmt"
	"strings"

	"onelane.test/scenarios/oracle"
	"onelane.test/sim"
)

// judge derives class, signature and report from how the world stopped and from what the oracles say.
func (r *Result) judge(s *system) {
	r.Class = classOf(r.Stop)
	if r.Stop != nil {
		r.Signature, r.Report = r.Stop.Signature, describeStop(r.Stop)
		return
	}
	for _, v := range r.Verdicts {
		if v.Outcome == oracle.Violated {
			r.Class, r.Signature, r.Report = classOfOracle(v.Oracle), sim.Signature(v.Oracle, v.Reason), v.Oracle+": "+v.Reason
			return
		}
	}
	if s.env != nil && !s.session.done && s.recoverability.reason() == "" {
		r.Class, r.Signature = ClassStuck, "workload: not all statements were executed"
		r.Report = r.Signature
	}
}

// classOfOracle is violation, but for the oracles that wait for something: what they miss is a system that did not
// converge.
func classOfOracle(name string) Class {
	switch name {
	case "progress", "delivered":
		return ClassStuck
	}
	return ClassViolation
}

// describeStop is the stop with everything that is known about it.
func describeStop(stop *sim.Stop) string {
	var b strings.Builder
	b.WriteString(stop.String())
	for _, w := range stop.Waiters {
		fmt.Fprintf(&b, "\n  %s waits for %s", w.Task, w.For)
	}
	if stop.Stack != "" {
		b.WriteString("\n")
		b.WriteString(stop.Stack)
	}
	return b.String()
}
