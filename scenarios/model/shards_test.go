package model_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/environ"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
	"onelane.test/sim"
)

// shards are what a made-up run left in the store. Each is written at one go.
type shards map[query.Shard]contents

// contents are updates and the time up to which they are complete.
type contents struct {
	upper   frontier.Time
	updates []query.Update
}

// store writes the shards.
func (s shards) store(t *testing.T) *persist.Store {
	w := sim.New(sim.Config{Seed: 1})
	t.Cleanup(w.Close)
	store := persist.NewStore(w.AddNode("persist", sim.NodeOptions{}))
	w.AddNode("writer", sim.NodeOptions{Start: func(n *sim.Node) {
		client := persist.NewClient(n, store, persist.DefaultConfig())
		for name, c := range s {
			client.CompareAndAppend(name, c.updates, frontier.At(0), frontier.At(c.upper), nil)
		}
	}}).Start()
	require.Nil(t, w.RunFor(time.Minute))
	for name, c := range s {
		require.Equal(t, frontier.At(c.upper), store.Upper(name))
	}
	return store
}

func id(n uint64, name string) query.ID { return query.ID{N: n, Name: name} }

// The objects of all stories: a source of ten rows per second with two exports, views and a sink on it.
var (
	remap   = id(1, "s1/remap")
	first   = id(2, "s1")
	second  = id(3, "s1.2")
	source  = object(first, environ.KindSource, 0, "")
	counted = object(id(4, "mv1"), environ.KindMaterializedView, 0, "count(s1)")
	later   = object(id(5, "mv2"), environ.KindMaterializedView, 250, "filter(s1,2,1)")
	joined  = object(id(6, "mv3"), environ.KindMaterializedView, 0, "union(s1,mv1)")
	fixed   = object(id(7, "mv4"), environ.KindMaterializedView, 5, "constant(1:2,3:4)")
	logged  = object(id(8, "k1"), environ.KindSink, 150, "s1")
)

func object(of query.ID, kind environ.Kind, asOf frontier.Time, text string) environ.Object {
	o := environ.Object{ID: of, Kind: kind, AsOf: asOf}
	if kind == environ.KindSource {
		o.Ingestion = &query.Ingestion{ID: of, Remap: remap, Exports: []query.ID{first, second}, Rate: 10}
		return o
	}
	var err error
	o.Query, err = query.Parse(text, func(name string) (query.ID, bool) {
		return map[string]query.ID{"s1": first, "mv1": id(4, "mv1")}[name], true
	})
	if err != nil {
		panic(err)
	}
	return o
}

var all = []environ.Object{source, counted, later, joined, fixed, logged}

// bind is the bindings of a source of ten rows per second that ticked at some times.
func bind(times ...frontier.Time) (updates []query.Update) {
	for i, at := range times {
		if i > 0 {
			updates = append(updates, binding(times[i-1]/100, at, -1))
		}
		updates = append(updates, binding(at/100, at, +1))
	}
	return updates
}

func binding(offset, at frontier.Time, diff int64) query.Update {
	return query.Update{Row: query.Row{Value: int64(offset)}, Time: at, Diff: diff}
}

// generated is the row at an offset of an export.
func generated(export int, offset int64, at frontier.Time) query.Update {
	return query.Update{Row: query.GeneratedRow(first, export, offset), Time: at, Diff: 1}
}

func row(key, value int64, at frontier.Time, diff int64) query.Update {
	return query.Update{Row: query.Row{Key: key, Value: value}, Time: at, Diff: diff}
}

// good is a right run: the source ticked at 100, 200 and 300, and everything followed.
func good() shards {
	exported := func(export int) []query.Update {
		return []query.Update{generated(export, 0, 100), generated(export, 1, 200), generated(export, 2, 300)}
	}
	keys := [3]int64{}
	for i := range keys {
		keys[i] = generated(0, int64(i), 0).Row.Key
	}
	kept := exported(0)[:0:0]
	for _, u := range exported(0) {
		if u.Row.Key%2 == 1 {
			u.Time = max(u.Time, 250)
			kept = append(kept, u)
		}
	}
	s := shards{
		query.ShardOf(remap):      {301, bind(100, 200, 300)},
		query.ShardOf(first):      {301, exported(0)},
		query.ShardOf(second):     {301, exported(1)},
		query.ShardOf(counted.ID): {301, counts(keys)},
		query.ShardOf(later.ID):   {301, kept},
		query.ShardOf(joined.ID):  {301, query.Consolidate(append(exported(0), counts(keys)...))},
		query.ShardOf(fixed.ID):   {301, []query.Update{row(1, 2, 5, 1), row(3, 4, 5, 1)}},
	}
	s[storage.SinkShard(logged.ID)] = contents{301, []query.Update{
		{Row: generated(0, 0, 0).Row, Time: 150, Diff: 1}, generated(0, 1, 200), generated(0, 2, 300),
	}}
	return s
}

// counts is how many rows of each key the first export has, as its rows come.
func counts(keys [3]int64) (updates []query.Update) {
	n := map[int64]int64{}
	for i, key := range keys {
		at := frontier.Time(100 * (i + 1))
		if n[key] > 0 {
			updates = append(updates, row(key, n[key], at, -1))
		}
		n[key]++
		updates = append(updates, row(key, n[key], at, +1))
	}
	return updates
}
