package faults

import (
	"time"

	"onelane.test/faults/words"
)

// Plane names the connections between the environment and a process that a fault concerns.
type Plane string

// The planes. The compute and the storage controller have a connection each to every process.
const (
	Compute Plane = "compute"
	Storage Plane = "storage"
	Both    Plane = "both"
)

// Cut breaks the connections of a plane between the environment and one process; new ones fail until it ends.
type Cut struct {
	Plane   Plane
	Process string
	For     time.Duration
}

func cutKind() Kind {
	return Kind{
		Name:  "cut",
		Usage: "cut compute|storage|both PROCESS [for=DURATION]",
		Doc:   "Breaks the controllers' connections to a process, of one plane or of both; new ones fail until it ends.",
		parse: func(a *words.Args) Fault {
			return Cut{
				Plane:   Plane(a.OneOf(string(Compute), string(Storage), string(Both))),
				Process: a.Word("a process such as r1.p0"),
				For:     readFor(a),
			}
		},
		draw: func(d *drawer) (Fault, bool) {
			planes := []Plane{Compute, Storage, Both}
			return Cut{Plane: pick(d, "plane", planes), Process: d.process(), For: d.length()}, true
		},
	}
}

// Kind implements [Fault].
func (Cut) Kind() string { return "cut" }

// String implements [Fault].
func (c Cut) String() string { return text(c.For, "cut", string(c.Plane), c.Process) }

// Span implements [Fault].
func (c Cut) Span() Span { return lasting(c.For) }

func (c Cut) target() string        { return linkTarget(Environment, c.Process) }
func (c Cut) check(site Site) error { return oneOf(c.Process, site.ProcessNames()) }

func (c Cut) begin(in *Injector) bool {
	if c.Plane != Both {
		return in.env.CutPlane(c.Plane, c.Process)
	}
	in.link(Environment, c.Process).Cut()
	return true
}

func (c Cut) end(in *Injector) {
	if c.Plane != Both {
		in.env.HealPlane(c.Plane, c.Process)
		return
	}
	in.link(Environment, c.Process).Heal()
}
