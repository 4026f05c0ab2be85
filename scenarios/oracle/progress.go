package oracle

import (
	"fmt"

	"onelane.test/runtime/controller"
	"onelane.test/runtime/environ"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim/trace"
)

// Progress demands that after the faults have ended the reported frontier of every wanted collection moves on: past
// the time at which they ended, as the environment hears it, and from every replica that runs the object. A frontier is
// the furthest that any replica reported, so one replica's progress would hide another's end.
type Progress struct {
	Base
	said map[report]frontier.Antichain // the furthest that a replica reported
}

// report is what one replica says of one collection.
type report struct {
	replica string
	id      query.ID
}

// NewProgress returns the oracle.
func NewProgress(world Violator) *Progress {
	return &Progress{
		Base: newBase("progress", "after the faults every wanted collection's reported frontier moves on", world),
		said: map[report]frontier.Antichain{},
	}
}

// Observe keeps the reports that reach the controllers.
func (p *Progress) Observe(r *trace.Record) {
	e, ok := r.Event.(controller.ControllerReceived)
	if !ok {
		return
	}
	switch said := e.Response.(type) {
	case protocol.Frontiers:
		if said.Write != nil {
			p.reported(report{e.Replica, said.ID}, *said.Write)
		}
	case protocol.FrontierUpper:
		p.reported(report{e.Replica, said.ID}, said.Upper)
	}
}

func (p *Progress) reported(by report, f frontier.Antichain) {
	if p.said[by].Lt(f) {
		p.said[by] = f
	}
}

// Settled says whether all frontiers have passed the end of the faults.
func (p *Progress) Settled(s *State) (bool, string) {
	behind, _ := p.behind(s)
	return behind == "", behind
}

// Check judges what never moved on.
func (p *Progress) Check(s *State) Verdict {
	behind, looks := p.behind(s)
	if p.looks += looks; behind != "" {
		p.violation = behind
	}
	switch {
	case s.Blocked != "":
		return p.verdict(s.Blocked)
	case len(s.Wanted) == 0:
		return p.verdict("nothing was wanted at the end")
	}
	return p.verdict("")
}

// behind returns the first collection that has not moved on, "" if all have, and how many it looked at.
func (p *Progress) behind(s *State) (behind string, looks uint64) {
	if s.Blocked != "" {
		return "", 0
	}
	for _, o := range s.Wanted {
		for _, id := range o.Collections() {
			looks++
			if f := s.Frontier(id); f.LessEqual(s.Healed) {
				return fmt.Sprintf("the frontier of a %s does not move on\n%s stays at %s, but faults ended at %d",
					o.Kind, id, f, s.Healed), looks
			}
			if n, want := p.replicas(s, id), hosts(s, o); n < want {
				return fmt.Sprintf("a replica does not move a %s on\n%s is past %d on %d replicas of %d", o.Kind, id, s.Healed, n, want), looks
			}
		}
	}
	return "", looks
}

// replicas counts those that reported a collection to be past the end of the faults.
func (p *Progress) replicas(s *State, id query.ID) (n int) {
	for by, f := range p.said {
		if by.id == id && !f.LessEqual(s.Healed) {
			n++
		}
	}
	return n
}

// hosts is how many replicas run an object: a sink runs on one, all else on all.
func hosts(s *State, o environ.Object) int {
	if o.Kind == environ.KindSink {
		return 1
	}
	return s.Replicas
}
