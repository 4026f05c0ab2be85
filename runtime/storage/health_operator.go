package storage

import (
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
)

// monitor is the health operator: it hears on one worker how all parts of a dataflow are, and reports it for the
// dataflow's collections. When a part is beyond help, it says so, waits, and asks for the dataflow to be suspended
// and built anew. While it waits it hears nothing else; what came meanwhile is taken up then, even if that means to
// ask a second time. Nothing relates what it asks to the incarnation that it belongs to: if the lane is slow, the
// second wish can hit the dataflow's successor.
type monitor struct {
	*operator
	flow    *flow
	ids     []query.ID
	ins     []*timely.Input
	parts   []healthUpdate // latest of each worker
	status  protocol.Health
	pending *healthUpdate // what it waits to ask a restart for
	due     sim.Time
}

// monitor builds the operator over the streams of all parts. ids are the collections to report about, the first of
// them says which worker does it.
func (f *flow) monitor(ids []query.ID, streams ...timely.Stream) {
	m := &monitor{operator: f.operator("health"), flow: f, ids: ids}
	m.Interest(timely.InterestNever)
	peers := f.state.worker.Peers()
	active := owner(ids[0], peers)
	for _, s := range streams {
		m.ins = append(m.ins, m.Input(s, toWorker(active)))
	}
	if f.state.worker.Index() == active {
		m.parts = make([]healthUpdate, peers)
		m.work = m.step
		m.report(protocol.Starting, "")
	}
	f.build(m.operator)
}

func (m *monitor) step(op *timely.Op) {
	for m.awake(op) {
		u, ok := m.next()
		if !ok {
			return
		}
		m.hear(op, u)
	}
}

// awake reports whether the operator is not waiting, and makes it ask for the restart when the wait is over.
func (m *monitor) awake(op *timely.Op) bool {
	if m.pending == nil {
		return true
	}
	if op.Task().Now() < m.due {
		return false
	}
	asked := *m.pending
	m.pending = nil
	s := m.flow.state
	s.emit(SuspendRequested{Worker: s.worker.Index(), ID: m.flow.id, Dataflow: m.flow.token.dataflow})
	s.inject(protocol.SuspendAndRestart{ID: m.flow.id, Reason: asked.Reason})
	return true
}

func (m *monitor) next() (healthUpdate, bool) {
	for _, in := range m.ins {
		if _, data, ok := in.Next(); ok {
			return data.(healthUpdate), true
		}
	}
	return healthUpdate{}, false
}

// hear takes one part's news. A part that is stalled stays so; otherwise the latest counts.
func (m *monitor) hear(op *timely.Op, u healthUpdate) {
	part := &m.parts[u.Worker]
	if part.Status != protocol.Stalled {
		*part = u
	}
	if status, reason := m.overall(); status != m.status {
		m.report(status, reason)
	}
	if u.Restart {
		m.pending = &u
		delay := m.flow.state.config.suspendDelay()
		m.due = op.Task().Now().Add(delay)
		op.ActivateAfter(delay)
	}
}

// overall returns the worst of what was said: stalled if one part is, else running if one is.
func (m *monitor) overall() (protocol.Health, string) {
	overall := protocol.Starting
	for _, part := range m.parts {
		switch part.Status {
		case protocol.Stalled:
			return protocol.Stalled, part.Reason
		case protocol.Running:
			overall = protocol.Running
		}
	}
	return overall, ""
}

func (m *monitor) report(status protocol.Health, reason string) {
	m.status = status
	for _, id := range m.ids {
		m.flow.state.health.add(protocol.StatusUpdate{ID: id, Status: status, Reason: reason})
	}
}
