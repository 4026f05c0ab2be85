package persist

import (
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// Batch is a piece of a shard: updates, and the upper of the shard behind them. An empty Upper ends the shard. Updates
// are the reader's own only in the first batch of a listen; it must not change those of later ones.
type Batch struct {
	Updates []query.Update
	Upper   frontier.Antichain
}

// Listen follows a shard. The first batch is its contents with all times up to the as_of advanced to it, consolidated,
// once the upper is beyond the as_of; it may go on beyond the as_of. After that comes each append, in order.
type Listen struct {
	client *Client
	shard  *shard
	asOf   frontier.Time
	call   uint64
	kind   Operation
	notify func()

	visible int  // how many entries of the log have come to the client
	next    int  // how many of those the reader has taken
	poked   bool // news is on the way
	closed  bool
	err     error
}

// Listen follows the shard from a time on. Notify is called when Next may have something new, or Err an error.
func (c *Client) Listen(name query.Shard, asOf frontier.Time, notify func()) *Listen {
	return c.listen(OpListen, name, asOf, notify)
}

func (c *Client) listen(kind Operation, name query.Shard, asOf frontier.Time, notify func()) *Listen {
	l := &Listen{client: c, shard: c.shard(name), asOf: asOf, call: c.call(kind, name), kind: kind, notify: notify}
	c.travel(kind, sim.Write(l.shard.object), l.attach)
	return l
}

// Next returns the next batch if it has come.
func (l *Listen) Next() (Batch, bool) {
	if l.closed || l.next == l.visible {
		return Batch{}, false
	}
	if l.next == 0 {
		l.next = l.visible
		return l.shard.snapshot(l.asOf, l.visible), true
	}
	l.next++
	return l.shard.batch(l.next - 1), true
}

// Err returns why the shard can never be read as of the time asked for: an error that wraps [ErrCannotServe], nil as
// long as none has come.
func (l *Listen) Err() error { return l.err }

// Close ends the listen: nothing more comes.
func (l *Listen) Close() { l.closed = true }

// attach makes the listener known at the store.
func (l *Listen) attach() {
	if l.gone() {
		return
	}
	l.shard.listeners = append(l.shard.listeners, l)
	l.poke()
}

// poke sends the listener off with what the log has now, unless it is on the way already: it looks again on arrival.
func (l *Listen) poke() {
	if l.poked {
		return
	}
	if l.visible == 0 {
		if err := l.shard.unreadable(l.asOf); err != nil {
			l.fail(err)
			return
		}
		if !l.shard.readable(l.asOf) {
			return
		}
	}
	if entries := len(l.shard.log); entries > l.visible {
		l.bring(entries)
	}
}

// bring takes the first entries of the log to the client.
func (l *Listen) bring(entries int) {
	l.poked = true
	l.client.answer(l.kind, l.call, func() {
		l.poked, l.visible = false, entries
		l.tell()
		if !l.closed {
			l.poke()
		}
	})
}

// fail tells the client that nothing will ever come.
func (l *Listen) fail(err error) {
	l.poked = true
	l.client.answer(l.kind, l.call, func() {
		l.err = err
		l.tell()
		l.closed = true
	})
}

func (l *Listen) tell() {
	if !l.closed && l.notify != nil {
		l.notify()
	}
}

// gone reports whether nobody can read from the listener any more.
func (l *Listen) gone() bool { return l.closed || !l.client.alive() }
