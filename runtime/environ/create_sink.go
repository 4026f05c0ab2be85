package environ

import (
	"fmt"

	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// CreateSink asks for a source or materialized view to be exported to a system outside.
type CreateSink struct {
	Name string
	From string
}

// String prints the statement as plans write it.
func (s CreateSink) String() string { return fmt.Sprintf("create sink %s from=%s", s.Name, s.From) }

func (s CreateSink) target() string { return s.Name }

func (s CreateSink) apply(t *sim.Task, c *coordinator) error { return create(t, c, s) }

func (s CreateSink) plan(p *planner) (Object, error) {
	from, owner, err := p.readable(s.From)
	if err != nil {
		return Object{}, err
	}
	id := p.newID(s.Name)
	return Object{
		ID: id, Kind: KindSink, Query: query.Input(from), Reads: []query.ID{owner.ID},
		Sink: &query.Sink{ID: id, From: from, FromShard: query.ShardOf(from)},
	}, nil
}
