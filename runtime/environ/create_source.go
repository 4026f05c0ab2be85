package environ

import (
	"fmt"
	"time"

	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// CreateSource asks for a generated source.
type CreateSource struct {
	Name string
	// Rate is in rows per second and export.
	Rate int64
	// Partitions is how many readers share the source's offsets; zero means one.
	Partitions int
	// Exports is how many collections the source fills, see [ExportName]; zero means one.
	Exports int
	// Tick is how often the source's frontier advances; zero means one second.
	Tick time.Duration
	// Shape selects among variants of the dataflow's construction.
	Shape int
}

// String prints the statement as plans write it, defaults filled in.
func (s CreateSource) String() string {
	s = s.withDefaults()
	return fmt.Sprintf("create source %s rate=%d/s partitions=%d exports=%d tick=%s shape=%d",
		s.Name, s.Rate, s.Partitions, s.Exports, s.Tick, s.Shape)
}

func (s CreateSource) withDefaults() CreateSource {
	s.Partitions = max(s.Partitions, 1)
	s.Exports = max(s.Exports, 1)
	if s.Tick <= 0 {
		s.Tick = time.Second
	}
	return s
}

func (s CreateSource) target() string { return s.Name }

func (s CreateSource) apply(t *sim.Task, c *coordinator) error { return create(t, c, s) }

func (s CreateSource) plan(p *planner) (Object, error) {
	s = s.withDefaults()
	if s.Rate < 0 {
		return Object{}, fmt.Errorf("rate=%d/s: want zero or more", s.Rate)
	}
	id := p.newID(s.Name)
	ingestion := &query.Ingestion{
		ID: id, Remap: p.newID(RemapName(s.Name)), Exports: []query.ID{id},
		Rate: s.Rate, Partitions: s.Partitions, Tick: s.Tick, Shape: s.Shape,
	}
	for n := 1; n < s.Exports; n++ {
		ingestion.Exports = append(ingestion.Exports, p.newID(ExportName(s.Name, n)))
	}
	return Object{ID: id, Kind: KindSource, Ingestion: ingestion}, nil
}
