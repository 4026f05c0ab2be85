package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"time"

	"onelane.test/faults/words"
	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/regression"
	"onelane.test/sim/watchdog"
)

// runCommand runs many seeds and judges them.
type runCommand struct {
	Targets []string     `arg:"" optional:"" name:"scenario|suite|plan" help:"Scenarios, suites, or plan files (words with a / or .plan); without any, the suite smoke."`
	Seeds   countFlag    `placeholder:"N" help:"Seeds of each scenario; 100, all of an enumeration, or what the suite says."`
	Root    rootFlag     `placeholder:"R" help:"Seed of the whole sweep, or git:HASH; 1 unless given."`
	Seed    seedFlag     `placeholder:"S" help:"Run only this seed of each scenario."`
	Jobs    countFlag    `placeholder:"J" help:"Worlds side by side; one for each core unless given."`
	For     realTimeFlag `placeholder:"D" help:"Go on with further seeds until so much real time has passed."`
	overrides
	Verify      bool         `help:"Run each world twice, the second time beside other neighbours; a difference ends with status 4."`
	JSON        bool         `help:"Print what was seen as JSON."`
	Artefacts   string       `placeholder:"DIR" default:"artefacts" help:"Where the plans of failed runs go."`
	Regressions string       `placeholder:"DIR" default:"testdata/regressions" help:"Kept plans that run first, beside scenarios and suites as they are; a folder that is not there has none."`
	Patience    realTimeFlag `placeholder:"D" help:"Real time that one world may take before the process is given up with status 3; 10m unless given."`
}

// Defaults of what the flags leave open.
const (
	defaultSuite = "smoke"
	defaultSeeds = 100
	defaultRoot  = 1
	// defaultPatience is far above what the largest world takes on a busy machine.
	defaultPatience = 10 * time.Minute
)

// Run checks everything before the first world begins, sweeps, and prints what was seen.
func (c *runCommand) Run(t *terminal, result *status) error {
	if delays, asked, err := parseExhaustive(c.Schedule); err != nil || asked {
		if err != nil {
			return err
		}
		return c.exhaust(delays, t, result)
	}
	options, err := c.sweep()
	if err != nil {
		return err
	}
	a, err := openArtefacts(c.Artefacts)
	if err != nil {
		return err
	}
	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	watched := c.watch(a, options.Overrides)
	options.Started, options.Failed, options.Done = watched, a.failed, interrupted.Done()
	options.Progress = newProgress(t.err)
	kept, err := c.regressions()
	if err != nil {
		a.close()
		return err
	}
	summary, err := scenarios.Sweep(options)
	if err != nil {
		a.close()
		return err
	}
	if interrupted.Err() != nil {
		fmt.Fprintln(t.err, "onelane: interrupted; this is what was seen until then")
	}
	failures, err := saveFailures(a, watched, summary.Failures, func(p *plan.Plan) string { return replayLine(p, options.Overrides) })
	if err != nil {
		return err
	}
	a.close()
	*result = status(scenarios.Worst(summary.Class, worstOf(kept)))
	if c.JSON {
		return printJSON(t.out, summaryJSON(summary, failures, kept, *result))
	}
	printRegressions(t.out, kept)
	printSummary(t.out, summary, failures)
	return nil
}

// regressions holds the kept plans against what they are kept for, before anything else is run. They are left out where
// one seed, or plans, or worlds other than as they are were asked for.
func (c *runCommand) regressions() ([]*regression.Finding, error) {
	if !c.plain() || c.Seed.set || len(c.Targets) > 0 && !slices.ContainsFunc(c.Targets, func(t string) bool { return !isFile(t) }) {
		return nil, nil
	}
	return findings(c.Regressions)
}

// plain reports whether no flag changes what a seed means.
func (c *runCommand) plain() bool {
	return c.Schedule == "" && c.Design == "" && len(c.Set) == 0 && len(c.Arm) == 0
}

// watch returns what is called when a world begins: it is put down in the record, and watched until it ends.
func (c *runCommand) watch(a *artefacts, o scenarios.PlanOptions) func(*plan.Plan) func() {
	dog := watchdog.New(cmp.Or(c.Patience.value, defaultPatience))
	return func(p *plan.Plan) func() {
		a.started(p)
		return dog.Watch(fmt.Sprintf("%s\nwhat else was at work: %s", replayLine(p, o), a.record.Name()))
	}
}

// sweep turns arguments and flags into what is to be run.
func (c *runCommand) sweep() (scenarios.SweepOptions, error) {
	o := scenarios.SweepOptions{
		Root: defaultRoot, Jobs: c.Jobs.value, For: c.For.value, Verify: c.Verify,
	}
	if c.Root.set {
		o.Root = c.Root.value
	}
	if c.Seed.set {
		if err := c.onlySeed(); err != nil {
			return o, err
		}
		o.Seed = &c.Seed.value
	}
	var err error
	if o.Overrides, err = c.options(); err != nil {
		return o, err
	}
	return o, c.targets(&o)
}

// onlySeed returns an error if a flag contradicts --seed.
func (c *runCommand) onlySeed() error {
	for _, other := range []struct {
		flag string
		set  bool
	}{{"--seeds", c.Seeds.value > 0}, {"--root", c.Root.set}, {"--for", c.For.value > 0}} {
		if other.set {
			return &words.Error{Word: other.flag, Want: "no other way to choose seeds beside --seed"}
		}
	}
	return nil
}

// targets finds what the arguments name. The activity floors are judged if nothing but whole suites is run, as they are or with
// more seeds.
func (c *runCommand) targets(o *scenarios.SweepOptions) error {
	names := c.Targets
	if len(names) == 0 {
		names = []string{defaultSuite}
	}
	o.Floors = c.plain() && !c.Seed.set
	for _, name := range names {
		suite, scenario := scenarios.LookupSuite(name), scenarios.Lookup(name)
		switch {
		case isFile(name):
			p, err := c.planFile(name, o.Overrides)
			if err != nil {
				return err
			}
			o.Plans = append(o.Plans, p)
			o.Floors = false
		case suite != nil:
			for _, e := range suite.Entries {
				o.Floors = o.Floors && (c.Seeds.value == 0 || c.Seeds.value >= e.Seeds)
				o.Entries = append(o.Entries, c.entry(e.Scenario, e.Seeds))
			}
		case scenario != nil:
			o.Entries = append(o.Entries, c.entry(scenario, cmp.Or(scenario.Whole(), defaultSeeds)))
			o.Floors = false
		default:
			return unknown(name, "a plan file, a suite or a scenario: ", runnableNames())
		}
	}
	return nil
}

func (c *runCommand) planFile(path string, options scenarios.PlanOptions) (*plan.Plan, error) {
	p, err := readPlan(path)
	if err != nil {
		return nil, err
	}
	return p, apply(p, options)
}

func (c *runCommand) entry(s *scenarios.Scenario, seeds int) scenarios.Entry {
	if c.Seeds.value > 0 {
		seeds = c.Seeds.value
	}
	return scenarios.Entry{Scenario: s, Seeds: seeds}
}

// saveFailures writes the plans and reports of all failures. Each witness is run once more, now with its trace. The line is
// what runs a plan again without its file, "" if nothing does.
func saveFailures(
	a *artefacts, watched func(*plan.Plan) func(), failures []*scenarios.Failure, line func(*plan.Plan) string,
) ([]savedFailure, error) {
	var saved []savedFailure
	for _, f := range failures {
		path, err := a.savePlan(f.Witness.Plan)
		if err != nil {
			return nil, err
		}
		ended := watched(f.Witness.Plan)
		again, err := scenarios.Run(f.Witness.Plan, scenarios.RunOptions{Tail: tailSearched})
		ended()
		if err != nil {
			return nil, err
		}
		f.Witness.TraceTail = telling(again.TraceTail)
		s := savedFailure{Failure: f, path: path, replay: line(f.Witness.Plan)}
		if err := a.saveReport(path, s); err != nil {
			return nil, fmt.Errorf("save report beside %s: %w", path, err)
		}
		saved = append(saved, s)
	}
	return saved, nil
}
