package query_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/query"
)

var remap = query.ID{N: 7, Name: "s1/remap"}

func ingestionOfS1() *query.Ingestion {
	return &query.Ingestion{ID: s1, Remap: remap, Exports: []query.ID{s2, s1}, Rate: 200, Partitions: 4,
		Tick: time.Second, Shape: 1}
}

func TestIngestionAlteration(t *testing.T) {
	for name, c := range map[string]struct {
		change            func(*query.Ingestion)
		equal, compatible bool
	}{
		"nothing":    {func(*query.Ingestion) {}, true, true},
		"exports":    {func(i *query.Ingestion) { i.Exports = i.Exports[:1] }, false, true},
		"rate":       {func(i *query.Ingestion) { i.Rate++ }, false, true},
		"tick":       {func(i *query.Ingestion) { i.Tick++ }, false, true},
		"shape":      {func(i *query.Ingestion) { i.Shape++ }, false, true},
		"partitions": {func(i *query.Ingestion) { i.Partitions++ }, false, false},
		"remap":      {func(i *query.Ingestion) { i.Remap = s2 }, false, false},
		"id":         {func(i *query.Ingestion) { i.ID = s2 }, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			changed := ingestionOfS1()
			c.change(changed)
			require.Equal(t, c.equal, ingestionOfS1().Equal(changed))
			require.Equal(t, c.compatible, ingestionOfS1().AlterCompatible(changed))
		})
	}
}

func TestCollectionIDsAreTheExportsAndTheRemap(t *testing.T) {
	i := ingestionOfS1()
	require.Equal(t, []query.ID{s1, s2, remap}, i.CollectionIDs())
	require.Equal(t, []query.ID{s2, s1}, i.Exports, "left as they were")
	i.Exports = []query.ID{s2}
	require.Equal(t, []query.ID{s2, remap}, i.CollectionIDs(), "the primary id only if it is an export")
	require.Equal(t, "id=s1 remap=s1/remap exports=s2 rate=200/s partitions=4 tick=1s shape=1", i.String())
}
