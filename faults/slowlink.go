package faults

import (
	"time"

	"onelane.test/faults/words"
)

// SlowLink makes everything that one node sends to another take Delay more.
type SlowLink struct {
	From, To string
	Delay    time.Duration
	For      time.Duration
}

func slowLinkKind() Kind {
	return Kind{
		Name:  "slow-link",
		Usage: "slow-link NODE->NODE delay=DURATION [for=DURATION]",
		Doc:   "Makes everything that one node sends to another take longer; the other direction is as before.",
		parse: func(a *words.Args) Fault {
			f := SlowLink{}
			f.From, f.To = readWay(a)
			f.Delay, f.For = a.Duration("delay", time.Nanosecond), readFor(a)
			return f
		},
		draw: func(d *drawer) (Fault, bool) {
			from, to := d.way()
			return SlowLink{From: from, To: to, Delay: d.delay(300 * time.Millisecond), For: d.length()}, true
		},
	}
}

// Kind implements [Fault].
func (SlowLink) Kind() string { return "slow-link" }

// String implements [Fault].
func (s SlowLink) String() string {
	return text(s.For, "slow-link", s.From+"->"+s.To, "delay="+words.FormatDuration(s.Delay))
}

// Span implements [Fault].
func (s SlowLink) Span() Span { return lasting(s.For) }

func (s SlowLink) target() string        { return linkTarget(s.From, s.To) }
func (s SlowLink) check(site Site) error { return checkWay(site, s.From, s.To) }

func (s SlowLink) begin(in *Injector) bool {
	in.link(s.From, s.To).Slow(in.node(s.From), s.Delay)
	return in.connected(s.From, s.To)
}

func (s SlowLink) end(in *Injector) { in.link(s.From, s.To).Heal() }
