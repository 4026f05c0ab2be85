package plan

import (
	"onelane.test/faults/words"
)

const createViewUsage = "create materialized-view NAME query=QUERY"

// CreateMaterializedView creates a view whose contents are kept in a shard.
type CreateMaterializedView struct {
	Name string
	// Query is a text for query.Parse over the names of collections.
	Query string
}

func readCreateMaterializedView(a *words.Args) Statement {
	return CreateMaterializedView{Name: readName(a), Query: a.Need("query", "QUERY such as count(s1)")}
}

// String implements [Statement].
func (s CreateMaterializedView) String() string {
	return "create materialized-view " + s.Name + " query=" + s.Query
}

// Creates returns the name of the new object.
func (s CreateMaterializedView) Creates() string { return s.Name }

func (s CreateMaterializedView) apply(o *Objects) error {
	reads, err := o.readsOf(s.Query)
	if err != nil {
		return err
	}
	return o.create(Object{Name: s.Name, Kind: KindMaterializedView, Collections: []string{s.Name}, Reads: reads})
}
