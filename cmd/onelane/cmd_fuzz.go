package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"onelane.test/faults/words"
	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/search"
	"onelane.test/sim/watchdog"
)

// fuzzCommand searches for failures with feedback.
type fuzzCommand struct {
	Targets []string     `arg:"" optional:"" name:"scenario|suite" help:"Scenarios or suites; without any, the scenarios of the suite smoke."`
	For     realTimeFlag `placeholder:"D" help:"Real time after which no further world begins."`
	Worlds  countFlag    `placeholder:"N" aliases:"seeds" help:"Worlds to run; 1000 unless given or bounded by --for."`
	Root    rootFlag     `placeholder:"R" help:"Seed of the search, or git:HASH; 1 unless given. With --worlds, it decides everything, whatever --jobs is."`
	Jobs    countFlag    `placeholder:"J" help:"Worlds side by side; one for each core unless given."`
	overrides
	Corpus    string       `placeholder:"DIR" help:"Plans to begin with; those that show something new are added."`
	Artefacts string       `placeholder:"DIR" default:"artefacts" help:"Where the plans of failed worlds go."`
	Patience  realTimeFlag `placeholder:"D" help:"Real time that one world may take before the process is given up with status 3; 10m unless given."`
	JSON      bool         `help:"Print the summary as JSON."`
}

// defaultWorlds is how many worlds are run if nothing bounds the search.
const defaultWorlds = 1000

// Run checks everything before the first world begins, searches until a bound is reached or somebody interrupts, and prints
// what was found.
func (c *fuzzCommand) Run(t *terminal, result *status) error {
	options, err := c.options()
	if err != nil {
		return err
	}
	store, err := openCorpus(t, c.Corpus, options)
	if err != nil {
		return err
	}
	a, err := openArtefacts(c.Artefacts)
	if err != nil {
		return err
	}
	defer a.close()
	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	tell, over := newFuzzProgress(t.err)
	options.Corpus, options.Done, options.Started = store.plans, interrupted.Done(), c.watch(a, options)
	options.Told = func(r *search.Report, w search.World) {
		store.told(w)
		if w.Result.Failed() {
			a.failed(w.Result)
		}
		tell(r)
	}
	report, err := search.Search(options)
	over()
	if err = cmp.Or(err, store.failed); err != nil {
		return err
	}
	if interrupted.Err() != nil {
		fmt.Fprintln(t.err, "onelane: interrupted; this is what was seen until then")
	}
	*result = status(report.Class)
	return c.print(t, a, report, options)
}

// options turns arguments and flags into a search.
func (c *fuzzCommand) options() (search.Options, error) {
	o := search.Options{Root: defaultRoot, Worlds: c.Worlds.value, For: c.For.value, Jobs: c.Jobs.value}
	if c.Root.set {
		o.Root = c.Root.value
	}
	if o.Worlds == 0 && o.For == 0 {
		o.Worlds = defaultWorlds
	}
	var err error
	if o.Overrides, err = c.overrides.options(); err != nil {
		return o, err
	}
	o.Scenarios, err = scenariosOf(c.Targets)
	return o, err
}

// scenariosOf returns the scenarios that arguments name, each once. The enumerations of a suite are left out: there is
// nothing in their cases to change.
func scenariosOf(names []string) (all []*scenarios.Scenario, err error) {
	if len(names) == 0 {
		names = []string{defaultSuite}
	}
	seen := map[string]bool{}
	add := func(s *scenarios.Scenario) {
		if !seen[s.Name] {
			seen[s.Name] = true
			all = append(all, s)
		}
	}
	for _, name := range names {
		suite, scenario := scenarios.LookupSuite(name), scenarios.Lookup(name)
		switch {
		case suite != nil:
			for _, e := range suite.Entries {
				if e.Scenario.Whole() == 0 {
					add(e.Scenario)
				}
			}
		case scenario != nil && scenario.Whole() > 0:
			return nil, &words.Error{Word: name, Want: "a scenario that is drawn; run " + name + " runs all its cases"}
		case scenario != nil:
			add(scenario)
		default:
			return nil, unknown(name, "a suite or a scenario: ", runnableNames())
		}
	}
	return all, nil
}

// watch returns what is called when a world begins: the record says how to come to it again, since the search depends on
// its root alone, and it is watched until it ends.
func (c *fuzzCommand) watch(a *artefacts, o search.Options) func(int, *plan.Plan) func() {
	dog := watchdog.New(cmp.Or(c.Patience.value, defaultPatience))
	line := c.line(o)
	return func(world int, p *plan.Plan) func() {
		fmt.Fprintf(a.record, "started world %d of %s\n", world, line)
		return dog.Watch(fmt.Sprintf("%s --worlds %d\nits last world was at work:\n%s", line, world, p))
	}
}

// line returns the command that repeats the search, but for its bounds.
func (c *fuzzCommand) line(o search.Options) string {
	line := append([]string{"onelane", "fuzz"}, c.Targets...)
	line = append(line, "--root", strconv.FormatUint(o.Root, 10))
	if c.Corpus != "" {
		line = append(line, "--corpus", quoted(c.Corpus))
	}
	if o.Overrides.Schedule != "" {
		line = append(line, "--schedule", quoted(o.Overrides.Schedule))
	}
	return strings.Join(append(line, overridden(o.Overrides)...), " ")
}

// print saves the failures and prints the summary.
func (c *fuzzCommand) print(t *terminal, a *artefacts, r *search.Report, o search.Options) error {
	var failures []*scenarios.Failure
	for _, f := range r.Failures {
		failures = append(failures, &f.Failure)
	}
	started := c.watch(a, o)
	watched := func(p *plan.Plan) func() { return started(r.Worlds, p) }
	saved, err := saveFailures(a, watched, failures, func(*plan.Plan) string { return "" })
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(t.out, fuzzSummaryOf(r, saved))
	}
	printFuzz(t.out, r, saved)
	return nil
}
