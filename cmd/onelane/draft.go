package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
)

// draft is the file that keeps the smallest plan while a reduction is at work, so that it is not lost whatever happens.
type draft struct {
	name string // without its end
	part string
}

// newDraft makes the folder for a draft, which is named after its plan.
func newDraft(dir string, p *plan.Plan) (*draft, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("make artefact folder: %w", err)
	}
	name := p.Scenario + "-" + plan.FormatSeed(p.Seed)
	if p.File != "" {
		name = strings.TrimSuffix(filepath.Base(p.File), ".plan")
	}
	name = filepath.Join(dir, name+"-shrunk")
	return &draft{name: name, part: fmt.Sprintf("%s.%d.part", name, os.Getpid())}, nil
}

// save keeps a smaller plan. That it cannot be written is told when the reduction is over.
func (d *draft) save(r *scenarios.Result) { writeWhole(d.part, r.Plan.String()) }

// finish writes the last text in place of the draft, and of no other plan, and returns where.
func (d *draft) finish(text string) (string, error) {
	path := d.name + ".plan"
	for n := 2; taken(path, text); n++ {
		path = fmt.Sprintf("%s-%d.plan", d.name, n)
	}
	if err := writeWhole(path, text); err != nil {
		return "", fmt.Errorf("save plan: %w", err)
	}
	return path, nil
}

// close removes the draft, and the folder if nothing was put into it.
func (d *draft) close() {
	os.Remove(d.part)
	os.Remove(filepath.Dir(d.name))
}
