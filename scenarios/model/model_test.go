package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/environ"
	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
	"onelane.test/scenarios/model"
)

// TestARightRunDiffersInNothing compares the model with shards that were made without it.
func TestARightRunDiffersInNothing(t *testing.T) {
	m := model.New(good().store(t), all)
	for _, o := range all {
		require.Empty(t, m.Difference(o), o.ID)
	}
	require.EqualValues(t, 7, m.Compared(), "two exports, four views, one sink")
}

// TestDifferences changes one shard of a right run at a time.
func TestDifferences(t *testing.T) {
	lacks := func(c contents) contents { c.updates = c.updates[1:]; return c }
	twice := func(c contents) contents {
		c.updates = append(c.updates, c.updates[0])
		return c
	}
	late := func(c contents) contents { c.updates[0].Time++; return c }
	ahead := func(c contents) contents { c.upper = 302; return c }
	for _, c := range []struct {
		name   string
		object environ.Object
		shard  query.Shard
		change func(contents) contents
		want   string
	}{
		{"an export lacks a row", source, query.ShardOf(second), lacks, "export s1.2: has row"},
		{"an export has a row twice", source, query.ShardOf(first), twice, "export s1: has row"},
		{"an export has a row too late", source, query.ShardOf(first), late, "export s1: has row"},
		{"an export is ahead of its bindings", source, query.ShardOf(first), ahead, "is complete up to {302}, but what it reads, s1/remap, up to {301}"},
		{"a view lacks a row", counted, query.ShardOf(counted.ID), lacks, "has row"},
		{"a view has a row twice", later, query.ShardOf(later.ID), twice, "where"},
		{"a view has a row too late", joined, query.ShardOf(joined.ID), late, "has row"},
		{"a constant view lacks a row", fixed, query.ShardOf(fixed.ID), lacks, "has row (3, 4) +1 at time 5 where row (1, 2) +1 at time 5 was due"},
		{"a view is ahead of its input", counted, query.ShardOf(counted.ID), ahead, "is complete up to {302}, but what it reads, s1, up to {301}"},
		{"a sink lacks a row", logged, storage.SinkShard(logged.ID), lacks, "has row"},
		{"a sink has a row twice", logged, storage.SinkShard(logged.ID), twice, "has row"},
		{"a sink is ahead", logged, storage.SinkShard(logged.ID), ahead, "is complete up to {302}"},
		{"a collection is empty", later, query.ShardOf(later.ID), func(c contents) contents { c.updates = nil; return c }, "lacks row"},
		{"a row too many at the end", fixed, query.ShardOf(fixed.ID), func(c contents) contents {
			c.updates = append(c.updates, row(9, 9, 300, 1))
			return c
		}, "has row (9, 9) +1 at time 300, which should not be"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := good()
			s[c.shard] = c.change(s[c.shard])
			require.Contains(t, model.New(s.store(t), all).Difference(c.object), c.want)
		})
	}
}

// TestBindings changes the bindings. Exports follow them, so nothing else would show it.
func TestBindings(t *testing.T) {
	for _, c := range []struct {
		name string
		contents
		want string
	}{
		{"none that is due", contents{101, nil}, "offset 0 is bound at time 100, when the upstream was at 1"},
		{"none yet", contents{100, nil}, ""},
		{"one", contents{101, bind(100)}, ""},
		{"several", contents{451, bind(100, 400, 450)[:3]}, ""},
		{"the last one is missing", contents{301, bind(100, 200)}, "offset 2 is bound at time 300, when the upstream was at 3"},
		{"ahead of the upstream", contents{101, []query.Update{binding(2, 100, 1)}}, "binding of offset 2 +1 at time 100: offset 0 was bound, the upstream at 1"},
		{"behind the upstream", contents{301, []query.Update{binding(2, 300, 1)}}, "binding of offset 2 +1 at time 300"},
		{"beside the former", contents{201, []query.Update{binding(1, 100, 1), binding(2, 200, 1)}}, "binding of offset 2 +1 at time 200"},
		{"twice", contents{101, append(bind(100), bind(100)...)}, "binding of offset 1 +2 at time 100"},
		{"retracts what is not there", contents{301, append(bind(100), binding(2, 300, -1), binding(3, 300, 1))}, "binding of offset 2 -1 at time 300"},
		{"goes away", contents{301, append(bind(100), binding(1, 300, -1))}, "binding of offset 1 -1 at time 300"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := shards{query.ShardOf(remap): c.contents}
			difference := model.New(s.store(t), all).Difference(source)
			if c.want == "" {
				require.Empty(t, difference)
				return
			}
			require.Contains(t, difference, c.want)
		})
	}
}

// TestNothingWritten demands that what was never complete differs in nothing and does not count as compared.
func TestNothingWritten(t *testing.T) {
	s := shards{}
	for _, name := range []query.Shard{query.ShardOf(remap), query.ShardOf(first)} {
		s[name] = contents{150, good()[name].updates[:1]}
	}
	s[query.ShardOf(later.ID)] = contents{150, nil}      // its as_of is 250
	s[storage.SinkShard(logged.ID)] = contents{150, nil} // its as_of is 150
	s[query.ShardOf(counted.ID)] = contents{1, nil}      // empty at its as_of
	m := model.New(s.store(t), all)
	for _, o := range all {
		require.Empty(t, m.Difference(o), o.ID)
	}
	require.EqualValues(t, 2, m.Compared(), "the first export and the count")
}
