package faults

import (
	"time"

	"onelane.test/faults/words"
)

// SlowAccept makes a process take its time before it accepts a new connection of a controller: the processes of a replica
// then accept theirs in an order that is not that of the dials.
type SlowAccept struct {
	Process string
	Delay   time.Duration
	For     time.Duration
}

func slowAcceptKind() Kind {
	return Kind{
		Name:  "slow-accept",
		Usage: "slow-accept PROCESS delay=DURATION [for=DURATION]",
		Doc:   "Makes a process accept the controllers' new connections late, by up to the delay.",
		parse: func(a *words.Args) Fault {
			return SlowAccept{Process: a.Word("a process such as r1.p0"), Delay: a.Duration("delay", time.Nanosecond), For: readFor(a)}
		},
		draw: func(d *drawer) (Fault, bool) {
			return SlowAccept{Process: d.process(), Delay: d.delay(time.Second), For: d.length()}, true
		},
	}
}

// AcceptDelay answers a process that asks how much longer it takes to accept the connection that has come.
func (in *Injector) AcceptDelay(process string) time.Duration {
	s, r := find(in, func(s SlowAccept) bool { return s.Process == process })
	if r == nil {
		return 0
	}
	in.fire(r)
	return in.stream.Duration(0, s.Delay)
}

// Kind implements [Fault].
func (SlowAccept) Kind() string { return "slow-accept" }

// String implements [Fault].
func (s SlowAccept) String() string {
	return text(s.For, "slow-accept", s.Process, "delay="+words.FormatDuration(s.Delay))
}

// Span implements [Fault].
func (s SlowAccept) Span() Span { return lasting(s.For) }

func (s SlowAccept) target() string        { return "accept " + s.Process }
func (s SlowAccept) check(site Site) error { return oneOf(s.Process, site.ProcessNames()) }
func (SlowAccept) begin(*Injector) bool    { return false }
func (SlowAccept) end(*Injector)           {}
