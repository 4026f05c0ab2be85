package storage

import (
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// executions number the starts of objects, as a later generation of Materialize's storage_state.rs does.
//
// The two ways into the lane do not keep the order of what was wished: an altered sink goes there directly, a restart by
// way of the async worker. And a health operator may ask for a restart of what has been restarted meanwhile. A number
// tells both: a start that is not newer than the latest one is ignored, and so is a wish that concerns an earlier one.
type executions struct {
	// drawn is the last number that this worker gave out. Only worker 0 does.
	drawn protocol.Execution
	// latest is of each object the highest number that the lane has brought.
	latest table[protocol.Execution]
}

// nextExecution draws the number of a start that worker 0 asks for.
func (s *State) nextExecution() protocol.Execution {
	if s.config.Unnumbered {
		return 0
	}
	s.executions.drawn++
	return s.executions.drawn
}

// admit reports whether a start is to take effect. It is asked in lane order, so that all workers answer alike.
func (s *State) admit(id query.ID, e protocol.Execution) bool {
	if latest, ok := s.executions.latest.get(id); ok && e < latest {
		s.emit(StartIgnored{Worker: s.worker.Index(), ID: id, Execution: e, Latest: latest})
		return false
	}
	s.executions.latest.put(id, e)
	return true
}
