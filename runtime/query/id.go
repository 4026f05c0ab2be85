package query

import "cmp"

// ID names one collection of the environment: a source, an index, a materialized view, a sink, or a shard that
// comes along with one of them (the remap shard of a source). N orders by creation and is never reused; Name is
// unique in the environment ("s1", "mv1", "s1/remap"). The zero ID names nothing.
type ID struct {
	N    uint64
	Name string
}

// String returns the name.
func (id ID) String() string { return id.Name }

// Compare orders by creation.
func (id ID) Compare(o ID) int {
	if id.N != o.N {
		return cmp.Compare(id.N, o.N)
	}
	return cmp.Compare(id.Name, o.Name)
}

// Shard names a persist shard: the collection's own ("s1", "mv1") or the remap shard of a source ("s1/remap").
type Shard string

// ShardOf returns the shard that holds the data of id.
func ShardOf(id ID) Shard { return Shard(id.Name) }
