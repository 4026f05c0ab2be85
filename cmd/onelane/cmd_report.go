package main

import (
	"fmt"
	"os"

	"onelane.test/faults/words"
	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/report"
	"onelane.test/sim/watchdog"
)

// reportCommand holds a proposal against runs, sentence by sentence.
type reportCommand struct {
	Name   string    `arg:"" name:"report" help:"The proposal: pr38579."`
	Seeds  countFlag `placeholder:"N" help:"Seeds of each scenario and design; 40 unless given."`
	Root   rootFlag  `placeholder:"R" help:"Seed of all sweeps, or git:HASH; 1 unless given."`
	Jobs   countFlag `placeholder:"J" help:"Worlds side by side; one for each core unless given."`
	JSON   bool      `name:"json" help:"Print JSON instead of text."`
	Folder string    `placeholder:"DIR" default:"." help:"The module's folder, whose kept plans and sources are looked at."`
}

// defaultReportSeeds lets a report end in about a minute on two cores.
const defaultReportSeeds = 40

// Run judges the proposal. Anything but known hazards of the proposal counts as a violation, and so does a verdict that is
// none for want of seeds.
func (c *reportCommand) Run(t *terminal, result *status) error {
	paper := report.Lookup(c.Name)
	if paper == nil {
		return unknown(c.Name, "a report: ", paperNames())
	}
	if info, err := os.Stat(c.Folder); err != nil || !info.IsDir() {
		return fmt.Errorf("--folder: %w", &words.Error{Word: c.Folder, Want: "a folder"})
	}
	dog := watchdog.New(defaultPatience)
	o := report.Options{
		Seeds: orDefault(c.Seeds, defaultReportSeeds), Root: defaultRoot, Jobs: c.Jobs.value, Folder: c.Folder,
		Progress: newProgress(t.err),
		Started:  func(p *plan.Plan) func() { return dog.Watch(fmt.Sprintf("the plan\n%s", p)) },
	}
	if c.Root.set {
		o.Root = c.Root.value
	}
	r, err := report.Make(paper, o)
	if err != nil {
		return err
	}
	if !r.Holds {
		*result = status(scenarios.ClassViolation)
	}
	if c.JSON {
		return printJSON(t.out, r)
	}
	printReport(t.out, r)
	return nil
}

func paperNames() []string {
	var names []string
	for _, p := range report.Papers() {
		names = append(names, p.Name)
	}
	return names
}
