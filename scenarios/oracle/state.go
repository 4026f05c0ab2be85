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
	// Wanted are the objects that exist according to the catalog; All counts the dropped ones in.
	Wanted, All []environ.Object
	Frontier    func(query.ID) frontier.Antichain
	// Replicas is how many there are, Peers the number of workers of each.
	Replicas, Peers int
	// Blocked says why the plan itself keeps the replicas from making progress: a worker that is blocked for ever
	// holds up all objects of its replica. "" if nothing does.
	Blocked string
	// BlockedFor is for how long in sum the plan blocks one worker at most, blocks for ever aside.
	BlockedFor time.Duration
}

func (s *State) wantedIDs() map[query.ID]bool {
	wanted := map[query.ID]bool{}
	for _, o := range s.Wanted {
		wanted[o.ID] = true
	}
	return wanted
}
