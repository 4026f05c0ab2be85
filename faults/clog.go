package faults

import (
	"strconv"
	"time"

	"onelane.test/faults/words"
	"onelane.test/sim"
)

// Clog bounds what each connection has under way from one node to another: further messages wait until the other end has
// taken one.
type Clog struct {
	From, To string
	// Messages is how many may be under way.
	Messages int
	For      time.Duration
}

func clogKind() Kind {
	return Kind{
		Name:  "clog",
		Usage: "clog NODE->NODE messages=N [for=DURATION]",
		Doc:   "Lets only so many messages of each connection be under way from one node to another; the rest wait.",
		parse: func(a *words.Args) Fault {
			f := Clog{}
			f.From, f.To = readWay(a)
			f.Messages, f.For = int(a.Integer("messages", 1, maxClog)), readFor(a)
			return f
		},
		draw: func(d *drawer) (Fault, bool) {
			from, to := d.way()
			return Clog{From: from, To: to, Messages: pick(d, "clog/messages", []int{1, 2, 8}), For: d.length()}, true
		},
	}
}

// maxClog bounds a capacity that would be one.
const maxClog = 1 << 20

// Kind implements [Fault].
func (Clog) Kind() string { return "clog" }

// String implements [Fault].
func (c Clog) String() string {
	return text(c.For, "clog", c.From+"->"+c.To, "messages="+strconv.Itoa(c.Messages))
}

// Span implements [Fault].
func (c Clog) Span() Span { return lasting(c.For) }

func (c Clog) target() string        { return linkTarget(c.From, c.To) }
func (c Clog) check(site Site) error { return checkWay(site, c.From, c.To) }

func (c Clog) begin(in *Injector) bool {
	in.link(c.From, c.To).Clog(in.node(c.From), sim.Capacity{Messages: c.Messages})
	return in.connected(c.From, c.To)
}

func (c Clog) end(in *Injector) { in.link(c.From, c.To).Heal() }
