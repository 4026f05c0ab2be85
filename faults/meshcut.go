package faults

import (
	"time"

	"onelane.test/faults/words"
)

// MeshCut breaks the connections between two processes of one replica. Timely's processes share their fate, so both
// end; the replica comes up again when the mesh can be built.
type MeshCut struct {
	A, B string
	For  time.Duration
}

func meshCutKind() Kind {
	return Kind{
		Name:  "mesh-cut",
		Usage: "mesh-cut PROCESS PROCESS [for=DURATION]",
		Doc:   "Breaks the mesh between two processes of a replica; new connections fail until it ends.",
		parse: func(a *words.Args) Fault {
			return MeshCut{A: a.Word("a process such as r1.p0"), B: a.Word("another process of the replica"), For: readFor(a)}
		},
		draw: func(d *drawer) (Fault, bool) {
			if d.site.Processes < 2 {
				return nil, false
			}
			replica := d.src.IntN("mesh-cut/replica", d.site.Replicas)
			a := d.src.IntN("mesh-cut/process", d.site.Processes)
			b := (a + 1 + d.src.IntN("mesh-cut/other", d.site.Processes-1)) % d.site.Processes
			return MeshCut{A: ProcessName(replica, min(a, b)), B: ProcessName(replica, max(a, b)), For: d.length()}, true
		},
	}
}

// Kind implements [Fault].
func (MeshCut) Kind() string { return "mesh-cut" }

// String implements [Fault].
func (m MeshCut) String() string { return text(m.For, "mesh-cut", m.A, m.B) }

// Span implements [Fault].
func (m MeshCut) Span() Span { return lasting(m.For) }

func (m MeshCut) target() string { return linkTarget(m.A, m.B) }

func (m MeshCut) check(site Site) error {
	if err := oneOf(m.A, site.ProcessNames()); err != nil {
		return err
	}
	if err := oneOf(m.B, site.ProcessNames()); err != nil {
		return err
	}
	if m.A == m.B || replicaOf(m.A) != replicaOf(m.B) {
		return &words.Error{Word: m.B, Want: "another process of replica " + replicaOf(m.A)}
	}
	return nil
}

func (m MeshCut) begin(in *Injector) bool {
	in.link(m.A, m.B).Cut()
	return true
}

func (m MeshCut) end(in *Injector) { in.link(m.A, m.B).Heal() }
