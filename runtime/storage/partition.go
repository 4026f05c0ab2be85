package storage

import (
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// binding says that the upstream's offsets from From up to but not including To belong to the time that it comes at.
// It stands for itself, so the order in which bindings arrive does not matter.
type binding struct {
	From, To int64
}

// offsetAt returns the upstream's offset at a time: where a source of so many rows per second has come to.
func offsetAt(rate int64, at frontier.Time) int64 {
	const perSecond = 1000 // times are milliseconds
	return rate * int64(at) / perSecond
}

// partitionRows returns the rows of one export at the offsets from first up to but not including end, of those
// partitions that a worker reads: every peers-th, beginning with its own index.
func partitionRows(i *query.Ingestion, export, worker, peers int, first, end int64, at frontier.Time) []query.Update {
	var rows []query.Update
	source := i.ID
	partitions := int64(max(1, i.Partitions))
	for p := int64(worker); p < partitions; p += int64(peers) {
		for offset := firstOf(p, partitions, first); offset < end; offset += partitions {
			row := query.GeneratedRow(source, export, offset)
			rows = append(rows, query.Update{Row: row, Time: at, Diff: 1})
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
