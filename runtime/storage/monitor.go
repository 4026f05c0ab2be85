package storage

import (
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
)

// monitor hears on one worker how all parts of a dataflow are, and reports it for the dataflow's collections. When a
// part is beyond help, it says so, waits, and asks for the dataflow to be suspended and built anew. While it waits it
// takes up nothing else; what it heard meanwhile comes after, even if that means to ask a second time. If its worker is
// slow to hear of its first wish, the second comes when the dataflow has a successor; only the number of the execution
// that it asks for tells it from a wish that concerns that one.
type monitor struct {
	flow   *flow
	ids    []query.ID
	wake   func()
	parts  []healthUpdate // latest of each worker
	status protocol.Health
	heard  []healthUpdate
	// pending is what it waits to ask a restart for, until due.
	pending *healthUpdate
	due     sim.Time
}

// newMonitor returns the monitor of a dataflow. ids are the collections to report about; wake has run called soon.
func newMonitor(f *flow, ids []query.ID, wake func()) *monitor {
	m := &monitor{flow: f, ids: ids, wake: wake, parts: make([]healthUpdate, f.state.worker.Peers())}
	m.report(protocol.Starting, "")
	return m
}

// hear takes note of how a part is.
func (m *monitor) hear(u healthUpdate) {
	m.heard = append(m.heard, u)
	m.wake()
}

// run takes up what was heard, as far as the monitor isn't waiting.
func (m *monitor) run(op *timely.Op) {
	for m.awake(op) && len(m.heard) > 0 {
		u := m.heard[0]
		m.heard = m.heard[1:]
		m.judge(op, u)
	}
}

// awake reports whether the monitor is not waiting, and makes it ask for the restart when the wait is over.
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
	s.inject(protocol.SuspendAndRestart{ID: m.flow.id, Reason: asked.Reason, Execution: m.flow.token.execution})
	return true
}

// judge draws the consequences of one part's news. A part that is stalled stays so; otherwise the latest counts.
func (m *monitor) judge(op *timely.Op, u healthUpdate) {
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

// monitored builds the health operator over the streams of all reporters. Their updates go to one worker, which the first
// of the collections says.
func (f *flow) monitored(ids []query.ID, streams ...timely.Stream) {
	o := f.operator("health")
	o.Interest(timely.InterestNever)
	worker := f.state.worker
	active := owner(ids[0], worker.Peers())
	var ins []*timely.Input
	for _, s := range streams {
		ins = append(ins, o.Input(s, toWorker(active)))
	}
	if worker.Index() == active {
		m := newMonitor(f, ids, func() {})
		o.work = func(op *timely.Op) {
			for _, in := range ins {
				for _, data, ok := in.Next(); ok; _, data, ok = in.Next() {
					m.hear(data.(healthUpdate))
				}
			}
			m.run(op)
		}
	}
	f.build(o)
}
