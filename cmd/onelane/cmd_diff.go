package main

import (
	"fmt"
	"io"
	"strings"

	"onelane.test/faults/words"
	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/sim/trace"
)

// diffCommand finds where two runs part.
type diffCommand struct {
	A string `arg:"" name:"a" help:"A plan file (a word with a / or .plan), or SCENARIO@SEED."`
	B string `arg:"" optional:"" name:"b" help:"Another one; without it, the first as it stands is compared with itself under the flags."`
	overrides
	Context uint `placeholder:"N" default:"6" help:"Lines of the trace before the difference, and of each run after it."`
}

// Run prints the first event that differs, with what came before and what comes then. Two runs that differ end with 4.
func (c *diffCommand) Run(t *terminal, result *status) error {
	a, b, err := c.plans()
	if err != nil {
		return err
	}
	var traces [2]trace.Recorder
	for i, p := range []*plan.Plan{a, b} {
		r, err := scenarios.Run(p, scenarios.RunOptions{Recorder: &traces[i]})
		if err != nil {
			return err
		}
		fmt.Fprintf(t.out, "%c  %s: %s after %s, %d steps, %d events, %s\n",
			'a'+i, nameOf(p), outcome(r), r.Virtual, r.Stats.Steps, traces[i].Len(), hashLine(r))
	}
	d := trace.Compare(&traces[0], &traces[1])
	if d == nil {
		fmt.Fprintln(t.out, "every event is the same")
		return nil
	}
	fmt.Fprintf(t.out, "the first difference is event %d:\n\n", d.Index)
	c.print(t.out, &traces, d.Index)
	*result = status(scenarios.ClassDivergence)
	return nil
}

// plans returns what is compared. Flags apply to both, or to the second of a plan that is compared with itself.
func (c *diffCommand) plans() (a, b *plan.Plan, err error) {
	options, err := c.options()
	if err != nil {
		return nil, nil, err
	}
	changed := c.Schedule != "" || c.Design != "" || len(c.Set)+len(c.Arm) > 0
	first, second := options, options
	if c.B == "" {
		if !changed {
			return nil, nil, &words.Error{End: "command line", Want: "a second run, or flags under which the first is another one"}
		}
		c.B, first = c.A, scenarios.PlanOptions{}
	}
	if a, err = runOf(c.A, first); err != nil {
		return nil, nil, err
	}
	b, err = runOf(c.B, second)
	return a, b, err
}

// runOf returns the plan of a file, or of SCENARIO@SEED.
func runOf(argument string, o scenarios.PlanOptions) (*plan.Plan, error) {
	if isFile(argument) {
		p, err := readPlan(argument)
		if err != nil {
			return nil, err
		}
		return p, apply(p, o)
	}
	name, text, found := strings.Cut(argument, "@")
	scenario := scenarios.Lookup(name)
	if scenario == nil {
		return nil, unknown(name, "a plan file or a scenario: ", scenarioNames())
	}
	if !found {
		return nil, &words.Error{Word: argument, Want: "a seed behind the scenario, such as " + name + "@0x1"}
	}
	seed, err := plan.ParseSeed(text)
	if err != nil {
		return nil, err
	}
	return scenario.Plan(seed, o)
}

// outcome says in a few words how a run ended.
func outcome(r *scenarios.Result) string {
	if r.Failed() {
		return r.Class.String() + ": " + r.Signature
	}
	return r.Class.String()
}

// print writes what both runs have before the difference, and what each has from there on.
func (c *diffCommand) print(w io.Writer, traces *[2]trace.Recorder, at int) {
	near := int(min(c.Context, uint(maxCount)))
	for i := max(0, at-near); i < at; i++ {
		fmt.Fprintf(w, "   %s\n", traces[0].Line(i))
	}
	for i := range traces {
		for line := at; line < min(at+1+near, traces[i].Len()); line++ {
			fmt.Fprintf(w, "%c  %s\n", 'a'+i, traces[i].Line(line))
		}
		if at >= traces[i].Len() {
			fmt.Fprintf(w, "%c  the end of the trace\n", 'a'+i)
		}
	}
}
