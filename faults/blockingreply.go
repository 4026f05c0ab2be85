package faults

import (
	"time"

	"onelane.test/faults/words"
)

// BlockingReply makes code on the worker threads of a replica ask another thread now and then and park until the reply is
// there. A park that belongs to nobody else's queue takes tokens that were meant for the loop's own.
type BlockingReply struct {
	Replica string
	Delay   time.Duration
	For     time.Duration
}

// Of the turns of a worker's loop, so many ask.
const askingTurns, allLoopTurns = 1, 8

func blockingReplyKind() Kind {
	return Kind{
		Name:  "blocking-reply",
		Usage: "blocking-reply REPLICA delay=DURATION [for=DURATION]",
		Doc:   "Makes code on the worker threads park until another thread replies, by up to the delay, now and then.",
		parse: func(a *words.Args) Fault {
			return BlockingReply{Replica: a.Word("a replica such as r1"), Delay: a.Duration("delay", time.Nanosecond), For: readFor(a)}
		},
		draw: func(d *drawer) (Fault, bool) {
			return BlockingReply{Replica: d.replica(), Delay: d.delay(50 * time.Millisecond), For: d.length()}, true
		},
	}
}

// ReplyDelay answers a worker of a replica that asks for how long it waits for a reply in this turn of its loop; zero is
// not at all.
func (in *Injector) ReplyDelay(replica string) time.Duration {
	b, r := find(in, func(b BlockingReply) bool { return b.Replica == replica })
	if r == nil || !in.stream.Chance(askingTurns, allLoopTurns) {
		return 0
	}
	in.fire(r)
	return in.stream.Duration(time.Microsecond, max(b.Delay, time.Microsecond))
}

// Kind implements [Fault].
func (BlockingReply) Kind() string { return "blocking-reply" }

// String implements [Fault].
func (b BlockingReply) String() string {
	return text(b.For, "blocking-reply", b.Replica, "delay="+words.FormatDuration(b.Delay))
}

// Span implements [Fault].
func (b BlockingReply) Span() Span { return lasting(b.For) }

func (b BlockingReply) target() string        { return "reply " + b.Replica }
func (b BlockingReply) check(site Site) error { return oneOf(b.Replica, site.ReplicaNames()) }
func (BlockingReply) begin(*Injector) bool    { return false }
func (BlockingReply) end(*Injector)           {}
