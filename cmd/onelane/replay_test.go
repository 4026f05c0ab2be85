package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReplayLine lets runs fail in each way that a command line can bring about, and pastes what they print into a shell:
// fresh processes, with one and with two processors, must end with the same status, signature and hash.
func TestReplayLine(t *testing.T) {
	kept, err := filepath.Abs("../../testdata/regressions")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	drops, err := os.ReadFile(filepath.Join(kept, "lane-direct-drop.plan"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("it's a story.plan", drops, 0o666))
	for _, c := range []struct {
		name   string
		args   []string // without seeds
		seeds  string
		status int
		want   string // a part of the signature
	}{
		{"violation", []string{"lane", "--arm", "lane/two-lanes", "--set", "items=4"}, "10", 1, "violation: lane-order: "},
		{"process exit", []string{"cohost", "--arm", "guest/handoff-lost@1/4"}, "10", 1, "violation: no-panic: a process ended with panic: "},
		{"verdict at the end", []string{"./it's a story.plan"}, "", 1, "violation: tokens: "},
		{"an override of a file", []string{"./it's a story.plan", "--set", "maintenance=20ms"}, "", 1, "violation: tokens: "},
		{"a schedule in words", []string{"lane", "--arm", "lane/two-lanes", "--schedule", "pct depth=3 horizon=200"}, "20", 1, "violation: lane-order: "},
		{"another design", []string{"canary", "--design", "pr38579"}, "50", 1, "violation: lane-order: "},
		{
			"all flags", []string{
				"lane", "--arm", "lane/two-lanes@3/4", "--arm", "timely/registry-race@1/2", "--design", "pr38579",
				"--schedule", "delay delays=3 horizon=100", "--set", "items=4", "--set", "maintenance=20ms",
			}, "20", 1, "violation: lane-order: ",
		},
		{"not converged", []string{"controller-kill", "--set", "maintenance=1h"}, "3", 3, "stuck: progress: "},
		{"livelock", []string{"storm", "--set", "iteration=0s", "--set", "statistics=0s"}, "2", 3, "stuck: livelock: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			witness := failureOf(t, c.args, c.seeds, c.want)
			for _, line := range witness.lines {
				for _, processors := range []string{"1", "2"} {
					out, status := paste(t, line, processors)
					require.Equal(t, c.status, status, out)
					require.Contains(t, out, witness.signature+"\n", line)
					require.Contains(t, out, "\n"+witness.hash+"\n", line)
				}
			}
		})
	}
}

// failed is what a run printed of a failure.
type failed struct {
	signature, hash string
	lines           []string // commands to paste
}

var (
	replayed  = regexp.MustCompile(`(?m)^  (onelane replay .*)$`)
	seeded    = regexp.MustCompile(`^onelane replay \S+ --seed (0x[0-9a-f]+) `)
	endOfHash = regexp.MustCompile(`hash 0x[0-9a-f]{16}`)
)

// failureOf sweeps until a signature turns up, and runs its witness once more alone, whose sweep has the run's hash.
func failureOf(t *testing.T, args []string, seeds, want string) failed {
	sweep := append([]string{"run"}, args...)
	if seeds != "" {
		sweep = append(sweep, "--seeds", seeds)
	}
	_, block, found := strings.Cut(output(sweep...), "\n"+want)
	require.True(t, found, "no %q in what %q prints", want, sweep)
	signature, _, _ := strings.Cut(block, "\n")
	var f failed
	for _, line := range replayed.FindAllStringSubmatch(block, 2) {
		f.lines = append(f.lines, line[1])
	}
	require.Len(t, f.lines, 2)
	f.signature = want + signature
	alone := append([]string{"run"}, args...)
	if seed := seeded.FindStringSubmatch(f.lines[0]); seed != nil {
		alone = append(alone, "--seed", seed[1])
	}
	out := output(alone...)
	require.Contains(t, out, f.signature)
	f.hash = endOfHash.FindString(out[strings.LastIndex(out, "hash "):])
	return f
}

// paste gives a line to a shell, as a process of its own.
func paste(t *testing.T, line, processors string) (out string, status int) {
	cmd := exec.Command("sh", "-c", line)
	cmd.Env = append(os.Environ(), "GOMAXPROCS="+processors)
	text, err := cmd.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

// output executes a command line and returns what it printed, however it ended.
func output(args ...string) string {
	var out bytes.Buffer
	execute(args, &out, &out)
	return out.String()
}

// TestSavedPlansAreKept demands that no saved plan takes the place of another: two plans of one scenario and seed fail in
// different ways, and each can be pasted.
func TestSavedPlansAreKept(t *testing.T) {
	kept, err := filepath.Abs("../../testdata/regressions")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	dir := "kept here"
	plans := []string{filepath.Join(kept, "guest-handoff-lost.plan"), filepath.Join(kept, "adapter-untagged-responses.plan")}
	out := run(t, 1, append([]string{"run", "--artefacts", dir}, plans...)...)
	for _, signature := range []string{"violation: nonce: ", "violation: no-panic: "} {
		_, block, found := strings.Cut(out, "\n"+signature)
		require.True(t, found, out)
		lines := replayed.FindAllStringSubmatch(block, 2)
		require.Contains(t, lines[1][1], dir)
		text, status := paste(t, lines[1][1], "2")
		require.Equal(t, 1, status)
		require.Contains(t, text, signature)
	}
	require.Equal(t, trimTime(out), trimTime(run(t, 1, append([]string{"run", "--artefacts", dir}, plans...)...)),
		"a second run finds its plans there")
}

// trimTime drops the last line, which tells real time.
func trimTime(out string) string { return out[:strings.LastIndex(out, "violation: ")] }

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
