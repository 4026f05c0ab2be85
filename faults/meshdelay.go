package faults

import (
	"time"

	"onelane.test/faults/words"
)

// MeshDelay makes everything that two processes of one replica send each other take Delay more.
type MeshDelay struct {
	A, B  string
	Delay time.Duration
	For   time.Duration
}

func meshDelayKind() Kind {
	return Kind{
		Name:  "mesh-delay",
		Usage: "mesh-delay PROCESS PROCESS delay=DURATION [for=DURATION]",
		Doc:   "Makes everything that two processes of a replica send each other take longer.",
		parse: func(a *words.Args) Fault {
			f := MeshDelay{}
			f.A, f.B = readPair(a)
			f.Delay, f.For = a.Duration("delay", time.Nanosecond), readFor(a)
			return f
		},
		draw: func(d *drawer) (Fault, bool) {
			a, b, ok := d.pair()
			return MeshDelay{A: a, B: b, Delay: d.delay(300 * time.Millisecond), For: d.length()}, ok
		},
	}
}

// Kind implements [Fault].
func (MeshDelay) Kind() string { return "mesh-delay" }

// String implements [Fault].
func (m MeshDelay) String() string {
	return text(m.For, "mesh-delay", m.A, m.B, "delay="+words.FormatDuration(m.Delay))
}

// Span implements [Fault].
func (m MeshDelay) Span() Span { return lasting(m.For) }

func (m MeshDelay) target() string        { return linkTarget(m.A, m.B) }
func (m MeshDelay) check(site Site) error { return checkPair(site, m.A, m.B) }

func (m MeshDelay) begin(in *Injector) bool {
	link := in.link(m.A, m.B)
	link.Slow(in.node(m.A), m.Delay)
	link.Slow(in.node(m.B), m.Delay)
	return true
}

func (m MeshDelay) end(in *Injector) { in.link(m.A, m.B).Heal() }
