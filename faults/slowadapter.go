package faults

import (
	"time"

	"onelane.test/faults/words"
)

// SlowAdapter makes the channel adapters of a replica's processes, which pass commands and responses between a
// connection and its worker, lag behind: now and then one takes up to Delay before it goes on. Adapters of different
// processes then learn of a new connection at different times.
type SlowAdapter struct {
	Replica string
	Delay   time.Duration
	For     time.Duration
}

// Of the turns of a slow adapter, so many are slow.
const slowTurns, allTurns = 1, 4

func slowAdapterKind() Kind {
	return Kind{
		Name:  "slow-adapter",
		Usage: "slow-adapter REPLICA delay=DURATION [for=DURATION]",
		Doc:   "Makes the adapters between connections and workers lag now and then, by up to the delay.",
		parse: func(a *words.Args) Fault {
			return SlowAdapter{Replica: a.Word("a replica such as r1"), Delay: a.Duration("delay", time.Nanosecond), For: readFor(a)}
		},
		draw: func(d *drawer) (Fault, bool) {
			return SlowAdapter{Replica: d.replica(), Delay: d.delay(500 * time.Millisecond), For: d.length()}, true
		},
	}
}

// AdapterDelay answers an adapter of a replica that asks how much longer its next turn takes.
func (in *Injector) AdapterDelay(replica string) time.Duration {
	s, r := find(in, func(s SlowAdapter) bool { return s.Replica == replica })
	if r == nil || !in.stream.Chance(slowTurns, allTurns) {
		return 0
	}
	in.fire(r)
	return in.stream.Duration(0, s.Delay)
}

// Kind implements [Fault].
func (SlowAdapter) Kind() string { return "slow-adapter" }

// String implements [Fault].
func (s SlowAdapter) String() string {
	return text(s.For, "slow-adapter", s.Replica, "delay="+words.FormatDuration(s.Delay))
}

// Span implements [Fault].
func (s SlowAdapter) Span() Span { return lasting(s.For) }

func (s SlowAdapter) target() string        { return "adapter " + s.Replica }
func (s SlowAdapter) check(site Site) error { return oneOf(s.Replica, site.ReplicaNames()) }
func (SlowAdapter) begin(*Injector) bool    { return false }
func (SlowAdapter) end(*Injector)           {}
