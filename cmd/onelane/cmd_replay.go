package main

import (
	"fmt"
	"io"

	"onelane.test/scenarios"
)

// replayCommand runs one plan and shows what happens.
type replayCommand struct {
	Target string   `arg:"" name:"plan|scenario" help:"A plan file (a word with a / or .plan), or a scenario with --seed."`
	Seed   seedFlag `placeholder:"S" help:"The run's own seed, hexadecimal with 0x or decimal."`
	overrides
	Trace bool   `help:"Print the whole trace."`
	Grep  string `placeholder:"W" help:"Print the lines of the trace that contain this text."`
	Until uint64 `placeholder:"STEP" help:"End the run at this step, without judging it, and print the trace up to it."`
}

// Run replays the plan. The last line is the hash of the run.
func (c *replayCommand) Run(t *terminal, result *status) error {
	p, err := onePlan(c.Target, c.Seed, c.overrides)
	if err != nil {
		return err
	}
	r, err := scenarios.Run(p, scenarios.RunOptions{Trace: c.trace(t.out), Grep: c.Grep, Until: c.Until, Tail: tailSearched})
	if err != nil {
		return err
	}
	*result = status(r.Class)
	if r.Failed() {
		r.TraceTail = telling(r.TraceTail)
		printFailure(t.out, r)
	}
	if c.Until == 0 || r.Failed() {
		printVerdicts(t.out, r.Verdicts)
	}
	fmt.Fprintf(t.out, "%s after %s, %d steps\n", r.Class, r.Virtual, r.Stats.Steps)
	fmt.Fprintf(t.out, "hash 0x%016x\n", r.Hash)
	return nil
}

// trace returns where the trace goes, nil for nowhere.
func (c *replayCommand) trace(out io.Writer) io.Writer {
	if c.Trace || c.Grep != "" || c.Until > 0 {
		return out
	}
	return nil
}
