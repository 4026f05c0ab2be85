package faults

import (
	"time"

	"onelane.test/faults/words"
)

// MeshHold parts two processes of one replica: what they send each other is kept back, without loss, until it ends.
// Neither notices, as long as it waits for nothing.
type MeshHold struct {
	A, B string
	For  time.Duration
}

func meshHoldKind() Kind {
	return Kind{
		Name:  "mesh-hold",
		Usage: "mesh-hold PROCESS PROCESS [for=DURATION]",
		Doc:   "Parts two processes of a replica: what they send each other is kept back, not lost, until it ends.",
		parse: func(a *words.Args) Fault {
			f := MeshHold{}
			f.A, f.B = readPair(a)
			f.For = readFor(a)
			return f
		},
		draw: func(d *drawer) (Fault, bool) {
			a, b, ok := d.pair()
			return MeshHold{A: a, B: b, For: d.length()}, ok
		},
	}
}

// Kind implements [Fault].
func (MeshHold) Kind() string { return "mesh-hold" }

// String implements [Fault].
func (m MeshHold) String() string { return text(m.For, "mesh-hold", m.A, m.B) }

// Span implements [Fault].
func (m MeshHold) Span() Span { return lasting(m.For) }

func (m MeshHold) target() string        { return linkTarget(m.A, m.B) }
func (m MeshHold) check(site Site) error { return checkPair(site, m.A, m.B) }

func (m MeshHold) begin(in *Injector) bool {
	link := in.link(m.A, m.B)
	link.Hold(in.node(m.A))
	link.Hold(in.node(m.B))
	return true
}

func (m MeshHold) end(in *Injector) { in.link(m.A, m.B).Heal() }
