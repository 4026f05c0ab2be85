package environ

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/sim"
)

func TestRefusals(t *testing.T) {
	setUp := []Statement{
		CreateSource{Name: "s1", Exports: 2}, CreateIndex{Name: "i1", On: "s1"},
		CreateMaterializedView{Name: "mv1", Query: "count(s1)"}, CreateSink{Name: "k1", From: "mv1"},
		CreateSource{Name: "s2"}, Drop{Name: "s2"},
	}
	h := newHouse(t, sim.Config{Seed: 7}, nil, 1)
	h.run(time.Second)
	h.must(setUp...)
	for _, c := range []struct {
		name      string
		statement Statement
		want      string // "" when the statement is applied
	}{
		{"the same again", setUp[0], ""},
		{"a view again", setUp[2], ""},
		{"another under the name", CreateSource{Name: "s1", Rate: 3}, `s1 is taken by "create source s1 rate=0/s`},
		{"a dropped one again", setUp[4], ""},
		{"a drop again", setUp[5], ""},
		{"a dropped name", CreateSink{Name: "s2", From: "s1"}, `s2 is taken by "create source s2`},
		{"unknown input", CreateSink{Name: "k2", From: "s9"}, `no source or materialized-view "s9"`},
		{"dropped input", CreateIndex{Name: "i2", On: "s2"}, `no source or materialized-view "s2"`},
		{"an index as input", CreateIndex{Name: "i2", On: "i1"}, `no source or materialized-view "i1"`},
		{"a second export", CreateIndex{Name: "i3", On: "s1/t1"}, ""},
		{"a remap collection", CreateIndex{Name: "i4", On: "s1/remap"}, `no source or materialized-view "s1/remap"`},
		{"a bad query", CreateMaterializedView{Name: "mv2", Query: "count(s1"}, `query: column 9: end of text: expected ")"`},
		{"a bad name", CreateSource{Name: "s/3"}, `name "s/3": want lower-case letters, digits, _ and -`},
		{"no name", CreateSource{}, "a name is missing"},
		{"a bad rate", CreateSource{Name: "s4", Rate: -1}, "rate=-1/s: want zero or more"},
		{"drop of an unknown", Drop{Name: "s9"}, `no object "s9"`},
		{"drop under readers", Drop{Name: "s1"}, "s1 is read by i1, mv1, i3, which must be dropped before"},
		{"drop of an index in use", Drop{Name: "i1"}, "i1 is read by mv1, which must be dropped before"},
	} {
		before := len(h.env.Catalog().All())
		err := h.execute(c.statement)[0]
		if c.want == "" {
			require.NoError(t, err, c.name)
			continue
		}
		require.ErrorIs(t, err, ErrRefused, c.name)
		require.ErrorContains(t, err, c.want, c.name)
		require.Len(t, h.env.Catalog().All(), before, c.name)
	}
}
