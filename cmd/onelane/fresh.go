package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"onelane.test/scenarios"
)

// inFreshProcess has a fresh process replay a plan file, and returns an error unless it gives the signature and the hash of a
// run in this one. What only fails here, after thousands of other worlds, is no reproduction.
func inFreshProcess(path string, r *scenarios.Result) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find the program to replay %s: %w", path, err)
	}
	replay := exec.Command(self, "replay", asFile(path))
	replay.Args[0] = os.Args[0]
	out, err := replay.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return fmt.Errorf("replay %s in a fresh process: %w", path, err)
	}
	first, _, _ := strings.Cut(string(out), "\n")
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	last := lines[len(lines)-1]
	if want := fmt.Sprintf("%s: %s", r.Class, r.Signature); first != want {
		return fmt.Errorf("a fresh process replayed %s and gave %q, want %q", path, first, want)
	}
	if want := hashLine(r); last != want {
		return fmt.Errorf("a fresh process replayed %s and gave %q, want %q", path, last, want)
	}
	return nil
}

// hashLine is the last line of a replay.
func hashLine(r *scenarios.Result) string { return "hash " + hex(r.Hash) }
