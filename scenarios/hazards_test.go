package scenarios_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/fail"
	"onelane.test/scenarios"
	"onelane.test/scenarios/oracle"
	"onelane.test/scenarios/plan"
)

// TestHazards runs the plan of each hazard: under the proposal the oracle that it names is violated, and the hardened design
// holds. A plan that is expected to hold shows that a hazard is none.
func TestHazards(t *testing.T) {
	files, err := filepath.Glob("../testdata/regressions/h[0-9][0-9]-*.plan")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".plan"), func(t *testing.T) { t.Parallel(); tryHazard(t, file) })
	}
}

func tryHazard(t *testing.T, file string) {
	p, story, watching := readStory(t, file)
	number := strings.ToUpper(filepath.Base(file)[:1]) + strings.TrimLeft(filepath.Base(file)[1:3], "0")
	require.True(t, strings.HasPrefix(story, "# "+number+". "), "the story comes first, and says which hazard it tells of")
	require.Equal(t, fail.Proposal, p.Cluster.Design)
	r, err := scenarios.Run(p, scenarios.RunOptions{})
	require.NoError(t, err)
	if watching == "" {
		require.Equal(t, scenarios.ClassHeld, r.Class, r.Report)
	} else {
		v, ok := r.Verdict(watching)
		require.True(t, ok, "there is no oracle %s", watching)
		require.Equal(t, oracle.Violated, v.Outcome, "under the proposal")
	}
	p.Cluster.Design = fail.Hardened
	r, err = scenarios.Run(p, scenarios.RunOptions{})
	require.NoError(t, err)
	require.Equal(t, scenarios.ClassHeld, r.Class, r.Report)
}

// readStory reads a plan that begins with its story, and demands that it prints as it parses.
func readStory(t *testing.T, file string) (p *plan.Plan, story, watching string) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	p, err = plan.Parse(file, string(text))
	require.NoError(t, err)
	require.NoError(t, p.ValidateNames(scenarios.Names()))
	story, body, found := strings.Cut(string(text), "onelane plan 1\n")
	require.True(t, found)
	require.Equal(t, p.String(), "onelane plan 1\n"+body, "it prints as it parses")
	lines := strings.Split(strings.TrimSuffix(story, "\n"), "\n")
	last := lines[len(lines)-1]
	if last == "# expect held" {
		return p, story, ""
	}
	watching, found = strings.CutPrefix(last, "# oracle: ")
	require.True(t, found, "the story ends with the oracle that sees the hazard")
	return p, story, watching
}
