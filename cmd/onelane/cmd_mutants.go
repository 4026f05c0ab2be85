package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"onelane.test/runtime/fail"
	"onelane.test/scenarios"
)

// mutantsCommand measures how soon each failpoint is found.
type mutantsCommand struct {
	Failpoints []string  `arg:"" optional:"" name:"failpoint" help:"Failpoints, see list failpoints; without any, all of them."`
	Seeds      countFlag `placeholder:"N" help:"Seeds of each scenario after which a search is given up; 500 unless given."`
	Roots      countFlag `placeholder:"R" help:"Sweeps in which each failpoint is searched, with the roots 1 to R; 5 unless given."`
	Thorough   bool      `help:"Search with all kinds of schedules, also where random picks find a failpoint within 20 seeds in the median."`
	Jobs       countFlag `placeholder:"J" help:"Searches side by side; one for each core unless given."`
	File       string    `placeholder:"FILE" default:"artefacts/mutants.jsonl" help:"Where finished searches are kept; those that are there are not done again."`
}

// Defaults of what the flags leave open.
const (
	defaultMutantSeeds = 500
	defaultRoots       = 5
)

// Run does all searches that the file lacks, and prints the table of all.
func (c *mutantsCommand) Run(t *terminal, result *status) error {
	entries, err := failpoints(c.Failpoints)
	if err != nil {
		return err
	}
	o := scenarios.MutantOptions{
		Failpoints: entries, Entries: scenarios.LookupSuite(defaultSuite).Entries,
		Seeds: orDefault(c.Seeds, defaultMutantSeeds), Thorough: c.Thorough, Jobs: c.Jobs.value,
	}
	for root := range orDefault(c.Roots, defaultRoots) {
		o.Roots = append(o.Roots, uint64(root)+1)
	}
	kept, err := openSearches(c.File)
	if err != nil {
		return err
	}
	defer kept.close()
	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	o.Done, o.Known = interrupted.Done(), kept.found
	o.Found = func(s scenarios.Search, d scenarios.Detection) error {
		fmt.Fprintf(t.err, "%d to do\n", len(o.Left()))
		return kept.add(s, d)
	}
	if err := scenarios.Mutants(o); err != nil {
		return err
	}
	if interrupted.Err() != nil {
		fmt.Fprintln(t.err, "onelane: interrupted; go on with the same command")
	}
	m := mutantTable{options: o, searches: o.Searches()}
	m.table().print(t.out)
	fmt.Fprintf(t.out, "\n%s\n", m.totals())
	if m.missed() > 0 {
		*result = status(scenarios.ClassNothingProved)
	}
	return nil
}

// failpoints returns the entries of the catalogue that are named, all of them if none is.
func failpoints(names []string) ([]fail.Entry, error) {
	if len(names) == 0 {
		return fail.Catalogue(), nil
	}
	var entries []fail.Entry
	var known []string
	for _, e := range fail.Catalogue() {
		known = append(known, string(e.Name))
	}
	for _, name := range names {
		e, ok := fail.Lookup(name)
		if !ok {
			return nil, unknown(name, "a failpoint: ", known)
		}
		entries = append(entries, e)
	}
	return entries, nil
}

func orDefault(c countFlag, value int) int {
	if c.value > 0 {
		return c.value
	}
	return value
}
