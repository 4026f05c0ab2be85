package faults

import (
	"time"

	"onelane.test/faults/words"
)

// SlowAsync makes the async worker of a replica take Delay more for each of its tasks.
type SlowAsync struct {
	Replica string
	Delay   time.Duration
	For     time.Duration
}

func slowAsyncKind() Kind {
	return Kind{
		Name:  "slow-async",
		Usage: "slow-async REPLICA delay=DURATION [for=DURATION]",
		Doc:   "Makes the async worker, which looks up resumption frontiers, take longer for each of its tasks.",
		parse: func(a *words.Args) Fault {
			return SlowAsync{Replica: a.Word("a replica such as r1"), Delay: a.Duration("delay", time.Nanosecond), For: readFor(a)}
		},
		draw: func(d *drawer) (Fault, bool) {
			return SlowAsync{Replica: d.replica(), Delay: d.delay(5 * time.Second), For: d.length()}, true
		},
	}
}

// AsyncDelay answers a replica's async worker that asks how much longer its next task takes.
func (in *Injector) AsyncDelay(replica string) time.Duration {
	s, r := find(in, func(s SlowAsync) bool { return s.Replica == replica })
	if r != nil {
		in.fire(r)
	}
	return s.Delay
}

// Kind implements [Fault].
func (SlowAsync) Kind() string { return "slow-async" }

// String implements [Fault].
func (s SlowAsync) String() string {
	return text(s.For, "slow-async", s.Replica, "delay="+words.FormatDuration(s.Delay))
}

// Span implements [Fault].
func (s SlowAsync) Span() Span { return lasting(s.For) }

func (s SlowAsync) target() string        { return "async " + s.Replica }
func (s SlowAsync) check(site Site) error { return oneOf(s.Replica, site.ReplicaNames()) }
func (SlowAsync) begin(*Injector) bool    { return false }
func (SlowAsync) end(*Injector)           {}
