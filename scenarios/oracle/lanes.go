package oracle

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Lane demands one order: what any two workers consumed from the lane is prefix-comparable, each producer's items keep
// their order, nothing is lost or doubled within one incarnation, and the compute commands of one connection all come
// before those of the next. An item that nothing follows is lost if it stands still on its way.
type Lane struct {
	Base
	lanes map[incarnation]*laneOrder
}

// laneOrder is what one replica incarnation has accepted, sequenced and consumed so far.
type laneOrder struct {
	over        bool          // a process of the incarnation has ended
	lines       []*line       // in the order in which they were first used
	order       []string      // the items in the order of the worker that is furthest
	consumed    [][]string    // per worker
	connections []connections // per worker
}

// connections is what one worker heard of compute connections: the current one and those that have ended.
type connections struct {
	current protocol.Nonce
	ended   map[protocol.Nonce]bool
}

// NewLane returns the oracle.
func NewLane(world Violator) *Lane {
	return &Lane{
		Base:  newBase("lane-order", "all workers consume the lane in one order, and nothing is lost or doubled", world),
		lanes: map[incarnation]*laneOrder{},
	}
}

// Observe follows every item from its producer through the sequencer to each worker.
func (l *Lane) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case lane.Accepted:
		line := l.of(r, e.Generation).line(e.Line)
		l.inOrder(r, "accepted an item of a producer with", line.accepted.of(e.Producer), e.Index)
		line.hand(line.sequenced.of(e.Producer), e.Index, r.At)
	case lane.Sequenced:
		line := l.of(r, e.Generation).line(e.Line)
		l.inOrder(r, "sequenced an item of a producer with", line.sequenced.of(e.Producer), e.Index)
		l.inOrder(r, "sequenced an item under global", &line.global, e.Global)
		line.broadcast(e.Global, r.At)
	case lane.Delivered:
		o := l.of(r, e.Generation)
		l.inOrder(r, "consumed an item with global", o.line(e.Line).consumed.of(e.Worker), e.Global)
		l.consumed(r, o, e)
		if e.Item.Compute != nil {
			l.connectionOrder(r, &o.connections[e.Worker], e)
		}
	case sim.NodeExited:
		l.end(replicaOf(e.Node))
	}
}

func (l *Lane) of(r *trace.Record, generation uint64) *laneOrder {
	key := incarnation{replicaOf(r.Node), generation}
	o := l.lanes[key]
	if o == nil {
		o = &laneOrder{}
		l.lanes[key] = o
	}
	return o
}

// end notes that what is still under way in a replica will not arrive: its processes share fate.
func (l *Lane) end(replica string) {
	for key, o := range l.lanes {
		o.over = o.over || key.replica == replica
	}
}

// inOrder checks that indices at one stage have neither gap nor repetition.
func (l *Lane) inOrder(r *trace.Record, what string, at *stage, index uint64) {
	l.looks++
	if want := at.next; index != want {
		l.Violatef("%s index %d where %d was next\nin %s.%s", what, index, want, r.Node, r.Task)
	}
	at.next, at.since = index+1, r.At
}

// consumed compares an item with what the furthest worker consumed at the same position.
func (l *Lane) consumed(r *trace.Record, o *laneOrder, e lane.Delivered) {
	for len(o.consumed) <= e.Worker {
		o.consumed = append(o.consumed, nil)
		o.connections = append(o.connections, connections{ended: map[protocol.Nonce]bool{}})
	}
	at := len(o.consumed[e.Worker])
	o.consumed[e.Worker] = append(o.consumed[e.Worker], e.Text)
	if at == len(o.order) {
		o.order = append(o.order, e.Text)
		return
	}
	l.looks++
	if o.order[at] != e.Text {
		l.Violatef("worker %d consumed another item than others at lane position %d\n%s consumed %s\nothers consumed %s\n%s",
			e.Worker, at, r.Node, e.Text, o.order[at], divergence("lane", o.consumed, at))
	}
}

// connectionOrder checks that a connection that gave way to another never speaks again.
func (l *Lane) connectionOrder(r *trace.Record, c *connections, e lane.Delivered) {
	l.looks++
	if e.Item.Nonce == c.current {
		return
	}
	if c.ended[e.Item.Nonce] {
		l.Violatef("worker %d consumed a command of a connection that had given way to another\n%s: %s", e.Worker, r.Node, e.Text)
	}
	c.ended[c.current] = true
	c.current = e.Item.Nonce
}

// Settled says whether all items move on.
func (l *Lane) Settled(s *State) (bool, string) {
	stuck := l.stuck(s, standstill)
	return stuck == "", stuck
}

// Check judges the items that never arrived.
func (l *Lane) Check(s *State) Verdict {
	if stuck := l.stuck(s, lostBound(s)); stuck != "" && l.violation == "" {
		l.violation = stuck
	}
	return l.verdict("")
}

// stuck names the first place, by replica, line and worker, at which items have stood still for longer than a bound.
func (l *Lane) stuck(s *State, bound time.Duration) string {
	if s.Blocked != "" {
		return ""
	}
	for _, key := range slices.SortedFunc(maps.Keys(l.lanes), compareIncarnations) {
		o := l.lanes[key]
		if o.over {
			continue
		}
		for _, line := range o.lines {
			if stuck := line.stuck(s, bound); stuck != "" {
				return fmt.Sprintf("an item of the lane got lost on its way\n%s, line %s: %s", key.replica, line.name, stuck)
			}
		}
	}
	return ""
}

func compareIncarnations(a, b incarnation) int {
	return cmp.Or(cmp.Compare(a.replica, b.replica), cmp.Compare(a.generation, b.generation))
}
