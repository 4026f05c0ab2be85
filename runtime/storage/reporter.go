package storage

import (
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/timely"
)

// reporter is where an operator tells how it is: by an output to the dataflow's health operator, or directly to a
// monitor that sits on the same worker.
type reporter struct {
	flow *flow
	out  *timely.Output // nil if the flow is bare
	cap  *timely.Capability
	// raised says that the operator is beyond help: it does nothing any more until its dataflow is restarted.
	raised bool
}

// reporter gives an operator its reporter.
func (f *flow) reporter(o *operator) *reporter {
	if f.bare {
		return &reporter{flow: f}
	}
	return &reporter{flow: f, out: o.Output(typeHealth)}
}

// hold lets the operator report on this worker. Reports have no time of their own: all come at the first.
func (r *reporter) hold() {
	if r.out != nil {
		r.cap = r.out.Initial()
	}
}

// stream returns the output, if the reporter has one.
func (r *reporter) stream() timely.Stream { return r.out.Stream() }

func (r *reporter) tell(status protocol.Health, reason string) {
	r.give(healthUpdate{Status: status, Reason: reason})
}

// raise reports a fault that only a restart cures.
func (r *reporter) raise(reason string) {
	if r.raised {
		return
	}
	r.raised = true
	r.flow.state.emit(Faulted{Worker: r.flow.state.worker.Index(), ID: r.flow.id, Reason: reason})
	r.give(healthUpdate{Status: protocol.Stalled, Reason: reason, Restart: true})
}

func (r *reporter) give(u healthUpdate) {
	u.Worker = r.flow.state.worker.Index()
	if r.out == nil {
		r.flow.monitor.hear(u)
		return
	}
	r.out.Give(r.cap.Time(), u)
}
