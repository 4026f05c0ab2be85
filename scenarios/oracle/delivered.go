package oracle

import (
	"fmt"
	"maps"
	"slices"

	"onelane.test/runtime/lane"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Delivered demands that every item of every producer reaches every worker in the end.
type Delivered struct {
	Base
	expected int
	items    map[string]*delivery // per replica
}

// delivery counts, by worker, the items of one replica's incarnation.
type delivery struct{ delivered map[int]int }

// NewDelivered returns the oracle; expected is how many items the producers of a replica send.
func NewDelivered(world Violator, expected int) *Delivered {
	return &Delivered{
		Base:     newBase("delivered", "every item of every producer reaches every worker", world),
		expected: expected,
		items:    map[string]*delivery{},
	}
}

// Observe counts.
func (d *Delivered) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case lane.Delivered:
		d.looks++
		d.of(r.Node).delivered[e.Worker]++
	case sim.NodeExited:
		delete(d.items, replicaOf(e.Node))
	}
}

func (d *Delivered) of(node string) *delivery {
	replica := replicaOf(node)
	if d.items[replica] == nil {
		d.items[replica] = &delivery{delivered: map[int]int{}}
	}
	return d.items[replica]
}

// Settled says whether everything has arrived.
func (d *Delivered) Settled(s *State) (bool, string) {
	missing := d.missing(s)
	return missing == "", missing
}

// Check judges what never arrived.
func (d *Delivered) Check(s *State) Verdict {
	if missing := d.missing(s); missing != "" {
		d.violation = missing
	}
	return d.verdict("")
}

func (d *Delivered) missing(s *State) string {
	if len(d.items) < s.Replicas {
		return "a replica consumed nothing"
	}
	for _, replica := range slices.Sorted(maps.Keys(d.items)) {
		items := d.items[replica]
		for worker := range s.Peers {
			if n := items.delivered[worker]; n != d.expected {
				return fmt.Sprintf("a worker did not consume all items\n%s worker %d consumed %d of %d", replica, worker, n, d.expected)
			}
		}
	}
	return ""
}
