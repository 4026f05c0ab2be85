package oracle

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"onelane.test/runtime/controller"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Reconnects demands that once nothing is in the way any more, each controller gets its connections to each replica and
// keeps them, whatever the replica's workers are doing: accepting a connection is not theirs to do
// (MaterializeInc/database-issues#8467, MaterializeInc/materialize#29139).
type Reconnects struct {
	Base
	bound     time.Duration
	connected map[served]bool
	// environment is the node of the environment that was started last; earlier ones may be alive.
	environment string
	// calm is since when nothing is in the way: no fault, no process that has just been started or has ended.
	calm sim.Time
	// clear is the same, or when a connection broke last.
	clear sim.Time
}

// planes are the controllers of an environment.
var planes = [...]controller.Plane{controller.Compute, controller.Storage}

// NewReconnects returns the oracle. Healed is when faults end; bound is how long a connection may take from when nothing
// is in the way.
func NewReconnects(world Violator, healed sim.Time, bound time.Duration) *Reconnects {
	return &Reconnects{
		Base:      newBase("reconnects", "once nothing is in the way, each controller is connected to each replica", world),
		bound:     bound,
		connected: map[served]bool{},
		calm:      healed,
		clear:     healed,
	}
}

// Observe follows connections and what is in their way.
func (c *Reconnects) Observe(r *trace.Record) {
	now := sim.Time(r.At)
	if now > c.clear.Add(c.bound) {
		if missing := c.missing(); missing != "" {
			c.Violatef("%s, though nothing has been in the way for %s", missing, now.Sub(c.clear))
		}
	}
	switch e := r.Event.(type) {
	case sim.NodeStarted:
		c.disturbed(now)
		if isEnvironment(e.Node) {
			c.environment = e.Node
			for at := range c.connected {
				c.connected[at] = false
			}
		}
		if replica := replicaOf(e.Node); replica != "" {
			c.expect(replica)
		}
	case sim.NodeExited, timely.MeshUp, sim.NodePaused, sim.NodeResumed:
		c.disturbed(now)
	case controller.Connected:
		c.looks++
		c.heard(r.Node, served{e.Plane.String(), e.Replica}, true)
	case controller.Disconnected:
		c.lost(r.Node, served{e.Plane.String(), e.Replica}, now)
	}
}

func (c *Reconnects) heard(environment string, at served, connected bool) {
	if c.current(environment) {
		c.connected[at] = connected
	}
}

func (c *Reconnects) current(environment string) bool {
	return c.environment == "" || c.environment == environment
}

// lost notes that a connection broke. What was in the way may take as long to break it as to hold up the next one.
func (c *Reconnects) lost(environment string, at served, now sim.Time) {
	if c.current(environment) && now > c.calm.Add(c.bound) {
		c.Violatef("the %s controller lost its connection to %s, though nothing has been in the way for %s", at.plane, at.replica, now.Sub(c.calm))
	}
	c.heard(environment, at, false)
	c.clear = max(c.clear, now)
}

func (c *Reconnects) disturbed(now sim.Time) { c.calm, c.clear = max(c.calm, now), max(c.clear, now) }

// expect begins to wait for the connections of a replica.
func (c *Reconnects) expect(replica string) {
	for _, plane := range planes {
		at := served{plane.String(), replica}
		c.connected[at] = c.connected[at]
	}
}

// missing names the first connection that is not there; "" if all are.
func (c *Reconnects) missing() string {
	for _, at := range slices.SortedFunc(maps.Keys(c.connected), compareServed) {
		if !c.connected[at] {
			return fmt.Sprintf("the %s controller is not connected to %s", at.plane, at.replica)
		}
	}
	return ""
}

// Settled says whether all connections are there.
func (c *Reconnects) Settled(*State) (bool, string) {
	missing := c.missing()
	return missing == "", missing
}

// Check judges what is not connected at the end.
func (c *Reconnects) Check(s *State) Verdict {
	if missing := c.missing(); missing != "" && c.violation == "" && s.Now > c.clear.Add(c.bound) {
		c.violation = missing
	}
	return c.verdict(c.missing())
}
