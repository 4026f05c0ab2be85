package storage

import (
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// ingestionAsOf returns the time as of which an ingestion reads its bindings: late enough for the remap shard's
// since, and otherwise just before the earliest time that an export still needs. It is empty, which means that
// there is nothing to run, if every export is finished or the remap shard is.
func ingestionAsOf(remapSince frontier.Antichain, resume []protocol.IDFrontier) frontier.Antichain {
	needed := frontier.Empty()
	for _, r := range resume {
		needed = needed.Meet(stepBack(r.Frontier))
	}
	return remapSince.Join(needed)
}

// stepBack returns the frontier of the last time before a frontier, the minimum for the minimum, and the empty
// frontier for itself.
func stepBack(f frontier.Antichain) frontier.Antichain {
	t, ok := f.Time()
	if !ok || t == frontier.Min {
		return f
	}
	return frontier.At(t - 1)
}

// boundOffset returns the offset that the consolidated contents of a remap shard bind: that of their only row, or zero
// before the first binding.
func boundOffset(contents []query.Update) int64 {
	var offset int64
	for _, u := range contents {
		offset = max(offset, u.Row.Value)
	}
	return offset
}

// sinkStart returns where a restarted sink reads from, and whether its output already holds the snapshot there.
func sinkStart(asOf, outputUpper frontier.Antichain) (start frontier.Antichain, skipSnapshot bool) {
	return asOf.Join(stepBack(outputUpper)), asOf.Lt(outputUpper)
}

// unfinished returns the ids whose resume upper is not empty, ordered as exports are.
func unfinished(exports []query.ID, resume []protocol.IDFrontier) []query.ID {
	return slices.DeleteFunc(slices.Clone(exports), func(id query.ID) bool {
		f, ok := frontierOf(resume, id)
		return ok && f.IsEmpty()
	})
}

// frontierOf returns the frontier that is listed for id.
func frontierOf(list []protocol.IDFrontier, id query.ID) (frontier.Antichain, bool) {
	for _, f := range list {
		if f.ID == id {
			return f.Frontier, true
		}
	}
	return frontier.Antichain{}, false
}

// offsetOf returns the offset that is listed for id, zero if none is.
func offsetOf(list []protocol.IDOffset, id query.ID) int64 {
	for _, o := range list {
		if o.ID == id {
			return o.Offset
		}
	}
	return 0
}
