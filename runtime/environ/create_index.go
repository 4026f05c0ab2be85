package environ

import (
	"fmt"

	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// CreateIndex asks for an arrangement of a source or materialized view in the memory of each replica.
type CreateIndex struct {
	Name string
	On   string
}

// String prints the statement as plans write it.
func (s CreateIndex) String() string { return fmt.Sprintf("create index %s on=%s", s.Name, s.On) }

func (s CreateIndex) target() string { return s.Name }

func (s CreateIndex) apply(t *sim.Task, c *coordinator) error { return create(t, c, s) }

func (s CreateIndex) plan(p *planner) (Object, error) {
	on, owner, err := p.readable(s.On)
	if err != nil {
		return Object{}, err
	}
	id := p.newID(s.Name)
	return Object{
		ID: id, Kind: KindIndex, Query: query.Input(on), Reads: []query.ID{owner.ID},
		Dataflow: &query.Description{
			Name: s.Name, Query: query.Input(on),
			SourceImports: []query.SourceImport{{ID: on, Shard: query.ShardOf(on)}},
			Exports:       []query.Export{{ID: id, Kind: query.Index}},
		},
	}, nil
}
