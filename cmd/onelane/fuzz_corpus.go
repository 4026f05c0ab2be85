package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/search"
)

// fuzzCorpus is a folder of plans that showed something new when they were run. Without a folder it keeps nothing.
type fuzzCorpus struct {
	dir    string
	plans  []*plan.Plan
	failed error // why the first plan that could not be written was not
}

// openCorpus reads the plans of a folder, which need not be there, as the search would have them: those of its scenarios,
// with its failpoints. A plan that can no longer be read is named and left out.
func openCorpus(t *terminal, dir string, o search.Options) (*fuzzCorpus, error) {
	c := &fuzzCorpus{dir: dir}
	if dir == "" {
		return c, nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("make corpus: %w", err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.plan"))
	if err != nil {
		return nil, fmt.Errorf("read corpus %s: %w", dir, err)
	}
	for _, path := range paths {
		p, err := readPlan(path)
		if err != nil {
			fmt.Fprintf(t.err, "onelane: left out of the corpus: %s\n", err)
			continue
		}
		if slices.ContainsFunc(o.Scenarios, func(s *scenarios.Scenario) bool { return s.Name == p.Scenario }) {
			c.plans = append(c.plans, overriding(p, o.Overrides))
		}
	}
	return c, nil
}

// overriding returns a plan with the failpoints and the design of the search in place of its own. Settings stay.
func overriding(p *plan.Plan, o scenarios.PlanOptions) *plan.Plan {
	p.File, p.Arms = "", o.Arms
	p.Cluster.Design = plan.New("", 0).Cluster.Design
	if o.Design != "" {
		p.Cluster.Design = o.Design
	}
	if o.Schedule != "" {
		p.Schedule = o.Schedule
	}
	p.Assign(o.Sets...)
	return p
}

// told writes the plan of a world that is kept, under a name that its text makes.
func (c *fuzzCorpus) told(w search.World) {
	if c.dir == "" || !w.Kept || c.failed != nil {
		return
	}
	text := w.Result.Plan.String()
	name := fmt.Sprintf("%s-%x.plan", w.Result.Plan.Scenario, sha256.Sum256([]byte(text)))
	path := filepath.Join(c.dir, name[:len(name)-len(".plan")-2*(sha256.Size-6)]+".plan")
	if err := writeWhole(path, text); err != nil {
		c.failed = fmt.Errorf("keep plan: %w", err)
	}
}
