package oracle

import (
	"testing"

	"onelane.test/runtime/timely"
)

func built(worker int, name string, first int) timely.Built {
	return timely.Built{Generation: 1, Worker: worker, Name: name, Shape: 7, First: first, Next: first + 4}
}

func TestConstruction(t *testing.T) {
	shaped := built(1, "mv1", 4)
	shaped.Shape = 8
	again := built(1, "mv1", 0)
	again.Generation = 2
	judge(t, func(w Violator) Oracle { return NewConstruction(w) }, []history{
		{
			name: "one order",
			events: events(
				at(0, "r1.p0", "worker0", built(0, "lane", 0)), at(0, "r1.p0", "worker0", built(0, "mv1", 4)),
				at(0, "r1.p1", "worker0", built(1, "lane", 0)), at(9, "r1.p1", "worker0", built(1, "mv1", 4)),
			),
		},
		{
			name:   "one is behind",
			events: events(at(0, "r1.p0", "worker0", built(0, "lane", 0)), at(0, "r1.p0", "worker0", built(0, "mv1", 4)), at(0, "r1.p1", "worker0", built(1, "lane", 0))),
		},
		{
			name:    "another name",
			events:  events(at(0, "r1.p0", "worker0", built(0, "mv1", 4)), at(0, "r1.p1", "worker0", built(1, "s1", 4))),
			outcome: Violated, reason: "worker 1 built another dataflow than others at position 0",
		},
		{
			name:    "another shape",
			events:  events(at(0, "r1.p0", "worker0", built(0, "mv1", 4)), at(0, "r1.p1", "worker0", shaped)),
			outcome: Violated, reason: "worker 1 built another dataflow than others at position 0",
		},
		{
			name:    "other identifiers",
			events:  events(at(0, "r1.p0", "worker0", built(0, "mv1", 4)), at(0, "r1.p1", "worker0", built(1, "mv1", 8))),
			outcome: Violated, reason: "worker 1 built another dataflow than others at position 0",
		},
		{
			name: "another life, another replica",
			events: events(
				at(0, "r1.p0", "worker0", built(0, "mv1", 4)), at(0, "r1.p1", "worker0", again),
				at(0, "r2.p0", "worker0", built(1, "s1", 0)),
			),
			outcome: Inconclusive, reason: "saw nothing",
		},
	})
}
