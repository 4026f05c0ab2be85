package persist

import (
	"fmt"
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// shard is the state of one shard at the store.
type shard struct {
	name      query.Shard
	object    sim.Object
	since     frontier.Antichain
	upper     frontier.Antichain
	updates   []query.Update
	log       []logEntry
	listeners []*Listen
}

// logEntry is one append: the updates before end that the entry before does not have, and the upper from then on.
type logEntry struct {
	end   int
	upper frontier.Antichain
}

// compareAndAppend appends if upper is what the caller expects, and says what upper is now.
func (s *shard) compareAndAppend(updates []query.Update, expected, upper frontier.Antichain) AppendResult {
	if s.upper != expected || s.upper.IsEmpty() {
		return AppendResult{Current: s.upper}
	}
	s.append(updates, upper)
	return AppendResult{OK: true, Current: upper}
}

func (s *shard) append(updates []query.Update, upper frontier.Antichain) {
	s.updates = append(s.updates, updates...)
	s.upper = upper
	s.log = append(s.log, logEntry{end: len(s.updates), upper: upper})
}

// readable reports whether a snapshot as of the time can be taken now.
func (s *shard) readable(asOf frontier.Time) bool { return !s.upper.LessEqual(asOf) }

// unreadable returns why a snapshot as of the time can never be taken, nil if it can, now or later.
func (s *shard) unreadable(asOf frontier.Time) error {
	if s.since.LessEqual(asOf) {
		return nil
	}
	return fmt.Errorf("persist: read %s as of %d, since %s: %w", s.name, asOf, s.since, ErrCannotServe)
}

// snapshot returns the first entries of the log as one batch, in which nothing distinguishes times up to asOf.
func (s *shard) snapshot(asOf frontier.Time, entries int) Batch {
	last := s.log[entries-1]
	updates := slices.Clone(s.updates[:last.end])
	for i := range updates {
		updates[i].Time = max(updates[i].Time, asOf)
	}
	return Batch{Updates: query.Consolidate(updates), Upper: last.upper}
}

// batch returns one entry of the log.
func (s *shard) batch(entry int) Batch {
	start := 0
	if entry > 0 {
		start = s.log[entry-1].end
	}
	end := s.log[entry].end
	return Batch{Updates: s.updates[start:end:end], Upper: s.log[entry].upper}
}

// notify tells the listeners that the log has grown, and forgets those that are gone.
func (s *shard) notify() {
	s.listeners = slices.DeleteFunc(s.listeners, (*Listen).gone)
	for _, l := range s.listeners {
		l.poke()
	}
}
