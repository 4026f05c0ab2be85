package persist

import (
	"fmt"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// Operation is a kind of request.
type Operation int

// The operations on a shard.
const (
	OpAppend Operation = iota
	OpUpper
	OpSnapshot
	OpListen
)

var operationNames = [...]struct{ name, request, response string }{
	OpAppend:   {"append", "persist append", "persist appended"},
	OpUpper:    {"upper", "persist upper", "persist upper read"},
	OpSnapshot: {"snapshot", "persist snapshot", "persist snapshot read"},
	OpListen:   {"listen", "persist listen", "persist batch"},
}

// String returns the operation's word in the trace.
func (o Operation) String() string { return operationNames[o].name }

func (o Operation) request() string { return operationNames[o].request }

func (o Operation) response() string { return operationNames[o].response }

// CompareAndAppend appends the updates and moves the shard's upper from expected to upper, if it is expected when the
// request arrives. The updates' times are at or beyond expected and before upper. Done, which may be nil, gets the
// definite answer.
func (c *Client) CompareAndAppend(
	name query.Shard, updates []query.Update, expected, upper frontier.Antichain, done func(AppendResult),
) {
	checkAppend(name, updates, expected, upper)
	call, sh := c.call(OpAppend, name), c.shard(name)
	c.travel(OpAppend, sim.Write(sh.object), func() {
		result := sh.compareAndAppend(updates, expected, upper)
		c.store.node.World().Emit(Appended{
			Writer: c.name, Call: call, Shard: name, Lower: expected, Upper: upper,
			Rows: len(updates), OK: result.OK, Current: result.Current,
		})
		if result.OK {
			sh.notify()
		}
		if done != nil {
			c.answer(OpAppend, call, func() { done(result) })
		}
	})
}

// checkAppend panics unless the updates lie within the times that the append covers.
func checkAppend(name query.Shard, updates []query.Update, expected, upper frontier.Antichain) {
	if !expected.Lt(upper) {
		panic(fmt.Sprintf("persist: append to %s from %s to %s", name, expected, upper))
	}
	for _, u := range updates {
		if !expected.LessEqual(u.Time) || upper.LessEqual(u.Time) {
			panic(fmt.Sprintf("persist: append to %s from %s to %s has %s at %d", name, expected, upper, u.Row, u.Time))
		}
	}
}

// FetchUpper reads the shard's upper.
func (c *Client) FetchUpper(name query.Shard, done func(frontier.Antichain)) {
	call, sh := c.call(OpUpper, name), c.shard(name)
	c.travel(OpUpper, sim.Read(sh.object), func() {
		upper := sh.upper
		c.store.node.World().Emit(UpperRead{Client: c.name, Call: call, Shard: name, Upper: upper})
		c.answer(OpUpper, call, func() { done(upper) })
	})
}

// ReadSnapshot reads the shard's contents as of a time, as soon as its upper is beyond it.
func (c *Client) ReadSnapshot(name query.Shard, asOf frontier.Time, done func(Snapshot)) {
	var l *Listen
	l = c.listen(OpSnapshot, name, asOf, func() {
		if err := l.Err(); err != nil {
			done(Snapshot{Err: err})
			return
		}
		batch, _ := l.Next()
		l.Close()
		done(Snapshot{Updates: until(batch.Updates, asOf)})
	})
}

// until returns the updates up to a time; they are sorted by time.
func until(updates []query.Update, last frontier.Time) []query.Update {
	for i, u := range updates {
		if u.Time > last {
			return updates[:i:i]
		}
	}
	return updates
}
