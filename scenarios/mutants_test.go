package scenarios

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/fail"
)

// searching are options for a search that is short.
func searching(t *testing.T, found map[Search]Detection, names ...string) MutantOptions {
	o := MutantOptions{
		Entries: []Entry{{Scenario: Lookup("lane")}, {Scenario: Lookup("cohost")}}, Seeds: 4, Roots: []uint64{1, 2},
		Known: map[Search]Detection{},
		Found: func(s Search, d Detection) error { found[s] = d; return nil },
	}
	for _, name := range names {
		e, ok := fail.Lookup(name)
		require.True(t, ok)
		o.Failpoints = append(o.Failpoints, e)
	}
	return o
}

func TestMutants(t *testing.T) {
	t.Parallel()
	one, many := map[Search]Detection{}, map[Search]Detection{}
	o := searching(t, one, "lane/two-lanes", "adapter/no-future-stash", "timely/dropped-frames-kept")
	o.Jobs = 1
	require.NoError(t, Mutants(o))
	o = searching(t, many, "lane/two-lanes", "adapter/no-future-stash")
	o.Jobs = 3
	require.NoError(t, Mutants(o))
	require.Equal(t, one, many)
	require.Len(t, one, 2+4*2)
	require.Empty(t, o.Left())
	for s, d := range one {
		switch s.Failpoint {
		case "lane/two-lanes":
			require.Equal(t, "random", s.Schedule, "the others are for what random does not find soon")
			require.Equal(t, "lane", d.Scenario, "%+v", s)
			require.Equal(t, 1, d.Oracles["lane-order"])
			require.Positive(t, d.Own)
			require.LessOrEqual(t, d.First, d.Own)
		case "adapter/no-future-stash":
			require.Equal(t, Detection{Seeds: 4, Oracles: map[string]int{}, Worlds: 8}, d)
		}
	}
}

func TestMutantsGoOn(t *testing.T) {
	t.Parallel()
	found := map[Search]Detection{}
	o := searching(t, found, "lane/two-lanes")
	o.Thorough = true
	for _, s := range o.Searches() {
		if s != (Search{"lane/two-lanes", "pos", 2}) {
			o.Known[s] = Detection{Seeds: 4, Own: 4}
		}
	}
	require.NoError(t, Mutants(o))
	require.Len(t, found, 1)
	done := make(chan struct{})
	close(done)
	o.Done, o.Known = done, map[Search]Detection{}
	clear(found)
	require.NoError(t, Mutants(o))
	require.Empty(t, found)
}

func TestMutantsStopWhenTheyCannotTell(t *testing.T) {
	t.Parallel()
	o := searching(t, nil, "lane/two-lanes")
	full := errors.New("no space left")
	o.Found = func(Search, Detection) error { return full }
	require.ErrorIs(t, Mutants(o), full)
}
