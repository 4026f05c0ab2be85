package regression

//simvet:exempt plans are kept in files, between worlds

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
)

// Dir is where plans are kept, from the top of the module.
const Dir = "testdata/regressions"

// Story returns the comments with which the smallest plan of a failure is kept: what went wrong, where it comes from, and
// what is expected of it.
func Story(first, last *scenarios.Result) string {
	said, _, _ := strings.Cut(strings.TrimSpace(last.Report), "\n")
	from := first.Plan
	return fmt.Sprintf("# %s\n# Shrunk from %d lines of seed %s of %s.\n%s%s\n",
		said, strings.Count(from.String(), "\n"), plan.FormatSeed(from.Seed), from.Scenario, expects, Accuser(last))
}

// Accuser returns what a run failed by: the oracle, or the kind of its stop; "held" if it did not fail.
func Accuser(r *scenarios.Result) string {
	if !r.Failed() {
		return held
	}
	return r.Accused()
}

const held = "held"

// Write writes a plan to be kept. It replaces none.
func Write(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("regression: make folder: %w", err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("regression: keep plan: %w", err)
	}
	_, err = f.WriteString(text)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return fmt.Errorf("regression: keep plan %s: %w", path, err)
	}
	return nil
}
