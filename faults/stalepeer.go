package faults

import (
	"time"

	"onelane.test/faults/words"
)

// StalePeer breaks the mesh such that one process does not notice: the others of its replica halt and come up again, and it
// goes on in a generation that is dead. When it ends, the process notices, as its host's keepalives let it: an idle mesh
// sends nothing by which it would find out.
type StalePeer struct {
	Process string
	For     time.Duration
}

func stalePeerKind() Kind {
	return Kind{
		Name:  "stale-peer",
		Usage: "stale-peer PROCESS [for=DURATION]",
		Doc:   "Breaks the mesh around a process such that only the others notice; it lives on in a dead generation.",
		parse: func(a *words.Args) Fault {
			return StalePeer{Process: a.Word("a process such as r1.p1"), For: readFor(a)}
		},
		draw: func(d *drawer) (Fault, bool) {
			return StalePeer{Process: d.process(), For: d.length()}, d.site.Processes > 1
		},
	}
}

// Kind implements [Fault].
func (StalePeer) Kind() string { return "stale-peer" }

// String implements [Fault].
func (s StalePeer) String() string { return text(s.For, "stale-peer", s.Process) }

// Span implements [Fault].
func (s StalePeer) Span() Span { return lasting(s.For) }

func (s StalePeer) target() string { return "mesh " + s.Process }

func (s StalePeer) check(site Site) error {
	if err := oneOf(s.Process, site.ProcessNames()); err != nil {
		return err
	}
	if site.Processes < 2 {
		return &words.Error{Word: s.Process, Want: "a process of a replica that has others"}
	}
	return nil
}

func (s StalePeer) begin(in *Injector) bool {
	in.deceived[s.Process] = in.node(s.Process).Incarnation()
	for _, other := range in.others(s.Process) {
		in.link(s.Process, other).HalfOpen(in.node(s.Process))
	}
	return true
}

func (s StalePeer) end(in *Injector) {
	node := in.node(s.Process)
	for _, other := range in.others(s.Process) {
		link := in.link(s.Process, other)
		if node.Alive() && node.Incarnation() == in.deceived[s.Process] {
			link.Cut()
		}
		link.Heal()
	}
}
