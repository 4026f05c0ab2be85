package faults

import (
	"time"

	"onelane.test/faults/words"
)

// Reorder lets containers of one data channel overtake each other in a replica. Timely promises no order within a
// channel, only progress information stays in order.
type Reorder struct {
	Replica string
	For     time.Duration
}

func reorderKind() Kind {
	return Kind{
		Name:  "reorder",
		Usage: "reorder REPLICA [for=DURATION]",
		Doc:   "Lets the containers of one data channel overtake each other, half of the time.",
		parse: func(a *words.Args) Fault {
			return Reorder{Replica: a.Word("a replica such as r1"), For: readFor(a)}
		},
		draw: func(d *drawer) (Fault, bool) { return Reorder{Replica: d.replica(), For: d.length()}, true },
	}
}

// Reorder answers a replica that asks whether the next container of a data channel is to be overtaken.
func (in *Injector) Reorder(replica string) bool {
	_, r := find(in, func(r Reorder) bool { return r.Replica == replica })
	if r == nil || !in.stream.Chance(1, 2) {
		return false
	}
	in.fire(r)
	return true
}

// Kind implements [Fault].
func (Reorder) Kind() string { return "reorder" }

// String implements [Fault].
func (r Reorder) String() string { return text(r.For, "reorder", r.Replica) }

// Span implements [Fault].
func (r Reorder) Span() Span { return lasting(r.For) }

func (r Reorder) target() string        { return "channels " + r.Replica }
func (r Reorder) check(site Site) error { return oneOf(r.Replica, site.ReplicaNames()) }
func (Reorder) begin(*Injector) bool    { return false }
func (Reorder) end(*Injector)           {}
