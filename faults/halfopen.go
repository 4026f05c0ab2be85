package faults

import (
	"time"

	"onelane.test/faults/words"
)

// HalfOpen breaks the connections between the environment and a process such that the end at From does not learn of it:
// what that end sends is lost, and it waits for answers that nobody gives, until its keepalives are in vain for too long.
// New connections work. When it ends, what the end sends next is answered with a reset.
type HalfOpen struct {
	From, To string
	For      time.Duration
}

func halfOpenKind() Kind {
	return Kind{
		Name:  "half-open",
		Usage: "half-open NODE->NODE [for=DURATION]",
		Doc:   "Breaks the connections between a process and the environment such that the first of the two does not notice.",
		parse: func(a *words.Args) Fault {
			f := HalfOpen{}
			f.From, f.To = readWay(a)
			f.For = readFor(a)
			return f
		},
		draw: func(d *drawer) (Fault, bool) {
			from, to := d.way()
			return HalfOpen{From: from, To: to, For: d.length()}, true
		},
	}
}

// Kind implements [Fault].
func (HalfOpen) Kind() string { return "half-open" }

// String implements [Fault].
func (h HalfOpen) String() string { return text(h.For, "half-open", h.From+"->"+h.To) }

// Span implements [Fault].
func (h HalfOpen) Span() Span { return lasting(h.For) }

func (h HalfOpen) target() string { return linkTarget(h.From, h.To) }

// check refuses the mesh, for whose idle connections [StalePeer] says when they notice.
func (h HalfOpen) check(site Site) error {
	if h.From != Environment && h.To != Environment {
		return &words.Error{Word: h.From + "->" + h.To, Want: "a process and the environment; between processes, stale-peer"}
	}
	return checkWay(site, h.From, h.To)
}

func (h HalfOpen) begin(in *Injector) bool {
	broken := in.connected(h.From, h.To)
	in.link(h.From, h.To).HalfOpen(in.node(h.From))
	return broken
}

func (h HalfOpen) end(in *Injector) { in.link(h.From, h.To).Heal() }
