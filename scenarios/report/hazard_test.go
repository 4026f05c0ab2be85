package report

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/fail"
	"onelane.test/scenarios"
	"onelane.test/scenarios/regression"
)

// TestSymptoms runs the kept plans of the hazards: what each shows is laid to its own hazard, and to none once that is
// closed.
func TestSymptoms(t *testing.T) {
	kept, err := regression.ReadDir(filepath.Join("../..", regression.Dir))
	require.NoError(t, err)
	shown := map[string]bool{}
	for _, k := range kept {
		number := numberOf(k.Name())
		if number == "" || k.Expect == held {
			continue
		}
		require.NoError(t, k.Err)
		r, err := scenarios.Run(k.Plan, scenarios.RunOptions{})
		require.NoError(t, err)
		require.Equal(t, number, HazardOf(r.Signature), "%s: %s", k.Name(), r.Signature)
		require.Equal(t, "", layerOf(fail.Proposal, []string{number}, r.Signature).Groups[0].Hazard)
		require.True(t, bearsOn(number, regression.Accuser(r)), "no row with %s is judged by what sees it", number)
		shown[number] = true
	}
	for _, number := range Hazards() {
		require.True(t, shown[number] || shownByTest[number] != "", "%s has no plan and no test", number)
	}
	for _, s := range symptoms {
		require.Contains(t, Hazards(), s.hazard)
		require.Equal(t, s.hazard, HazardOf(s.oracle+": "+s.message))
	}
	require.Empty(t, HazardOf("first-reports: something else"))
	require.Empty(t, HazardOf("deadlock: nobody can run"))
}

// bearsOn reports whether a row names a hazard and is judged by the oracle that sees it.
func bearsOn(number, oracle string) bool {
	for _, row := range Lookup("pr38579").Rows {
		for _, h := range row.Hazards {
			if h == number && judges(row.Oracles, Group{Signature: oracle + ": "}) {
				return true
			}
		}
	}
	return false
}

// TestOpen demands that closing a hazard takes away its failpoint alone.
func TestOpen(t *testing.T) {
	design, _ := fail.LookupDesign(fail.Proposal)
	require.Equal(t, design.Points, open(nil))
	require.NotContains(t, open([]string{"H20"}), fail.UnnumberedExecutions)
	require.Len(t, open([]string{"H3", "H20"}), len(design.Points)-1)
	require.Empty(t, open(Hazards()))
}

// TestPeel demands that what hides behind the hazard of each reconnect is looked for with that closed.
func TestPeel(t *testing.T) {
	s := &study{options: Options{Seeds: 3, Root: 1}}
	layers, err := s.peel(scenarios.Lookup("reconnect-storage"))
	require.NoError(t, err)
	require.Greater(t, len(layers), 1)
	require.Empty(t, layers[0].Closed)
	require.Equal(t, "H17", layers[0].Groups[0].Hazard)
	require.Contains(t, layers[0].Groups[0].Replay, "--design pr38579")
	require.Contains(t, layers[1].Closed, "H17")
	last := layers[len(layers)-1]
	for _, g := range last.Groups {
		require.Empty(t, g.Hazard, "what is known has been closed")
	}
	require.NotZero(t, last.looked["tokens"])
}
