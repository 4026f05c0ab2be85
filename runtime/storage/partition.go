package storage

import (
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// binding says that the upstream's offsets from From up to but not including To belong to the time At. It stands for
// itself, so the order in which bindings arrive does not matter.
type binding struct {
	At       frontier.Time
	From, To int64
}

// offsetAt returns the upstream's offset at a time: where a source of so many rows per second has come to.
func offsetAt(rate int64, at frontier.Time) int64 {
	const perSecond = 1000 // times are milliseconds
	return rate * int64(at) / perSecond
}

// share is what one worker reads of an upstream: every peers-th partition, beginning with its own index.
type share struct {
	ingestion     *query.Ingestion
	worker, peers int
}

// rows appends the rows of one export at the offsets of a binding that belong to the share, from resume on.
func (s share) rows(rows []query.Update, export int, resume int64, b binding) []query.Update {
	partitions := int64(max(1, s.ingestion.Partitions))
	for p := int64(s.worker); p < partitions; p += int64(s.peers) {
		first := firstOf(p, partitions, max(b.From, resume))
		rows = slices.Grow(rows, int(max(0, b.To-first+partitions-1)/partitions))
		for offset := first; offset < b.To; offset += partitions {
			row := query.GeneratedRow(s.ingestion.ID, export, offset)
			rows = append(rows, query.Update{Row: row, Time: b.At, Diff: 1})
		}
	}
	return rows
}

// firstOf returns the first offset of a partition that is not less than low.
func firstOf(partition, partitions, low int64) int64 {
	behind := (partition - low) % partitions
	if behind < 0 {
		behind += partitions
	}
	return low + behind
}
