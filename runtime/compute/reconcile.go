package compute

import (
	"onelane.test/runtime/fail"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// Reconcile makes the state what the commands of a new connection ask for: those from its beginning up to, and without,
// InitializationComplete. Dataflows that can serve are kept. The new controller knows nothing of what was reported
// before, so what is kept is reported anew, and what is dropped is not reported at all.
func (s *State) Reconcile(commands []protocol.ComputeCommand) {
	s.history.Reduce()
	p := reconcile(s.history.Commands(), commands)
	if p.instances > 1 {
		s.panic("%d CreateInstance on one connection", p.instances)
	}
	if p.old != nil && p.wanted != nil && !p.old.CompatibleWith(*p.wanted) {
		s.worker.Task().Exit(sim.ExitHalt, "compute: new instance configuration %+v not compatible with existing %+v",
			*p.wanted, *p.old)
	}
	p.outcome.Worker = s.worker.Index()
	s.worker.Task().Emit(p.outcome)
	s.reset(p)
	for _, cmd := range p.todo {
		s.apply(cmd)
	}
	s.history = &protocol.ComputeHistory{}
	for _, cmd := range commands {
		s.history.Push(cmd)
	}
}

// reset forgets what was reported, and takes the right to write from what is not kept.
func (s *State) reset(p *plan) {
	for _, c := range s.collections {
		if asOf, ok := p.retained[c.id]; ok {
			if fail.On(s.worker.Task(), fail.ReportsFromMinimum) {
				asOf = frontier.Antichain{}
			}
			c.reported = notReported(asOf)
			continue
		}
		c.reported = silenced()
		c.closeSink()
	}
}
