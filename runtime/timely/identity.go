package timely

import "sort"

// identity is a worker's counters and the record of what they were spent on. Scopes, operators, channels and progress
// channels of all dataflows draw from one counter, dataflows from another.
type identity struct {
	identifiers int
	dataflows   int
	spans       []span
	// bound is the highest identifier that was allocated as a channel between workers, -1 before the first. Frames for
	// channels above it are kept, others need a living channel.
	bound int
}

// span is the identifiers of one dataflow.
type span struct {
	first, next int
	gone        bool // dropped or completed
}

func (n *identity) take() int {
	n.identifiers++
	return n.identifiers - 1
}

func (n *identity) open() (dataflow int) {
	n.spans = append(n.spans, span{first: n.identifiers, next: n.identifiers})
	n.dataflows++
	return n.dataflows - 1
}

func (n *identity) close(dataflow int) span {
	n.spans[dataflow].next = n.identifiers
	return n.spans[dataflow]
}

// live says whether an identifier that was spent belongs to no dataflow that has gone.
func (n *identity) live(id int) bool {
	i := sort.Search(len(n.spans), func(i int) bool { return n.spans[i].first > id }) - 1
	return i < 0 || !n.spans[i].gone
}
