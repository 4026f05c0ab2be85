package timely

import (
	"fmt"

	"onelane.test/runtime/frontier"
)

// Capability is the right to give at a time and later. As long as it is held, no frontier downstream passes the time. It
// may be kept between activations, and used on the worker's thread at any time. In a dataflow that is gone, and after a
// button has ended the operator, it has no effect.
type Capability struct {
	output  *Output
	time    frontier.Time
	dropped bool
}

// Time returns the time that the capability is for.
func (c *Capability) Time() frontier.Time { return c.time }

// Downgrade moves the capability to a later time. It panics if to is earlier, or if the capability was dropped.
func (c *Capability) Downgrade(to frontier.Time) {
	if c.dropped || to < c.time {
		panic(fmt.Sprintf("timely: capability of %s for %d downgraded to %d (dropped: %t)", c.output.op.name, c.time, to, c.dropped))
	}
	if to == c.time {
		return
	}
	if o := c.output; !o.dead() {
		o.hold(to)
		o.op.flow.note(o.location(), to, 1)
		o.letGo(c.time)
		c.wake()
	}
	c.time = to
}

// Drop gives the capability up. Dropping it twice does nothing.
func (c *Capability) Drop() {
	if c.dropped {
		return
	}
	c.dropped = true
	if !c.output.dead() {
		c.output.letGo(c.time)
		c.wake()
	}
}

// wake schedules the operator if the change was made from outside of it: it may be over now.
func (c *Capability) wake() {
	op := c.output.op
	if !op.running {
		op.flow.activate(op.node)
	}
}
