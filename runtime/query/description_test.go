package query_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

func countOfS1() *query.Description {
	mv1 := query.ID{N: 3, Name: "mv1"}
	return &query.Description{
		Name:          "mv1",
		SourceImports: []query.SourceImport{{ID: s1, Shard: query.ShardOf(s1)}},
		IndexImports:  []query.ID{{N: 4, Name: "i2"}},
		Query:         query.Count(query.Input(s1)),
		Exports:       []query.Export{{ID: mv1, Kind: query.MaterializedView, Shard: "mv1"}},
		AsOf:          frontier.At(5),
	}
}

func TestCompatibleDescriptionsDifferInTheAsOfOnly(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*query.Description)
		want   bool
	}{
		"nothing":       {func(*query.Description) {}, true},
		"as_of":         {func(d *query.Description) { d.AsOf = frontier.At(9) }, true},
		"name":          {func(d *query.Description) { d.Name = "mv2" }, false},
		"source import": {func(d *query.Description) { d.SourceImports[0].Shard = "s2" }, false},
		"index import":  {func(d *query.Description) { d.IndexImports = nil }, false},
		"query":         {func(d *query.Description) { d.Query = query.Input(s1) }, false},
		"query's input": {func(d *query.Description) {
			d.Query = query.Count(query.Input(query.ID{N: 9, Name: "s1"}))
		}, false},
		"export": {func(d *query.Description) { d.Exports[0].Kind = query.Index }, false},
	} {
		t.Run(name, func(t *testing.T) {
			changed := countOfS1()
			c.change(changed)
			require.Equal(t, c.want, countOfS1().CompatibleWith(changed))
			require.Equal(t, c.want, changed.CompatibleWith(countOfS1()))
		})
	}
}

func TestDescriptionsPrint(t *testing.T) {
	d := countOfS1()
	require.Equal(t, "name=mv1 query=count(s1) sources=s1 indexes=i2 exports=materialized-view:mv1 as_of={5}",
		d.String())
	d.SourceImports[0].Shard, d.IndexImports = "other", nil
	d.Exports = []query.Export{{ID: s2, Kind: query.Index}, {ID: s2, Kind: query.MaterializedView, Shard: "x"}}
	require.Equal(t,
		"name=mv1 query=count(s1) sources=s1@other exports=index:s2,materialized-view:s2@x as_of={5}", d.String())
	require.Equal(t, []query.ID{s2, s2}, d.ExportIDs())

	sink := &query.Sink{ID: query.ID{N: 8, Name: "k1"}, From: s1, FromShard: "s1", AsOf: frontier.At(2)}
	require.Equal(t, "id=k1 from=s1 as_of={2}", sink.String())
}
