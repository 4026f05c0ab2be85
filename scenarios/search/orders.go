package search

import (
	"strings"

	"onelane.test/faults"
	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/compute"
	"onelane.test/runtime/controller"
	"onelane.test/runtime/environ"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/storage"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Pair is an order that a world showed: an event of kind first and one of kind second, which had to do with one object, in
// this order, with few others in between.
type Pair struct {
	class         class
	first, second kind
	// apart says that two threads were concerned, or, of a thread, that it was one of a worker other than worker 0.
	apart bool
}

// class is what kind of object a pair is about.
type class uint8

// The classes of objects.
const (
	threads     class = iota // what one thread does
	objects                  // a source, a view, an index, a sink
	connections              // a connection of a controller, by its nonce
	cluster                  // all of it: who comes and goes, and what is asked meanwhile
	goals                    // no pair, but a goal
)

// recent is how many kinds of events an object remembers: an event makes a pair with each of the last ones. A thread, which
// does one thing after the other anyhow, remembers one.
const recent = 3

// history is what has lately happened to an object, the latest first, each kind once.
type history struct {
	last   [recent]moment
	filled int
	most   int  // of last
	apart  bool // of a thread
}

// moment is a kind of event and the thread that it was on.
type moment struct {
	kind  kind
	actor int
}

// Orders counts the pairs of one world. It is an observer.
type Orders struct {
	pairs   []Counted
	index   map[Pair]int // into pairs
	threads []*history   // by actor
	objects map[uint64]*history
	nonces  map[protocol.Nonce]*history
	cluster history
}

// Counted says how often a pair came about.
type Counted struct {
	Pair
	N int
}

// NewOrders returns what counts the pairs of a world.
func NewOrders() *Orders {
	return &Orders{
		index:   map[Pair]int{},
		objects: map[uint64]*history{},
		nonces:  map[protocol.Nonce]*history{},
		cluster: history{most: recent},
	}
}

// Pairs returns all pairs, in the order in which they first came about.
func (o *Orders) Pairs() []Counted { return o.pairs }

// Observe implements [trace.Observer].
func (o *Orders) Observe(r *trace.Record) {
	k := kindOf(r.Event)
	if k == none {
		return
	}
	if r.Actor > 0 && r.Task != "" && !reports(k) {
		o.note(threads, o.thread(r), k, 0)
	}
	if k < nodeStarted { // a turn of a loop is about nothing else, and there are very many
		return
	}
	if nonce := nonceOf(r.Event); nonce != 0 {
		o.note(connections, historyIn(o.nonces, nonce), k, r.Actor)
	}
	if object := objectOf(r.Event); object != 0 {
		o.note(objects, historyIn(o.objects, object), k, r.Actor)
	}
	if concernsAll(r.Event) {
		o.note(cluster, &o.cluster, k, r.Actor)
	}
}

// reports reports whether an event tells how far something has come. Threads tell of it so often that the order of all else
// would be lost.
func reports(k kind) bool {
	switch k / details * details {
	case observed, computeReported, responded, forwarded, received, frontierAdvanced:
		return true
	}
	return false
}

// thread returns the history of the thread that an event was on.
func (o *Orders) thread(r *trace.Record) *history {
	for len(o.threads) <= r.Actor {
		o.threads = append(o.threads, nil)
	}
	h := o.threads[r.Actor]
	if h == nil {
		h = &history{most: 1, apart: strings.HasPrefix(r.Task, "worker") && !(r.Task == "worker0" && strings.HasSuffix(r.Node, ".p0"))}
		o.threads[r.Actor] = h
	}
	return h
}

func (o *Orders) count(p Pair) {
	i, ok := o.index[p]
	if !ok {
		i = len(o.pairs)
		o.index[p] = i
		o.pairs = append(o.pairs, Counted{Pair: p})
	}
	o.pairs[i].N++
}

func historyIn[K comparable](all map[K]*history, key K) *history {
	h := all[key]
	if h == nil {
		h = &history{most: recent}
		all[key] = h
	}
	return h
}

// note counts the pairs that an event makes, and remembers it in place of an earlier one of its kind.
func (o *Orders) note(c class, h *history, k kind, actor int) {
	if h.filled > 0 && h.last[0] == (moment{k, actor}) {
		return // the same again makes no order
	}
	at := h.filled
	for i, m := range h.last[:h.filled] {
		if m.kind == k {
			at = i
		}
		o.count(Pair{c, m.kind, k, h.apart || m.actor != actor})
	}
	if at == h.filled {
		h.filled = min(h.filled+1, h.most)
		at = h.filled - 1
	}
	copy(h.last[1:at+1], h.last[:at])
	h.last[0] = moment{k, actor}
}

// nonceOf returns the connection that an event has to do with, 0 for none.
func nonceOf(e trace.Event) protocol.Nonce {
	switch e := e.(type) {
	case lane.Accepted:
		return e.Item.Nonce
	case lane.Delivered:
		return e.Item.Nonce
	case clusterd.NonceChanged:
		return e.Nonce
	case clusterd.GuestReconciled:
		return e.Nonce
	case clusterd.ClientConnected:
		return e.Nonce
	case clusterd.ClientDisconnected:
		return e.Nonce
	case clusterd.Responded:
		return e.Nonce
	case clusterd.Forwarded:
		return e.RespNonce
	case clusterd.Stashed:
		return e.RespNonce
	case controller.ControllerSent:
		return e.Nonce
	case controller.Connected:
		return e.Nonce
	case controller.Disconnected:
		return e.Nonce
	}
	return 0
}

// objectOf returns the number of the object that an event has to do with, 0 for none.
func objectOf(e trace.Event) uint64 {
	switch e := e.(type) {
	case environ.Created:
		return e.ID.N
	case environ.Dropped:
		return e.ID.N
	case lane.Delivered:
		return objectOfItem(e.Item.Storage)
	case lane.Accepted:
		return objectOfItem(e.Item.Storage)
	case compute.Installed:
		return e.IDs[0].N
	case compute.Removed:
		return e.ID.N
	case compute.FrontierReported:
		return e.Frontiers.ID.N
	case controller.FrontierAdvanced:
		return e.ID.N
	case controller.Forgotten:
		return e.ID.N
	}
	return objectOfGuest(e)
}

func objectOfItem(c protocol.InternalCommand) uint64 {
	switch c := c.(type) {
	case protocol.CreateIngestionDataflow:
		return c.Ingestion.ID.N
	case protocol.RunSinkDataflow:
		return c.Sink.ID.N
	case protocol.SuspendAndRestart:
		return c.ID.N
	case protocol.DropDataflow:
		if len(c.IDs) > 0 {
			return c.IDs[0].N
		}
	}
	return 0
}

// objectOfGuest returns the number of the object that an event of a guest has to do with, 0 for none.
func objectOfGuest(e trace.Event) uint64 {
	switch e := e.(type) {
	case storage.Rendered:
		return e.ID.N
	case storage.NotRendered:
		return e.ID.N
	case storage.Observed:
		return e.ID.N
	case storage.TokenDropped:
		return e.ID.N
	case storage.SuspendRequested:
		return e.ID.N
	case storage.Suspended:
		return e.ID.N
	case storage.SuspendIgnored:
		return e.ID.N
	case storage.StartIgnored:
		return e.ID.N
	case storage.DropIgnored:
		return e.ID.N
	case storage.Faulted:
		return e.ID.N
	}
	return 0
}

// concernsAll reports whether an event is about who comes and goes, or about what is asked of the cluster meanwhile.
func concernsAll(e trace.Event) bool {
	switch e.(type) {
	case controller.Connected, controller.Disconnected, sim.NodeStarted, sim.NodeExited, sim.LinkCut, sim.LinkHealed,
		faults.Began, faults.Ended, environ.Created, environ.Dropped, environ.Configured, environ.Bootstrapped,
		clusterd.NonceChanged, clusterd.GuestReconciled, clusterd.ClientConnected, clusterd.ClientDisconnected,
		compute.Reconciled, storage.Reconciled, storage.Suspended, storage.SuspendRequested:
		return true
	}
	return false
}
