package oracle

import (
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/sim/trace"
)

// Lane demands one order: what any two workers consumed from the lane is prefix-comparable, each producer's items keep
// their order, nothing is lost or doubled within one incarnation, and the compute commands of one connection all come
// before those of the next.
type Lane struct {
	Base
	lanes map[incarnation]*laneOrder
}

// laneOrder is what one replica incarnation has accepted, sequenced and consumed so far.
type laneOrder struct {
	accepted, sequenced map[stage]uint64 // the next index of a producer on a line
	global              map[stage]uint64 // the next global index of a line at its sequencer, and at each worker
	order               []string         // the items in the order of the worker that is furthest
	consumed            [][]string       // per worker
	connections         []connections    // per worker
}

// stage is a place where items of one line must come in order: of producer or worker n.
type stage struct {
	line string
	n    int
}

// sequencer is the place of a line's sequencer among the stages with a global index.
const sequencer = -1

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
		o := l.of(r, e.Generation)
		l.inOrder(r, "accepted an item of a producer with", o.accepted, stage{e.Line, e.Producer}, e.Index)
	case lane.Sequenced:
		o := l.of(r, e.Generation)
		l.inOrder(r, "sequenced an item of a producer with", o.sequenced, stage{e.Line, e.Producer}, e.Index)
		l.inOrder(r, "sequenced an item under global", o.global, stage{e.Line, sequencer}, e.Global)
	case lane.Delivered:
		o := l.of(r, e.Generation)
		l.inOrder(r, "consumed an item with global", o.global, stage{e.Line, e.Worker}, e.Global)
		l.consumed(r, o, e)
		if e.Item.Compute != nil {
			l.connectionOrder(r, &o.connections[e.Worker], e)
		}
	}
}

func (l *Lane) of(r *trace.Record, generation uint64) *laneOrder {
	key := incarnation{replicaOf(r.Node), generation}
	o := l.lanes[key]
	if o == nil {
		o = &laneOrder{accepted: map[stage]uint64{}, sequenced: map[stage]uint64{}, global: map[stage]uint64{}}
		l.lanes[key] = o
	}
	return o
}

// inOrder checks that indices at one stage have neither gap nor repetition.
func (l *Lane) inOrder(r *trace.Record, what string, next map[stage]uint64, at stage, index uint64) {
	l.looks++
	if want := next[at]; index != want {
		l.Violatef("%s index %d where %d was next\nin %s.%s, of %d on line %s", what, index, want, r.Node, r.Task, at.n, at.line)
	}
	next[at] = index + 1
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
