package storage

import (
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// healthUpdate says how an operator of a dataflow is on one worker. Restart says that it is beyond help.
type healthUpdate struct {
	Worker  int
	Status  protocol.Health
	Reason  string
	Restart bool
}

// health keeps what this worker's health operators found, for the reports to the controller.
type health struct {
	// latest are the statuses that were reported, to be told anew to the next connection.
	latest table[protocol.StatusUpdate]
	// news are those that were not.
	news []protocol.StatusUpdate
	// told says that the present connection has heard of latest.
	told bool
}

func (h *health) add(u protocol.StatusUpdate) { h.news = append(h.news, u) }

// forget makes id's status be told to no later connection.
func (h *health) forget(id query.ID) { h.latest.remove(id) }

// reportAll makes the next report begin with all statuses.
func (h *health) reportAll() { h.told = false }

// take returns what to report.
func (h *health) take() []protocol.StatusUpdate {
	var updates []protocol.StatusUpdate
	if !h.told {
		h.told = true
		for _, e := range h.latest.rows {
			updates = append(updates, e.value)
		}
	}
	updates = append(updates, h.news...)
	for _, u := range h.news {
		h.latest.put(u.ID, u)
	}
	h.news = nil
	return updates
}
