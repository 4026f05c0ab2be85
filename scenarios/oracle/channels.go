package oracle

import (
	"strings"

	"onelane.test/runtime/timely"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Channels demands that a channel identifier means the same type on all workers, and that no message is discarded but
// for a dataflow that its worker has dropped. Timely has no check of its own: a wrong type panics in the allocator, a
// wrong identifier loses the message without a word (timely-dataflow, communication/src/allocator).
type Channels struct {
	Base
	builders map[incarnation]int // the worker that built first
}

// NewChannels returns the oracle.
func NewChannels(world Violator) *Channels {
	return &Channels{
		Base:     newBase("channels", "a channel has one type on all workers, and no live message is discarded", world),
		builders: map[incarnation]int{},
	}
}

// Observe judges discards and the panics of the channel registry. It looks where a worker registers channels of which
// another one has registered some.
func (c *Channels) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case timely.Built:
		c.built(incarnation{replicaOf(r.Node), e.Generation}, e.Worker)
	case timely.Discarded:
		c.looks++
		if e.Live {
			c.Violatef("a worker discarded a message for a channel that belongs to no dataflow that it dropped\n%s worker %d, channel %d",
				r.Node, e.Worker, e.Channel)
		}
	case sim.NodeExited:
		if e.Exit.Kind == sim.ExitPanic && mentionsChannel(e.Exit.Reason) {
			c.Violatef("%s\nin %s", e.Exit.Reason, e.Node)
		}
	}
}

func (c *Channels) built(at incarnation, worker int) {
	first, known := c.builders[at]
	if !known {
		c.builders[at] = worker
	} else if worker != first {
		c.looks++
	}
}

func mentionsChannel(reason string) bool {
	return strings.Contains(reason, "cast channel") || strings.Contains(reason, "channel already consumed") ||
		strings.Contains(reason, "decode")
}
