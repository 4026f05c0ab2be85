package faults

import (
	"time"

	"onelane.test/faults/words"
)

// SlowPersist makes every operation of the store take Delay more.
type SlowPersist struct {
	Delay time.Duration
	For   time.Duration
}

func slowPersistKind() Kind {
	return Kind{
		Name:  "slow-persist",
		Usage: "slow-persist delay=DURATION [for=DURATION]",
		Doc:   "Makes every operation on the durable store take longer.",
		parse: func(a *words.Args) Fault {
			return SlowPersist{Delay: a.Duration("delay", time.Nanosecond), For: readFor(a)}
		},
		draw: func(d *drawer) (Fault, bool) {
			return SlowPersist{Delay: d.delay(time.Second), For: d.length()}, true
		},
	}
}

// PersistDelay answers the store that asks how much longer an operation takes.
func (in *Injector) PersistDelay() time.Duration {
	s, r := find(in, func(SlowPersist) bool { return true })
	if r != nil {
		in.fire(r)
	}
	return s.Delay
}

// Kind implements [Fault].
func (SlowPersist) Kind() string { return "slow-persist" }

// String implements [Fault].
func (s SlowPersist) String() string {
	return text(s.For, "slow-persist", "delay="+words.FormatDuration(s.Delay))
}

// Span implements [Fault].
func (s SlowPersist) Span() Span { return lasting(s.For) }

func (SlowPersist) target() string       { return "store" }
func (SlowPersist) check(Site) error     { return nil }
func (SlowPersist) begin(*Injector) bool { return false }
func (SlowPersist) end(*Injector)        {}
