package storage

import (
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// ReportFrontiers sends the uppers that have advanced over what was last reported, of the collections that the
// controller knows.
func (s *State) ReportFrontiers(send func(protocol.StorageResponse)) {
	for _, uppers := range []*table[*upper]{&s.sourceUppers, &s.sinkUppers} {
		for _, e := range uppers.rows {
			s.reportUpper(e.id, e.value, send)
		}
	}
}

func (s *State) reportUpper(id query.ID, u *upper, send func(protocol.StorageResponse)) {
	last := s.reported.at(id)
	if last == nil || !last.Lt(u.frontier) {
		return
	}
	*last = u.frontier
	send(protocol.FrontierUpper{ID: id, Upper: u.frontier})
}

// ReportDropped sends the last word about each id that was dropped.
func (s *State) ReportDropped(send func(protocol.StorageResponse)) {
	dropped := s.dropped
	s.dropped = nil
	for _, id := range dropped {
		send(protocol.DroppedID{ID: id})
	}
}

// ReportStatuses sends how objects are: all of them the first time after a reconciliation, then what has changed.
func (s *State) ReportStatuses(send func(protocol.StorageResponse)) {
	for _, update := range s.health.take() {
		send(update)
	}
}

// ReportStatistics puts this worker's statistics into the lane, for worker 0 to add up; worker 0 sends what it has
// added up so far. What a snapshot reports is counted from zero again, so a snapshot that gets lost with its
// connection is lost for good.
func (s *State) ReportStatistics(send func(protocol.StorageResponse)) {
	s.inject(protocol.StatisticsUpdate{Worker: s.worker.Index(), Statistics: s.statistics.takeLocal()})
	if s.leads() {
		send(protocol.StatisticsUpdates{Statistics: s.statistics.snapshot()})
	}
}
