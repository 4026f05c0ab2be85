package main

import (
	"fmt"
	"io"
	"slices"

	"onelane.test/scenarios"
	"onelane.test/scenarios/regression"
)

// regressionsCommand holds kept plans against what they are kept for.
type regressionsCommand struct {
	Show  showRegressions  `cmd:"" default:"withargs" help:"Run all kept plans and say which of them still show what they are kept for."`
	Prune pruneRegressions `cmd:"" help:"Remove what is gone or cannot be read, and give what is stale a seed that shows it."`
}

// showRegressions lists kept plans with what they are worth.
type showRegressions struct {
	Dir string `placeholder:"DIR" default:"testdata/regressions" help:"Where plans are kept."`
}

// Run runs the plans. What is back counts as its class; that nothing shows anything counts as nothing proved.
func (c *showRegressions) Run(t *terminal, result *status) error {
	findings, err := findings(c.Dir)
	if err != nil {
		return err
	}
	table := table{head: []string{"plan", "expects", "state", "reason"}}
	for _, f := range findings {
		table.add(f.Name(), f.Expect, f.State.String(), f.Reason)
	}
	table.print(t.out)
	fmt.Fprintln(t.out, tally(findings))
	*result = status(worstOf(findings))
	if !slices.ContainsFunc(findings, shows) {
		*result = status(scenarios.Worst(scenarios.Class(*result), scenarios.ClassNothingProved))
	}
	return nil
}

// pruneRegressions brings the folder up to date.
type pruneRegressions struct {
	Dir string `placeholder:"DIR" default:"testdata/regressions" help:"Where plans are kept."`
}

// Run prunes and says what it did.
func (c *pruneRegressions) Run(t *terminal) error {
	findings, err := findings(c.Dir)
	if err != nil {
		return err
	}
	var table table
	for _, f := range findings {
		did, err := f.Prune()
		if err != nil {
			return err
		}
		if did != "" {
			table.add(f.Name(), did, f.Reason)
		}
	}
	table.print(t.out)
	fmt.Fprintf(t.out, "%d of %d plans changed\n", len(table.rows), len(findings))
	return nil
}

// findings runs all plans of a folder.
func findings(dir string) ([]*regression.Finding, error) {
	kept, err := regression.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	all := make([]*regression.Finding, len(kept))
	for i, k := range kept {
		if all[i], err = k.Check(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// tally says in one line how many plans there are, and what they are worth.
func tally(findings []*regression.Finding) string {
	counts := map[regression.State]int{}
	for _, f := range findings {
		counts[f.State]++
	}
	text := fmt.Sprintf("regressions: %d of %d as expected", counts[regression.AsExpected], len(findings))
	for state := regression.Stale; state <= regression.Back; state++ {
		if counts[state] > 0 {
			text += fmt.Sprintf(", %d %s", counts[state], state)
		}
	}
	return text
}

// shows reports whether a plan shows what it is kept for, with another seed if need be.
func shows(f *regression.Finding) bool {
	return f.State == regression.AsExpected || f.State == regression.Stale
}

// worstOf returns the worst class among what is back: what is only gone is a matter of the plan, and is named.
func worstOf(findings []*regression.Finding) scenarios.Class {
	var classes []scenarios.Class
	for _, f := range findings {
		if f.State == regression.Back {
			classes = append(classes, f.Result.Class)
		}
	}
	return scenarios.Worst(classes...)
}

// printRegressions prints a line on the kept plans, and names those that are not as expected.
func printRegressions(w io.Writer, findings []*regression.Finding) {
	if len(findings) == 0 {
		return
	}
	fmt.Fprintln(w, tally(findings))
	for _, f := range findings {
		if f.State != regression.AsExpected {
			fmt.Fprintf(w, "  %s is %s: %s\n    onelane replay %s\n", f.Name(), f.State, f.Reason, quoted(asFile(f.File)))
		}
	}
	fmt.Fprintln(w)
}
