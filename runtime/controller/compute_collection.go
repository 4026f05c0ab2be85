package controller

import (
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// dataflowCollection is what the compute controller knows of one export of a dataflow.
type dataflowCollection struct {
	id       query.ID
	asOf     frontier.Time
	pending  []query.ID // inputs whose write frontier has not passed the as_of
	write    frontier.Antichain
	hydrated bool
	dropped  bool
	replicas []replicaFrontiers
}

// replicaFrontiers is the last word of one replica on one collection.
type replicaFrontiers struct {
	write, input, output frontier.Antichain
	owes                 bool // a dropped collection's empty frontiers
}

func newDataflowCollection(id query.ID, asOf frontier.Time, inputs []query.ID, replicas int) *dataflowCollection {
	return &dataflowCollection{
		id: id, asOf: asOf, pending: slices.Clone(inputs),
		replicas: make([]replicaFrontiers, replicas),
	}
}

// reached notes that an input can be read at the as_of, and says whether it was the last one.
func (c *dataflowCollection) reached(input query.ID) (all bool) {
	at := slices.Index(c.pending, input)
	if at < 0 {
		return false
	}
	c.pending = slices.Delete(c.pending, at, at+1)
	return len(c.pending) == 0
}

// beyond says whether everything at the time is in place once the write frontier is f.
func beyond(f frontier.Antichain, at frontier.Time) bool { return !f.LessEqual(at) }

// said takes a replica's report into account. Kinds that the report leaves out stay as they were.
func (r *replicaFrontiers) said(write, input, output *frontier.Antichain) {
	for _, kind := range []struct {
		known    *frontier.Antichain
		reported *frontier.Antichain
	}{{&r.write, write}, {&r.input, input}, {&r.output, output}} {
		if kind.reported != nil {
			*kind.known = *kind.reported
		}
	}
}

// empty says whether the replica has said its last word.
func (r *replicaFrontiers) empty() bool {
	return r.write.IsEmpty() && r.input.IsEmpty() && r.output.IsEmpty()
}

// owed says whether some replica may still report on the dropped collection.
func (c *dataflowCollection) owed() bool {
	return slices.ContainsFunc(c.replicas, func(r replicaFrontiers) bool { return r.owes })
}
