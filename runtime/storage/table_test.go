package storage

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/runtime/query"
)

// A table does what a map does, and in the order of the ids.
func TestTableIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var tab table[int]
		model := map[query.ID]int{}
		id := rapid.Custom(func(t *rapid.T) query.ID { return query.ID{N: rapid.Uint64Range(0, 8).Draw(t, "n")} })
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				k, v := id.Draw(t, "id"), rapid.Int().Draw(t, "value")
				_, had := tab.put(k, v)
				_, want := model[k]
				require.Equal(t, want, had)
				model[k] = v
			},
			"put new": func(t *rapid.T) {
				k := id.Draw(t, "id")
				tab.putNew(k, -1)
				if _, had := model[k]; !had {
					model[k] = -1
				}
			},
			"remove": func(t *rapid.T) {
				k := id.Draw(t, "id")
				v, had := tab.remove(k)
				want, wanted := model[k]
				require.Equal(t, wanted, had)
				require.Equal(t, want, v)
				delete(model, k)
			},
			"retain": func(t *rapid.T) {
				limit := id.Draw(t, "limit").N
				tab.retain(func(id query.ID) bool { return id.N <= limit })
				for k := range model {
					if k.N > limit {
						delete(model, k)
					}
				}
			},
			"": func(t *rapid.T) {
				require.Len(t, tab.rows, len(model))
				require.True(t, slices.IsSortedFunc(tab.ids(), query.ID.Compare))
				for k, want := range model {
					v, ok := tab.get(k)
					require.True(t, ok)
					require.Equal(t, want, v)
				}
			},
		})
	})
}
