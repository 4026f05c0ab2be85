package persist

import (
	"errors"
	"strconv"
	"time"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// ErrCannotServe is why a read fails for good: the shard has been compacted beyond the time asked for.
var ErrCannotServe = errors.New("cannot serve requested as_of")

// AppendResult is the answer to a compare-and-append. OK says that it was done; Current is the upper of the shard
// right after.
type AppendResult struct {
	OK      bool
	Current frontier.Antichain
}

// Snapshot is the answer to a read: the contents as of a time, consolidated, or why there will never be any.
type Snapshot struct {
	Updates []query.Update
	Err     error
}

// Client is the way of one incarnation of a process to the store. Functions that are handed to it run on the driver,
// as a step of their own, and never once the incarnation has ended.
type Client struct {
	node        *sim.Node
	incarnation int
	name        string
	store       *Store
	cfg         Config
	latency     *sim.Stream
	calls       uint64
}

// NewClient makes the client of the node's current incarnation.
func NewClient(n *sim.Node, s *Store, cfg Config) *Client {
	return &Client{
		node:        n,
		incarnation: n.Incarnation(),
		name:        n.Name() + "#" + strconv.Itoa(n.Incarnation()),
		store:       s,
		cfg:         cfg,
		latency:     n.World().Stream("persist/" + n.Name()),
	}
}

// alive reports whether the incarnation that the client belongs to still runs.
func (c *Client) alive() bool { return c.node.Alive() && c.node.Incarnation() == c.incarnation }

func (c *Client) shard(name query.Shard) *shard { return c.store.shard(name) }

// call numbers an operation that is about to leave, and tells of it.
func (c *Client) call(operation Operation, sh query.Shard) uint64 {
	c.calls++
	c.node.World().Emit(Called{Client: c.name, Call: c.calls, Operation: operation, Shard: sh})
	return c.calls
}

// travel runs atStore at the store once the request has come there. The request belongs to the store: it arrives even
// if the caller is dead by then.
func (c *Client) travel(operation Operation, access sim.Access, atStore func()) {
	c.store.node.Post(c.leg(), operation.request(), atStore, access)
}

// answer runs done at the client once the answer has come back, unless the incarnation has ended.
func (c *Client) answer(operation Operation, call uint64, done func()) {
	if !c.alive() {
		return
	}
	c.node.Post(c.leg(), operation.response(), func() {
		c.node.World().Emit(Answered{Client: c.name, Call: call, Operation: operation})
		done()
	})
}

// leg draws how long one way takes.
func (c *Client) leg() time.Duration {
	d := c.latency.Duration(c.cfg.MinLatency, c.cfg.MaxLatency)
	if c.cfg.Delay != nil {
		d += c.cfg.Delay()
	}
	return d
}
