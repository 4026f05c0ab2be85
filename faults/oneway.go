package faults

import (
	"time"

	"onelane.test/faults/words"
)

// OneWay holds what one node sends to another, without loss, until it ends; connections stay up and look idle to one
// side.
type OneWay struct {
	From, To string
	For      time.Duration
}

func oneWayKind() Kind {
	return Kind{
		Name:  "oneway",
		Usage: "oneway NODE->NODE [for=DURATION]",
		Doc:   "Holds everything that one node sends to another until it ends; the other direction goes on.",
		parse: func(a *words.Args) Fault {
			f := OneWay{}
			f.From, f.To = readWay(a)
			f.For = readFor(a)
			return f
		},
		draw: func(d *drawer) (Fault, bool) {
			from, to := d.way()
			return OneWay{From: from, To: to, For: d.length()}, true
		},
	}
}

// Kind implements [Fault].
func (OneWay) Kind() string { return "oneway" }

// String implements [Fault].
func (o OneWay) String() string { return text(o.For, "oneway", o.From+"->"+o.To) }

// Span implements [Fault].
func (o OneWay) Span() Span { return lasting(o.For) }

func (o OneWay) target() string        { return linkTarget(o.From, o.To) }
func (o OneWay) check(site Site) error { return checkWay(site, o.From, o.To) }

func (o OneWay) begin(in *Injector) bool {
	in.link(o.From, o.To).CutOneWay(in.node(o.From))
	return true
}

func (o OneWay) end(in *Injector) { in.link(o.From, o.To).Heal() }
