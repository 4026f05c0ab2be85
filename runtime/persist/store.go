package persist

import (
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// Store holds all shards. Its own methods see the store as it is, without a network between: they are for oracles and
// for the tests. The system goes through a [Client].
type Store struct {
	node   *sim.Node
	shards map[query.Shard]*shard
	names  []query.Shard
}

// NewStore makes an empty store on the node, which must stay alive as long as the world; it is started if it has not
// been. Each shard comes into being when it is first named, with upper and since at the minimum.
func NewStore(node *sim.Node) *Store {
	if !node.Alive() {
		node.Start()
	}
	return &Store{node: node, shards: map[query.Shard]*shard{}}
}

// Upper returns the time before which the shard is complete; empty once it is finished.
func (s *Store) Upper(name query.Shard) frontier.Antichain { return s.shard(name).upper }

// Since returns the time from which on the shard can be read: the minimum, or empty once it is finalised.
func (s *Store) Since(name query.Shard) frontier.Antichain { return s.shard(name).since }

// Contents returns all updates of the shard in the order in which they were appended. The caller must not change them;
// the slice stays as it is while the shard grows.
func (s *Store) Contents(name query.Shard) []query.Update { return slices.Clip(s.shard(name).updates) }

// Shards returns the names of all shards that were ever asked for, sorted.
func (s *Store) Shards() []query.Shard {
	names := slices.Clone(s.names)
	slices.Sort(names)
	return names
}

// Finalise advances upper and since of the shard to empty: nobody can write or read it any more. Those who listen to
// it see it end.
func (s *Store) Finalise(name query.Shard) {
	sh := s.shard(name)
	if sh.since.IsEmpty() {
		return
	}
	sh.since = frontier.Empty()
	sh.append(nil, frontier.Empty())
	s.node.World().Emit(Finalised{Shard: name})
	sh.notify()
}

func (s *Store) shard(name query.Shard) *shard {
	sh, ok := s.shards[name]
	if !ok {
		sh = &shard{name: name, object: s.node.World().Object("shard " + string(name))}
		s.shards[name] = sh
		s.names = append(s.names, name)
	}
	return sh
}
