package environ

import (
	"onelane.test/runtime/frontier"
	"onelane.test/sim"
)

// asOf chooses the time from which a new object computes: the latest at which some input is complete, and not before
// the as_of of an index that it reads. Inputs that are behind are waited for before the dataflow is scheduled.
func (c *coordinator) asOf(t *sim.Task, object Object) frontier.Time {
	switch {
	case object.Sink != nil:
		return lastComplete(c.persist.UpperWait(t, object.Sink.FromShard))
	case object.Dataflow == nil:
		return frontier.Min
	}
	asOf := frontier.Min
	for _, source := range object.Dataflow.SourceImports {
		asOf = max(asOf, lastComplete(c.persist.UpperWait(t, source.Shard)))
	}
	for _, id := range object.Dataflow.IndexImports {
		index, _ := c.catalog.Lookup(id.Name)
		known, _ := c.compute.Frontier(id)
		asOf = max(asOf, index.AsOf, lastComplete(known))
	}
	return asOf
}

// lastComplete returns the last time before an upper. A collection that has ended, and so is complete at all times, and
// one that has not begun set no lower bound.
func lastComplete(upper frontier.Antichain) frontier.Time {
	at, ok := upper.Time()
	if !ok || at == frontier.Min {
		return frontier.Min
	}
	return at - 1
}
