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
			f := MeshCut{}
			f.A, f.B = readPair(a)
			f.For = readFor(a)
			return f
		},
		draw: func(d *drawer) (Fault, bool) {
			a, b, ok := d.pair()
			if !ok {
				return nil, false
			}
			return MeshCut{A: a, B: b, For: d.length()}, true
		},
	}
}

// Kind implements [Fault].
func (MeshCut) Kind() string { return "mesh-cut" }

// String implements [Fault].
func (m MeshCut) String() string { return text(m.For, "mesh-cut", m.A, m.B) }

// Span implements [Fault].
func (m MeshCut) Span() Span { return lasting(m.For) }

func (m MeshCut) target() string        { return linkTarget(m.A, m.B) }
func (m MeshCut) check(site Site) error { return checkPair(site, m.A, m.B) }

func (m MeshCut) begin(in *Injector) bool {
	in.link(m.A, m.B).Cut()
	return true
}

func (m MeshCut) end(in *Injector) { in.link(m.A, m.B).Heal() }
