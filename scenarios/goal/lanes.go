package goal

import (
	"strings"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// laneGoals are about what workers consume, and when.
func laneGoals() []Goal {
	return []Goal{
		{"both-kinds-alternate-in-one-round", "A worker consumes items of both kinds by turns within one turn of its loop.", alternate},
		{"park-beside-a-filled-queue", "A worker goes to wait while something is in a queue of its own.", parkBesideQueue},
		{"storage-item-behind-a-new-connection", "A storage item follows the first command of a new compute connection.", storageBehindHello},
		{"two-connections-in-the-lane", "A new connection's first command enters the lane while commands of the last are under way in it.", twoConnections},
		{"workers-far-apart", "A worker is eight lane items ahead of another one of its replica.", farApart},
	}
}

func alternate(plan.Cluster) watcher {
	type turn struct{ storage, any, changes int }
	turns := map[seat]turn{}
	return func(r *trace.Record) bool {
		switch e := r.Event.(type) {
		case clusterd.Iteration:
			delete(turns, seat{r.Node, e.Worker})
		case lane.Delivered:
			t, kind := turns[seat{r.Node, e.Worker}], 0
			if e.Item.Compute == nil {
				kind = 1
			}
			if t.any > 0 && t.storage != kind {
				t.changes++
			}
			t.storage, t.any = kind, 1
			turns[seat{r.Node, e.Worker}] = t
			return t.changes > 1
		}
		return false
	}
}

func parkBesideQueue(plan.Cluster) watcher {
	return func(r *trace.Record) bool {
		e, ok := r.Event.(*sim.Parked)
		if !ok || !strings.HasPrefix(r.Task, "worker") {
			return false
		}
		for _, q := range e.Queues {
			if q.Len > 0 {
				return true
			}
		}
		return false
	}
}

func storageBehindHello(plan.Cluster) watcher {
	last := map[seat]protocol.Nonce{}
	first := map[seat]bool{}
	return func(r *trace.Record) bool {
		switch e := r.Event.(type) {
		case sim.NodeExited:
			for s := range last {
				if s.node == e.Node {
					delete(last, s)
					delete(first, s)
				}
			}
		case lane.Delivered:
			s := seat{r.Node, e.Worker}
			if e.Item.Compute == nil {
				return first[s]
			}
			first[s] = last[s] != 0 && last[s] != e.Item.Nonce
			last[s] = e.Item.Nonce
		}
		return false
	}
}

// underWay follows the compute commands of each connection that a line has accepted and its last worker has not consumed.
type underWay struct {
	generation uint64
	left       map[uint64]map[protocol.Nonce]int // by producer
}

func twoConnections(plan.Cluster) watcher {
	replicas := map[string]*underWay{}
	return func(r *trace.Record) bool {
		switch e := r.Event.(type) {
		case lane.Accepted:
			return e.Item.Compute != nil && inLane(replicas, r.Node, e.Generation).add(e.Producer, e.Item.Nonce)
		case lane.Delivered:
			if e.Item.Compute != nil && e.Worker == 0 {
				inLane(replicas, r.Node, e.Generation).left[uint64(e.Producer)][e.Item.Nonce]--
			}
		}
		return false
	}
}

// inLane returns what is under way in a replica's lane; with a new generation, it is empty.
func inLane(replicas map[string]*underWay, node string, generation uint64) *underWay {
	replica := replicaOf(node)
	u := replicas[replica]
	if u == nil || u.generation != generation {
		u = &underWay{generation, map[uint64]map[protocol.Nonce]int{}}
		replicas[replica] = u
	}
	return u
}

// add notes a command, and reports whether one of another connection is under way.
func (u *underWay) add(producer int, nonce protocol.Nonce) (beside bool) {
	left := u.left[uint64(producer)]
	if left == nil {
		left = map[protocol.Nonce]int{}
		u.left[uint64(producer)] = left
	}
	left[nonce]++
	for other, n := range left {
		beside = beside || other != nonce && n > 0
	}
	return beside
}

// apart is by how many items a worker must be ahead.
const apart = 8

func farApart(c plan.Cluster) watcher {
	type place struct {
		replica    string
		generation uint64
	}
	consumed := map[place][]uint64{}
	return func(r *trace.Record) bool {
		e, ok := r.Event.(lane.Delivered)
		if !ok || e.Worker >= c.Peers() {
			return false
		}
		at := place{replicaOf(r.Node), e.Generation}
		if consumed[at] == nil {
			consumed[at] = make([]uint64, c.Peers())
		}
		consumed[at][e.Worker] = e.Global + 1
		for _, other := range consumed[at] {
			if e.Global+1 >= other+apart {
				return true
			}
		}
		return false
	}
}
