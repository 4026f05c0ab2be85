package scenarios

import (
	"time"

	"onelane.test/scenarios/oracle"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Result is what one run of a plan showed.
type Result struct {
	Plan      *plan.Plan
	Stop      *sim.Stop // nil where the world ran to its check
	Class     Class
	Verdicts  []oracle.Verdict
	Signature string // oracle and normalised message, or the stop's; "" where the run held
	Report    string // what went wrong in full, with tables and stacks
	Hash      uint64
	Stats     sim.Stats
	Virtual   time.Duration
	Activity  Activity
	TraceTail []string          // the last lines of the trace, of a run that failed
	Diverged  *trace.Divergence // set where two runs of the same plan differed
	// Deviations are where the picks differ from those of a fifo schedule, if that was asked for.
	Deviations []sim.Deviation
	// Missed are the choices of the plan that had no effect, as whoever should run did not want to.
	Missed []sim.Deviation
}

// Failed reports whether the run ended in anything but held.
func (r *Result) Failed() bool { return r.Class != ClassHeld }

// Verdict returns what the named oracle said, and whether it watched at all.
func (r *Result) Verdict(name string) (oracle.Verdict, bool) {
	for _, v := range r.Verdicts {
		if v.Oracle == name {
			return v, true
		}
	}
	return oracle.Verdict{}, false
}
