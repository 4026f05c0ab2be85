package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReplayLine pastes the commands that a failed run prints, and demands that each ends in the same way: the same
// signature, and one hash.
func TestReplayLine(t *testing.T) {
	t.Chdir(t.TempDir())
	out := run(t, 1, "run", "lane", "--seeds", "60", "--arm", "lane/two-lanes", "--set", "items=4")
	lines := regexp.MustCompile(`(?m)^  onelane (replay .*)$`).FindAllStringSubmatch(out, -1)
	require.GreaterOrEqual(t, len(lines), 2)
	signature := regexp.MustCompile(`(?m)^violation: lane-order: .*$`).FindString(out)
	require.NotEmpty(t, signature)
	var hashes []string
	for _, line := range lines[:2] {
		again := run(t, 1, split(line[1])...)
		require.Contains(t, again, signature)
		hashes = append(hashes, again[strings.LastIndex(again, "hash "):])
	}
	require.Equal(t, hashes[0], hashes[1])
}

// TestJobs demands that what a sweep shows does not depend on how many worlds run side by side, and does on its root.
func TestJobs(t *testing.T) {
	t.Chdir(t.TempDir())
	table := func(flags ...string) string {
		out := run(t, 0, append([]string{"run", "lane", "--seeds", "20"}, flags...)...)
		return out[:strings.LastIndex(out, "held: ")] // the last line tells real time
	}
	require.Equal(t, table("--jobs", "1"), table("--jobs", "3"))
	require.NotEqual(t, table("--jobs", "1"), table("--root", "git:c7d02eb95"))
}

// run executes a command line and returns what it printed.
func run(t *testing.T, status int, args ...string) string {
	t.Helper()
	var out, complaints bytes.Buffer
	got := execute(args, &out, &complaints)
	require.Equal(t, status, got, complaints.String())
	return out.String()
}

// split takes a printed command apart as a shell would.
func split(line string) []string {
	var args []string
	for _, word := range regexp.MustCompile(`'[^']*'|\S+`).FindAllString(line, -1) {
		args = append(args, strings.Trim(word, "'"))
	}
	return args
}

// TestArtefacts demands that plans and reports are kept, and that the record of started worlds is not.
func TestArtefacts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	run(t, 1, "run", "lane", "--seeds", "60", "--arm", "lane/two-lanes", "--artefacts", dir)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	kinds := map[string]int{}
	for _, entry := range entries {
		kinds[filepath.Ext(entry.Name())]++
	}
	require.Positive(t, kinds[".plan"])
	require.Equal(t, map[string]int{".plan": kinds[".plan"], ".txt": kinds[".plan"]}, kinds)
}

func TestQuoted(t *testing.T) {
	for word, want := range map[string]string{
		"random": "random", "pct depth=3 horizon=7": "'pct depth=3 horizon=7'", "": "''", "it's": `'it'\''s'`,
		"lane/two-lanes@1/4": "lane/two-lanes@1/4",
	} {
		require.Equal(t, want, quoted(word))
	}
}

func TestTable(t *testing.T) {
	table := table{head: []string{"name", ">n", "note"}}
	table.add("a", "1", "x")
	table.add("longer", "1000", "")
	var out bytes.Buffer
	table.print(&out)
	require.Equal(t, "name       n  note\na          1  x\nlonger  1000\n", out.String())
}
