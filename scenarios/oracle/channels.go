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
type Channels struct{ Base }

// NewChannels returns the oracle.
func NewChannels(world Violator) *Channels {
	return &Channels{newBase("channels", "a channel has one type on all workers, and no live message is discarded", world)}
}

// Observe judges discards and the panics of the channel registry.
func (c *Channels) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case timely.Built:
		c.looks++
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

func mentionsChannel(reason string) bool {
	return strings.Contains(reason, "cast channel") || strings.Contains(reason, "channel already consumed") ||
		strings.Contains(reason, "decode")
}
