package lane

import "strconv"

// Events name the line because the wrong design with two of them has two sequences of global indices; in a sound lane it
// is always "lane".

// Accepted says that a source gave an item its producer's next index.
type Accepted struct {
	Generation uint64
	Line       string
	Producer   int
	Index      uint64
	Item       Item
	Text       string // Item's
}

// Append implements [trace.Event].
func (e Accepted) Append(b []byte) []byte {
	b = head(b, "lane.accepted", e.Line, e.Generation)
	b = number(b, "producer", uint64(e.Producer))
	b = number(b, "index", e.Index)
	return text(b, e.Text)
}

// Sequenced says that the sequencer gave an item its place in the lane.
type Sequenced struct {
	Generation uint64
	Line       string
	Global     uint64
	Producer   int
	Index      uint64
}

// Append implements [trace.Event].
func (e Sequenced) Append(b []byte) []byte {
	b = head(b, "lane.sequenced", e.Line, e.Generation)
	b = number(b, "global", e.Global)
	b = number(b, "producer", uint64(e.Producer))
	return number(b, "index", e.Index)
}

// Delivered says that a worker consumed its next item. Item is the worker's part; Text is that of the whole item, so it
// is the same on all workers.
type Delivered struct {
	Generation uint64
	Line       string
	Worker     int
	Global     uint64
	Producer   int
	Index      uint64
	Item       Item
	Text       string
}

// Append implements [trace.Event].
func (e Delivered) Append(b []byte) []byte {
	b = head(b, "lane.delivered", e.Line, e.Generation)
	b = number(b, "worker", uint64(e.Worker))
	b = number(b, "global", e.Global)
	b = number(b, "producer", uint64(e.Producer))
	b = number(b, "index", e.Index)
	return text(b, e.Text)
}

func head(b []byte, kind, line string, generation uint64) []byte {
	b = append(append(append(b, kind...), " line="...), line...)
	return number(b, "generation", generation)
}

func number(b []byte, key string, value uint64) []byte {
	b = append(b, ' ')
	b = append(b, key...)
	b = append(b, '=')
	return strconv.AppendUint(b, value, 10)
}

// text comes last in an event: it may contain spaces.
func text(b []byte, item string) []byte {
	return append(append(b, " item="...), item...)
}
