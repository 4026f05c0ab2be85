package model

import (
	"fmt"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// bindings says what is wrong with a source's bindings; "" if nothing is. Each holds the offset that the upstream had
// at its time and takes the place of the former, and the last one holds what the upstream had at the last complete
// time: a source that binds nothing would have nothing to get wrong.
func (m *Model) bindings(i *query.Ingestion) string {
	shard := query.ShardOf(i.Remap)
	upper := m.store.Upper(shard)
	var offset, held int64
	updates := complete(m.store.Contents(shard), 0, upper)
	for n, u := range updates {
		due := upstream(i.Rate, u.Time)
		held += u.Diff
		minted := u.Diff == 1 && u.Row.Value == due && due > offset
		retracted := u.Diff == -1 && u.Row.Value == offset
		last := n+1 == len(updates) || updates[n+1].Time > u.Time
		if !minted && !retracted || last && held != 1 {
			return fmt.Sprintf("binding of offset %d %+d at time %d: offset %d was bound, the upstream at %d",
				u.Row.Value, u.Diff, u.Time, offset, due)
		}
		if minted {
			offset = u.Row.Value
		}
	}
	if end, finite := upper.Time(); finite && end > 0 && offset != upstream(i.Rate, end-1) {
		return fmt.Sprintf("offset %d is bound at time %d, when the upstream was at %d", offset, end-1, upstream(i.Rate, end-1))
	}
	return ""
}

// upstream is the offset of an upstream of so many rows per second, at a time in milliseconds.
func upstream(rate int64, at frontier.Time) int64 { return rate * int64(at) / 1000 }
