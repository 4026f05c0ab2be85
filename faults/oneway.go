package faults

import (
	"strings"
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
			const want = "two different nodes such as r1.p0->env"
			word := a.Word(want)
			from, to, ok := strings.Cut(word, "->")
			if word != "" && (!ok || from == "" || to == "" || from == to) {
				a.Fail(word, want)
			}
			return OneWay{From: from, To: to, For: readFor(a)}
		},
		draw: func(d *drawer) (Fault, bool) {
			f := OneWay{From: d.process(), To: Environment, For: d.length()}
			if d.src.Chance("oneway/to-process", 1, 2) {
				f.From, f.To = f.To, f.From
			}
			return f, true
		},
	}
}

// Kind implements [Fault].
func (OneWay) Kind() string { return "oneway" }

// String implements [Fault].
func (o OneWay) String() string { return text(o.For, "oneway", o.From+"->"+o.To) }

// Span implements [Fault].
func (o OneWay) Span() Span { return lasting(o.For) }

func (o OneWay) target() string { return linkTarget(o.From, o.To) }

func (o OneWay) check(site Site) error {
	nodes := append(site.ProcessNames(), Environment)
	if err := oneOf(o.From, nodes); err != nil {
		return err
	}
	return oneOf(o.To, nodes)
}

func (o OneWay) begin(in *Injector) bool {
	in.link(o.From, o.To).CutOneWay(in.node(o.From))
	return true
}

func (o OneWay) end(in *Injector) { in.link(o.From, o.To).Heal() }
