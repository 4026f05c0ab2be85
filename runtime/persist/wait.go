package persist

import (
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// AppendWait is [Client.CompareAndAppend] for a task, which waits for the answer.
func (c *Client) AppendWait(
	t *sim.Task, name query.Shard, updates []query.Update, expected, upper frontier.Antichain,
) AppendResult {
	answer := sim.NewOneShot[AppendResult](t.World(), "persist append")
	c.CompareAndAppend(name, updates, expected, upper, func(r AppendResult) { answer.Set(nil, r) })
	return answer.Get(t)
}

// UpperWait is [Client.FetchUpper] for a task, which waits for the answer.
func (c *Client) UpperWait(t *sim.Task, name query.Shard) frontier.Antichain {
	answer := sim.NewOneShot[frontier.Antichain](t.World(), "persist upper")
	c.FetchUpper(name, func(upper frontier.Antichain) { answer.Set(nil, upper) })
	return answer.Get(t)
}

// SnapshotWait is [Client.ReadSnapshot] for a task, which waits until the shard can be read as of the time. An error
// wraps [ErrCannotServe].
func (c *Client) SnapshotWait(t *sim.Task, name query.Shard, asOf frontier.Time) ([]query.Update, error) {
	answer := sim.NewOneShot[Snapshot](t.World(), "persist snapshot")
	c.ReadSnapshot(name, asOf, func(s Snapshot) { answer.Set(nil, s) })
	snapshot := answer.Get(t)
	return snapshot.Updates, snapshot.Err
}
