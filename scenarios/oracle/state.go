package oracle

import (
	"time"

	"onelane.test/runtime/environ"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// State is what oracles may know of a world beside its events: what is durable, what the environment knows and wants,
// and what the plan says of blocked workers.
type State struct {
	Now sim.Time
	// Healed is when the last fault ended.
	Healed frontier.Time
	Store  *persist.Store
	// Wanted are the objects that exist according to the catalog; All returns the dropped ones as well.
	Wanted   []environ.Object
	All      func() []environ.Object
	Frontier func(query.ID) frontier.Antichain
	// Owed returns the dropped collections on which the storage controller waits for a last word.
	Owed func() []query.ID
	// Replicas is how many there are, Peers the number of workers of each.
	Replicas, Peers int
	// Blocked says why the plan itself makes it impossible that the world converges: a worker that is blocked for ever holds
	// up all objects of its replica, and what takes longer than the plan goes on does not end. "" if nothing does.
	Blocked string
	// BlockedFor is for how long in sum the plan blocks one worker at most, blocks for ever aside.
	BlockedFor time.Duration

	wanted map[query.ID]bool // made when asked for
}

func (s *State) wantedIDs() map[query.ID]bool {
	if s.wanted == nil {
		s.wanted = make(map[query.ID]bool, len(s.Wanted))
		for i := range s.Wanted {
			s.wanted[s.Wanted[i].ID] = true
		}
	}
	return s.wanted
}
