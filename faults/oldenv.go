package faults

import (
	"time"

	"onelane.test/faults/words"
)

// OldEnvironment starts a new environment while the old one is still alive: both command the replicas until it ends and the
// old one is gone.
type OldEnvironment struct {
	For time.Duration
}

func oldEnvironmentKind() Kind {
	return Kind{
		Name:  "old-env",
		Usage: "old-env [for=DURATION]",
		Doc:   "Starts a new environment beside the old one, which goes on for so long, cut off from the catalog alone.",
		parse: func(a *words.Args) Fault { return OldEnvironment{For: readFor(a)} },
		draw:  func(d *drawer) (Fault, bool) { return OldEnvironment{For: d.length()}, true },
	}
}

// Kind implements [Fault].
func (OldEnvironment) Kind() string { return "old-env" }

// String implements [Fault].
func (o OldEnvironment) String() string {
	return text(o.For, "old-env")
}

// Span implements [Fault].
func (o OldEnvironment) Span() Span { return lasting(o.For) }

func (OldEnvironment) target() string          { return "environment" }
func (OldEnvironment) check(Site) error        { return nil }
func (OldEnvironment) begin(in *Injector) bool { return in.env.Succeed() }
func (OldEnvironment) end(in *Injector)        { in.env.Retire() }
