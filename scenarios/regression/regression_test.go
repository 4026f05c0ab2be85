package regression_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/regression"
)

// TestKept runs all kept plans. Each must show what it is kept for; one that shows it with another seed only is named, and
// `onelane regressions prune` gives it that seed.
func TestKept(t *testing.T) {
	kept, err := regression.ReadDir(filepath.Join("../..", regression.Dir))
	require.NoError(t, err)
	require.NotEmpty(t, kept)
	for _, k := range kept {
		t.Run(k.Name(), func(t *testing.T) {
			t.Parallel()
			f, err := k.Check()
			require.NoError(t, err)
			if f.State == regression.Stale {
				t.Skipf("stale: %s", f.Reason)
			}
			require.Equal(t, regression.AsExpected, f.State, f.Reason)
		})
	}
}

const body = `onelane plan 1
scenario   lane
seed       0x1
cluster    topology=lane workers=2
arm        lane/two-lanes
@0s        fault reorder r1 for=5ms
@1s        check
`

// write puts a plan into a folder and returns what came of it.
func write(t *testing.T, name, text string) *regression.Finding {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, regression.Write(filepath.Join(dir, name+".plan"), text))
	kept, err := regression.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, kept, 1)
	require.Equal(t, name, kept[0].Name())
	f, err := kept[0].Check()
	require.NoError(t, err)
	return f
}

// TestStates makes a plan of each state, and prunes it.
func TestStates(t *testing.T) {
	held := strings.Replace(body, "arm        lane/two-lanes\n", "", 1)
	failing := strings.Replace(body, "seed       0x1", "schedule   random\nseed       0x1", 1)
	for _, test := range []struct {
		name, text string
		state      regression.State
		reason     string
		pruned     string
	}{
		{"good", "# expect lane-order\n" + seeded(t, failing, true), regression.AsExpected, "", ""},
		{"mended", "# A story.\n# expect held\n" + held, regression.AsExpected, "", ""},
		{"none", "# oracle: none\n" + held, regression.AsExpected, "", ""},
		{"stale", "# expect lane-order\n" + seeded(t, failing, false), regression.Stale, "its run gives held, but seed 0x", "seed 0x"},
		{"gone", "# expect lane-order\n" + held, regression.Gone, "any of 200 other seeds", "removed"},
		{"back", "# expect held\n" + seeded(t, failing, true), regression.Back, "lane-order: ", ""},
		{"old", "# expect lane-order\n" + strings.Replace(body, "two-lanes", "three-lanes", 1), regression.Unreadable, "lane/three-lanes", "removed"},
		{"mute", body, regression.Unreadable, "does not say what is expected", "removed"},
	} {
		f := write(t, test.name, test.text)
		require.Equal(t, test.state, f.State, "%s: %s", test.name, f.Reason)
		require.Contains(t, f.Reason, test.reason)
		did, err := f.Prune()
		require.NoError(t, err)
		require.Contains(t, did, test.pruned)
		require.Equal(t, test.pruned == "", did == "")
		again, err := regression.ReadDir(filepath.Dir(f.File))
		require.NoError(t, err)
		switch test.pruned {
		case "removed":
			require.Empty(t, again)
		case "seed 0x":
			f, err := again[0].Check()
			require.NoError(t, err)
			require.Equal(t, regression.AsExpected, f.State)
		}
	}
}

// seeded returns the plan's text with a seed that fails, or one that holds.
func seeded(t *testing.T, text string, fails bool) string {
	t.Helper()
	for seed := range uint64(200) {
		with := strings.Replace(text, "0x1\n", plan.FormatSeed(seed)+"\n", 1)
		p, err := plan.Parse("x.plan", with)
		require.NoError(t, err)
		r, err := scenarios.Run(p, scenarios.RunOptions{})
		require.NoError(t, err)
		if r.Failed() == fails {
			return with
		}
	}
	t.Fatal("no such seed")
	return ""
}

// TestStory demands that what is kept says what went wrong, where it comes from and what is expected, and reads back.
func TestStory(t *testing.T) {
	p, err := plan.Parse("x.plan", seeded(t, body, true))
	require.NoError(t, err)
	r, err := scenarios.Run(p, scenarios.RunOptions{})
	require.NoError(t, err)
	story := regression.Story(r, r)
	require.Regexp(t, `^# violation at step \d+, [^\n]*: lane-order: [^\n]*\n`+
		`# Shrunk from 9 lines of seed 0x\w+ of lane.\n# expect lane-order\n$`, story)
	require.Equal(t, regression.AsExpected, write(t, "kept", story+p.String()).State)
	path := filepath.Join(t.TempDir(), "twice.plan")
	require.NoError(t, regression.Write(path, "a"))
	require.ErrorIs(t, regression.Write(path, "b"), os.ErrExist)
}
