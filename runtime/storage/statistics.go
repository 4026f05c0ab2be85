package storage

import (
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// statistics counts what a worker's dataflows do, and on worker 0 adds up what all workers count.
//
// Both sides number the incarnations of an object. Suspending begins a new epoch at worker 0, building it one at each
// worker; a gauge of an older epoch than worker 0's is stale and left out, whereas what was counted, was counted
// (MaterializeInc/materialize#30834).
type statistics struct {
	local table[*protocol.Statistics]
	total table[*protocol.Statistics]
}

// begin starts counting for an incarnation of id that goes on at an offset.
func (s *statistics) begin(id query.ID, offset int64, leads bool) {
	mine, ok := s.local.get(id)
	if ok {
		mine.Epoch++
		mine.Offset = offset
	} else {
		s.local.put(id, &protocol.Statistics{ID: id, Offset: offset})
	}
	if leads {
		s.total.putNew(id, &protocol.Statistics{ID: id})
	}
}

// advance begins the next epoch of id at worker 0.
func (s *statistics) advance(id query.ID) {
	if total, ok := s.total.get(id); ok {
		total.Epoch++
		total.Offset = 0
	}
}

// end stops counting for id.
func (s *statistics) end(id query.ID) {
	s.local.remove(id)
	s.total.remove(id)
}

// committed counts updates of id that were written, up to an offset. It does nothing when the object was dropped
// meanwhile, as operators outlive that for a while.
func (s *statistics) committed(id query.ID, rows, offset int64) {
	if mine, ok := s.local.get(id); ok {
		mine.Rows += rows
		mine.Offset = max(mine.Offset, offset)
	}
}

// takeLocal returns what this worker counted since it was asked last.
func (s *statistics) takeLocal() []protocol.Statistics {
	taken := make([]protocol.Statistics, len(s.local.rows))
	for i, e := range s.local.rows {
		taken[i] = *e.value
		e.value.Rows = 0
	}
	return taken
}

// ingest adds up what a worker counted. It does nothing on other workers than worker 0, and for what was dropped.
func (s *statistics) ingest(c protocol.StatisticsUpdate) {
	for _, update := range c.Statistics {
		total, ok := s.total.get(update.ID)
		if !ok {
			continue
		}
		total.Rows += update.Rows
		if update.Epoch > total.Epoch {
			total.Epoch, total.Offset = update.Epoch, update.Offset
		} else if update.Epoch == total.Epoch {
			total.Offset = max(total.Offset, update.Offset)
		}
	}
}

// snapshot returns what was added up since it was asked last.
func (s *statistics) snapshot() []protocol.Statistics {
	taken := make([]protocol.Statistics, len(s.total.rows))
	for i, e := range s.total.rows {
		taken[i] = *e.value
		e.value.Rows = 0
	}
	return taken
}
