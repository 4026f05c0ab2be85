package report

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/fail"
)

// layerOf makes a layer in which all oracles of the lane have looked.
func layerOf(design string, closed []string, signatures ...string) *Layer {
	l := &Layer{
		Scenario: "storm", Design: design, Closed: closed, Runs: 10, Failed: len(signatures),
		looked: map[string]int{"construction-identity": 9, "lane-order": 9, "no-panic": 9},
	}
	for _, s := range signatures {
		l.Groups = append(l.Groups, Group{Signature: s, Count: 1})
	}
	if design == fail.Proposal {
		l.attribute(closed)
	}
	return l
}

const (
	h17     = "first-reports: the first report of frontiers after a reconnect came early"
	h9      = "construction-identity: worker # built another dataflow than others at position #"
	unknown = "construction-identity: two workers built nothing"
	hangs   = "deadlock: nobody can run"
)

// TestVerdicts judges made-up layers.
func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		name            string
		oracles         []string
		proposal        []*Layer
		hardened        *Layer
		verdict, inHard Verdict
		hazards, beside []string
		holds           bool
	}{
		{
			"quiet", order[:1], []*Layer{layerOf("pr38579", nil)}, layerOf("hardened", nil),
			Holds, Holds, []string{}, nil, true,
		},
		{
			"known, of another oracle", order[:1],
			[]*Layer{layerOf("pr38579", nil, h17), layerOf("pr38579", []string{"H17"})}, layerOf("hardened", nil),
			Holds, Holds, []string{}, []string{"H17"}, true,
		},
		{
			"known", nil, []*Layer{layerOf("pr38579", nil, h17, h9), layerOf("pr38579", []string{"H17", "H9"})}, layerOf("hardened", nil),
			Violated, Holds, []string{"H9", "H17"}, nil, true,
		},
		{
			"known, though closed", nil, []*Layer{layerOf("pr38579", nil, h17), layerOf("pr38579", []string{"H17"}, h17)}, layerOf("hardened", nil),
			Violated, Holds, []string{"H17"}, nil, false,
		},
		{
			"new", nil, []*Layer{layerOf("pr38579", nil, unknown)}, layerOf("hardened", nil),
			Violated, Holds, []string{}, nil, false,
		},
		{
			"a stop concerns everybody", order[:1], []*Layer{layerOf("pr38579", nil, hangs)}, layerOf("hardened", nil),
			Violated, Holds, []string{}, nil, false,
		},
		{
			"known, but in the hardened design", nil, []*Layer{layerOf("pr38579", nil)}, layerOf("hardened", nil, h17),
			Holds, Violated, []string{}, nil, false,
		},
		{
			"blind", []string{"restarts"}, []*Layer{layerOf("pr38579", nil)}, layerOf("hardened", nil),
			Inconclusive, Inconclusive, []string{}, nil, false,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &study{
				options:  Options{Seeds: 10},
				proposal: map[string][]*Layer{"storm": test.proposal}, hardened: map[string]*Layer{"storm": test.hardened},
			}
			r := s.report(&Paper{Rows: []Row{{Sentence: "a 1", Scenarios: []string{"storm"}, Oracles: test.oracles}}})
			row := r.Rows[0]
			require.Equal(t, test.verdict, row.Verdict)
			require.Equal(t, test.inHard, row.Hardened.Verdict)
			require.Equal(t, test.hazards, row.Hazards)
			require.Equal(t, test.beside, row.Beside)
			require.Equal(t, test.holds, r.Holds, r.Because)
		})
	}
}

// TestContrastIsDemanded demands that a row whose breaking bug nobody sees has no verdict.
func TestContrastIsDemanded(t *testing.T) {
	row := Row{Sentence: "a 1", Scenarios: []string{"storm"}, Contrast: "lane/two-lanes"}
	for _, test := range []struct {
		contrast *Layer
		verdict  Verdict
	}{{layerOf("hardened", nil, h9), Holds}, {layerOf("hardened", nil), Inconclusive}} {
		s := &study{
			proposal: map[string][]*Layer{"storm": {layerOf("pr38579", nil)}}, hardened: map[string]*Layer{"storm": layerOf("hardened", nil)},
			contrast: map[contrastKey]*Layer{{"storm", "lane/two-lanes"}: test.contrast},
		}
		require.Equal(t, test.verdict, s.judge(row).Verdict)
	}
}

// TestNothingToRun demands that sentences without runs get no verdict that sounds like one.
func TestNothingToRun(t *testing.T) {
	s := &study{}
	require.Equal(t, NotModelled, s.judge(Row{Needs: "Kafka"}).Verdict)
	require.Equal(t, NotForRuns, s.judge(Row{}).Verdict)
}

// TestImportsProbe reads sources that keep apart, that do not, and none.
func TestImportsProbe(t *testing.T) {
	write := func(compute string) string {
		dir := t.TempDir()
		for folder, imported := range map[string]string{
			"compute": compute, "storage": "onelane.test/sim", "clusterd": "onelane.test/runtime/compute\"\nimport _ \"onelane.test/runtime/storage",
		} {
			require.NoError(t, os.MkdirAll(filepath.Join(dir, "runtime", folder), 0o777))
			text := "package p\n\nimport _ \"" + imported + "\"\n"
			require.NoError(t, os.WriteFile(filepath.Join(dir, "runtime", folder, "a.go"), []byte(text), 0o666))
		}
		return dir
	}
	for _, test := range []struct {
		folder  string
		verdict Verdict
	}{
		{"../..", Holds},
		{write("onelane.test/sim"), Holds},
		{write("onelane.test/runtime/storage"), Violated},
		{t.TempDir(), Inconclusive},
	} {
		f, err := imports(fail.Proposal, Options{Folder: test.folder})
		require.NoError(t, err)
		require.Equal(t, test.verdict, f.Verdict, f.Reason)
	}
}
