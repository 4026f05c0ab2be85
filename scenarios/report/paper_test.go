package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/fail"
	"onelane.test/scenarios"
)

// sentenceOf returns a row's sentence without the letter of its part.
func sentenceOf(row Row) string { return strings.TrimRight(row.Sentence, "abcdef") }

// TestEachSentenceHasARow demands that no sentence is left out, and that rows come in the order of the text.
func TestEachSentenceHasARow(t *testing.T) {
	for _, p := range Papers() {
		var covered []string
		seen := map[string]bool{}
		for _, row := range p.Rows {
			require.False(t, seen[row.Sentence], row.Sentence)
			seen[row.Sentence] = true
			if s := sentenceOf(row); len(covered) == 0 || covered[len(covered)-1] != s {
				covered = append(covered, s)
			}
		}
		require.Equal(t, p.Sentences, covered)
	}
}

// TestRowsNameWhatIsThere demands that all names mean something, and that each row says either what is run or why nothing is.
func TestRowsNameWhatIsThere(t *testing.T) {
	oracles := map[string]bool{}
	for _, o := range scenarios.Oracles() {
		oracles[o.Name] = true
	}
	for _, p := range Papers() {
		for _, row := range p.Rows {
			require.NotEmpty(t, row.Text, row.Sentence)
			require.Less(t, len(row.Text), 200, row.Sentence)
			for _, name := range row.Scenarios {
				require.NotNil(t, scenarios.Lookup(name), "%s: %s", row.Sentence, name)
				require.Equal(t, name, scenarios.Lookup(name).Name, "%s: an alias", row.Sentence)
			}
			for _, name := range row.Oracles {
				require.True(t, oracles[name], "%s: %s", row.Sentence, name)
			}
			for _, number := range row.Hazards {
				require.Contains(t, Hazards(), number, row.Sentence)
			}
			if row.Contrast != "" {
				e, ok := fail.Lookup(row.Contrast)
				require.True(t, ok && e.Equivalent == "" && e.Design == "", "%s: %s", row.Sentence, row.Contrast)
			}
			if row.Probe != "" {
				require.NotEmpty(t, probeOf(row.Probe).command)
			}
			require.True(t, row.Needs == "" || len(row.Scenarios) == 0 && row.Probe == "", "%s: a verdict without what it needs", row.Sentence)
			require.True(t, len(row.Scenarios) > 0 || len(row.Hazards) == 0 && row.Contrast == "" && len(row.Oracles) == 0, row.Sentence)
		}
	}
}

// TestMandatoryTopics demands that the questions which matter most are answered by runs.
func TestMandatoryTopics(t *testing.T) {
	for topic, sentences := range map[string][]string{
		"co-hosting":       {"description 8a"},
		"storms":           {"description 8b", "path 2b"},
		"suspend, restart": {"description 4a", "path 2e"},
		"guest reconnect":  {"description 9c", "validation 1.1a"},
		"construction order under compute reconciliation": {"validation 1.1b"},
		"dependency edge":   {"decisions 2.2"},
		"park deadline":     {"production 2.1"},
		"flag skew":         {"production 1.1a", "production 1.2a"},
		"isolation":         {"decisions 1.1", "decisions 1.2a", "decisions 1.3c"},
		"environment kills": {"description 8d", "path 2d"},
	} {
		for _, sentence := range sentences {
			row := rowOf(t, sentence)
			require.True(t, len(row.Scenarios) > 0 || row.Probe != "", "%s: %s", topic, sentence)
			require.Empty(t, row.Needs, "%s: %s", topic, sentence)
		}
	}
}

func rowOf(t *testing.T, sentence string) Row {
	for _, row := range Lookup("pr38579").Rows {
		if row.Sentence == sentence {
			return row
		}
	}
	require.Fail(t, "no row", sentence)
	return Row{}
}
