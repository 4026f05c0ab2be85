package storage

import (
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// healthUpdate says how a part of a dataflow is: the part of one worker, of one collection or, under the id of the
// object, of all of them. Restart says that the part is beyond help.
type healthUpdate struct {
	Worker  int
	ID      query.ID
	Status  protocol.Health
	Reason  string
	Restart bool
}

// health keeps what this worker's health operators found, for the reports to the controller.
type health struct {
	// latest are the statuses that were reported, to be told anew to the next connection.
	latest table[protocol.StatusUpdate]
	// news are those that were not.
	news []protocol.StatusUpdate
	// told says that the present connection has heard of latest.
	told bool
}

func (h *health) add(u protocol.StatusUpdate) { h.news = append(h.news, u) }

// forget makes id's status be told to no later connection.
func (h *health) forget(id query.ID) { h.latest.remove(id) }

// reportAll makes the next report begin with all statuses.
func (h *health) reportAll() { h.told = false }

// take returns what to report.
func (h *health) take() []protocol.StatusUpdate {
	var updates []protocol.StatusUpdate
	if !h.told {
		h.told = true
		for _, e := range h.latest.rows {
			updates = append(updates, e.value)
		}
	}
	updates = append(updates, h.news...)
	for _, u := range h.news {
		h.latest.put(u.ID, u)
	}
	h.news = nil
	return updates
}

// reporter is the output of an operator that tells how it is.
type reporter struct {
	flow *flow
	out  *timely.Output
	cap  *timely.Capability
	// raised says that the operator is beyond help: it does nothing any more until its dataflow is restarted.
	raised bool
}

// reporter adds the output to an operator.
func (f *flow) reporter(o *operator) *reporter {
	return &reporter{flow: f, out: o.Output(typeHealth)}
}

// hold lets the operator report on this worker. Reports have no time of their own: all come at the first.
func (r *reporter) hold() { r.cap = r.out.Initial() }

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
	u.ID = r.flow.id
	r.out.Give(r.cap.Time(), u)
}
