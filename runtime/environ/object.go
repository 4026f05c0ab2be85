package environ

import (
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// Object is something that a statement created. Its value never changes; it is shared, so readers must not change what
// it points to.
type Object struct {
	ID        query.ID
	Kind      Kind
	Statement Statement
	// Reads are the objects that this one reads from, and which cannot be dropped before it: a view reads the sources
	// and views in its query, and the indexes that its dataflow uses in their place.
	Reads []query.ID
	// AsOf is the time from which the object computes; a source's is the minimum.
	AsOf frontier.Time
	// Query is what the object's contents are, in terms of sources and materialized views: the query of a view, the
	// collection under an index or sink. Nil for a source.
	Query *query.Query

	// Exactly one of the following says what runs it.
	Ingestion *query.Ingestion
	Dataflow  *query.Description
	Sink      *query.Sink
}

// Collections returns the ids of everything that a replica reports under this object, by creation.
func (o Object) Collections() []query.ID {
	if o.Ingestion != nil {
		return o.Ingestion.CollectionIDs()
	}
	return []query.ID{o.ID}
}

// Shards returns the shards that the object alone writes.
func (o Object) Shards() []query.Shard {
	var shards []query.Shard
	switch o.Kind {
	case KindSource:
		for _, id := range o.Collections() {
			shards = append(shards, query.ShardOf(id))
		}
	case KindMaterializedView:
		shards = append(shards, query.ShardOf(o.ID))
	case KindIndex, KindSink:
	}
	return shards
}

// reads says whether the object reads from the other one.
func (o Object) reads(other query.ID) bool { return slices.Contains(o.Reads, other) }

// at returns the object with its as_of settled.
func (o Object) at(asOf frontier.Time) Object {
	o.AsOf = asOf
	if o.Dataflow != nil {
		dataflow := *o.Dataflow
		dataflow.AsOf = frontier.At(asOf)
		o.Dataflow = &dataflow
	}
	if o.Sink != nil {
		sink := *o.Sink
		sink.AsOf = frontier.At(asOf)
		o.Sink = &sink
	}
	return o
}
