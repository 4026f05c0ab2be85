package environ

import (
	"fmt"
	"slices"

	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// CreateMaterializedView asks for a query to be kept up to date in a shard. Its dataflow reads the oldest existing index
// of each input, where there is one, and the shard otherwise.
type CreateMaterializedView struct {
	Name string
	// Query is a query's text over sources and materialized views.
	Query string
}

// String prints the statement as plans write it.
func (s CreateMaterializedView) String() string {
	return fmt.Sprintf("create materialized-view %s query=%s", s.Name, s.Query)
}

func (s CreateMaterializedView) target() string { return s.Name }

func (s CreateMaterializedView) apply(t *sim.Task, c *coordinator) error { return create(t, c, s) }

func (s CreateMaterializedView) plan(p *planner) (Object, error) {
	logical, reads, err := p.parse(s.Query)
	if err != nil {
		return Object{}, err
	}
	physical, indexes, err := p.withIndexes(s.Query)
	if err != nil {
		return Object{}, err
	}
	id := p.newID(s.Name)
	dataflow := &query.Description{
		Name: s.Name, Query: physical,
		Exports: []query.Export{{ID: id, Kind: query.MaterializedView, Shard: query.ShardOf(id)}},
	}
	for _, input := range physical.Inputs() {
		if slices.Contains(indexes, input) {
			dataflow.IndexImports = append(dataflow.IndexImports, input)
		} else {
			dataflow.SourceImports = append(dataflow.SourceImports, query.SourceImport{ID: input, Shard: query.ShardOf(input)})
		}
	}
	return Object{
		ID: id, Kind: KindMaterializedView, Query: logical, Dataflow: dataflow,
		Reads: distinct(append(reads, indexes...)),
	}, nil
}
