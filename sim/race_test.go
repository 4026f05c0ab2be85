package sim

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// printHashes makes TestPrintHashes print, in a process that another test started.
const printHashes = "SIM_PRINT_HASHES"

// weather is the story under everything that can go wrong: its own faults, pauses, and those of links.
func weather(w *World) {
	linkFaultsAtRandom(w)
	pauseAtRandom(w)
}

// stormHash runs the story in a weather, with datagrams besides, a codec, and a log, and returns what the run was.
func stormHash(t testing.TB, seed uint64) string {
	log := &Log{}
	cfg := Config{Seed: seed, Schedule: Random(), Points: PointsFine, Codec: Gob(), Record: log}
	w := runStory(t, story{Config: cfg, faults: weather})
	link := LinkConfig{MinLatency: 1, MaxLatency: tick, Loss: Ratio{1, 9}, Double: Ratio{1, 9}, Reorder: Ratio{1, 9}}
	_, v := volley(t, Config{Seed: seed, Schedule: PCT(3, 100), Codec: Gob()}, link, 50, tick)
	return fmt.Sprintf("%#x %#x %d", w.Hash(), v.Hash(), log.Len())
}

func TestPrintHashes(t *testing.T) {
	if os.Getenv(printHashes) == "" {
		t.Skip("only for the tests that start it in a process of its own")
	}
	for _, h := range hashes(t, nil) {
		fmt.Printf("hash %#x\n", h)
	}
	for seed := range uint64(8) {
		fmt.Println("hash", stormHash(t, seed))
	}
}

// wantHashes is what a process must print in which the runs are what they are here.
func wantHashes(t *testing.T) []string {
	var want []string
	for _, h := range hashes(t, nil) {
		want = append(want, fmt.Sprintf("hash %#x", h))
	}
	for seed := range uint64(8) {
		want = append(want, "hash "+stormHash(t, seed))
	}
	return want
}

func hashLines(out string) []string {
	var lines []string
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "hash ") {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

// The same under the race detector as without. Where the test itself runs under it, the other process does not.
func TestSameHashUnderTheRaceDetector(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the package for the race detector")
	}
	args := []string{"test", "-run", "^TestPrintHashes$", "-count=1", "-v", "."}
	if !raceEnabled {
		if why := noRaceDetector(t); why != "" {
			t.Skip(why)
		}
		args = append([]string{"test", "-race"}, args[1:]...)
	}
	require.Equal(t, wantHashes(t), hashLines(goCommand(t, ".", []string{printHashes + "=1"}, args...)))
}

// noRaceDetector says why the race detector cannot be used here, nothing if it can: it needs cgo, and so a C compiler.
func noRaceDetector(t *testing.T) string {
	if strings.TrimSpace(goCommand(t, ".", nil, "env", "CGO_ENABLED")) != "1" {
		return "the race detector needs cgo, which is off or missing (CGO_ENABLED is not 1)"
	}
	compiler := strings.Fields(goCommand(t, ".", nil, "env", "CC"))
	if len(compiler) == 0 {
		return "the race detector needs a C compiler, and go env CC names none"
	}
	if _, err := exec.LookPath(compiler[0]); err != nil {
		return "the race detector needs a C compiler: " + err.Error()
	}
	return ""
}

// The same in a fresh process, at any number of processors.
func TestSameHashInAFreshProcess(t *testing.T) {
	want := wantHashes(t)
	exe, err := os.Executable()
	require.NoError(t, err)
	for _, procs := range []string{"1", "2", "8"} {
		cmd := exec.Command(exe, "-test.run=^TestPrintHashes$", "-test.v")
		cmd.Env = append(os.Environ(), printHashes+"=1", "GOMAXPROCS="+procs)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		require.Equal(t, want, hashLines(string(out)), "GOMAXPROCS=%s", procs)
	}
}

// The same beside seven neighbours, whoever they are: eight worlds at a time, each with a codec and a log, which share
// nothing but the process.
func TestSameHashBesideSevenNeighbours(t *testing.T) {
	const rounds, worlds = 4, 8
	var alone [rounds * worlds]string
	for seed := range alone {
		alone[seed] = stormHash(t, uint64(seed))
	}
	for round := range rounds {
		var got [worlds]string
		var all sync.WaitGroup
		for i := range got {
			all.Go(func() { got[i] = stormHash(t, uint64(round+i*rounds)) })
		}
		all.Wait()
		for i, h := range got {
			require.Equal(t, alone[round+i*rounds], h)
		}
	}
}
