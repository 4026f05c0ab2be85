package oracle

import (
	"fmt"

	"onelane.test/runtime/controller"
	"onelane.test/sim/trace"
)

// Progress demands that after the faults have ended the reported frontier of every wanted collection moves on: past
// the time at which they ended, as the environment hears it.
type Progress struct{ Base }

// NewProgress returns the oracle.
func NewProgress(world Violator) *Progress {
	return &Progress{newBase("progress", "after the faults every wanted collection's reported frontier moves on", world)}
}

// Observe counts the reports that reach the controllers.
func (p *Progress) Observe(r *trace.Record) {
	if _, ok := r.Event.(controller.FrontierAdvanced); ok {
		p.looks++
	}
}

// Settled says whether all frontiers have passed the end of the faults.
func (p *Progress) Settled(s *State) (bool, string) {
	behind := p.behind(s)
	return behind == "", behind
}

// Check judges what never moved on.
func (p *Progress) Check(s *State) Verdict {
	if behind := p.behind(s); behind != "" {
		p.violation = behind
	}
	return p.verdict(s.exemption())
}

func (p *Progress) behind(s *State) string {
	if s.Blocked != "" {
		return ""
	}
	for _, o := range s.Wanted {
		for _, id := range o.Collections() {
			if f := s.Frontier(id); f.LessEqual(s.Healed) {
				return fmt.Sprintf("the frontier of a %s does not move on\n%s stays at %s, but faults ended at %d", o.Kind, id, f, s.Healed)
			}
		}
	}
	return ""
}
