package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
)

// artefacts is the folder that keeps what is needed to run a failure again.
//
// While worlds run, it holds a record of those that were begun and of those that failed: a fatal error of the Go runtime
// takes the process away without a word, and the record then says which worlds were at work, and keeps what was found.
type artefacts struct {
	dir    string
	record *os.File
}

// openArtefacts makes the folder and begins the record.
func openArtefacts(dir string) (*artefacts, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("make artefact folder: %w", err)
	}
	record, err := os.Create(filepath.Join(dir, fmt.Sprintf("started-%d.log", os.Getpid())))
	if err != nil {
		return nil, fmt.Errorf("begin record of started worlds: %w", err)
	}
	return &artefacts{dir: dir, record: record}, nil
}

// started notes that a world begins. A record that cannot be written is no reason to stop: it serves one rare end.
func (a *artefacts) started(p *plan.Plan) {
	fmt.Fprintf(a.record, "started %s --schedule %s\n", nameOf(p), quoted(p.Schedule))
}

// failed notes that a world has failed, with its plan.
func (a *artefacts) failed(r *scenarios.Result) {
	fmt.Fprintf(a.record, "failed %s: %s\n%s", nameOf(r.Plan), r.Signature, indent(r.Plan.String()))
}

// nameOf returns the words that name a plan on the command line.
func nameOf(p *plan.Plan) string {
	if p.File != "" {
		return quoted(asFile(p.File))
	}
	return p.Scenario + " --seed " + plan.FormatSeed(p.Seed)
}

// close removes the record, and the folder if nothing was put into it.
func (a *artefacts) close() {
	a.record.Close()
	os.Remove(a.record.Name())
	os.Remove(a.dir)
}

// savePlan writes a plan, whole or not at all, and returns its path. It takes the place of no other plan: plans written
// by hand often share a scenario and a seed.
func (a *artefacts) savePlan(p *plan.Plan) (string, error) {
	name := filepath.Join(a.dir, p.Scenario+"-"+plan.FormatSeed(p.Seed))
	path := name + ".plan"
	for n := 2; taken(path, p.String()); n++ {
		path = fmt.Sprintf("%s-%d.plan", name, n)
	}
	if err := writeWhole(path, p.String()); err != nil {
		return "", fmt.Errorf("save plan: %w", err)
	}
	return path, nil
}

// taken reports whether there is a file with another text.
func taken(path, text string) bool {
	old, err := os.ReadFile(path)
	return err == nil && string(old) != text
}

// saveReport writes what is printed of a failure beside its plan.
func (a *artefacts) saveReport(path string, f savedFailure) error {
	var text strings.Builder
	f.print(&text)
	return writeWhole(strings.TrimSuffix(path, ".plan")+".txt", text.String())
}

// writeWhole puts a file into its place at once, so that nobody reads half of it.
func writeWhole(path, text string) error {
	draft := path + ".new"
	if err := os.WriteFile(draft, []byte(text), 0o666); err != nil {
		return err
	}
	return os.Rename(draft, path)
}
