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
	Node  string `placeholder:"N" help:"Print the lines of the trace of this node, such as env or r1.p0; a replica stands for its processes."`
	From  uint64 `placeholder:"STEP" help:"Print the trace from this step on."`
	Until uint64 `placeholder:"STEP" help:"End the run at this step, without judging it, and print the trace up to it."`
	Break uint64 `placeholder:"STEP" help:"Stop in the debugger before this step; the program must have been started by one."`
}

// Run replays the plan. The last line is the hash of the run.
func (c *replayCommand) Run(t *terminal, result *status) error {
	p, err := onePlan(c.Target, c.Seed, c.overrides)
	if err != nil {
		return err
	}
	o := scenarios.RunOptions{
		Trace: c.trace(t.out), Lines: scenarios.Lines{From: c.From, Node: c.Node, Grep: c.Grep},
		Until: c.Until, Tail: tailSearched,
	}
	if c.Break > 0 {
		if o.AtStep, o.Break, err = c.Break, stopInDebugger, demandDebugger(); err != nil {
			return err
		}
	}
	r, err := scenarios.Run(p, o)
	if err != nil {
		return err
	}
	*result = status(r.Class)
	c.print(t.out, r)
	return nil
}

func (c *replayCommand) print(w io.Writer, r *scenarios.Result) {
	if r.Failed() {
		r.TraceTail = telling(r.TraceTail)
		printFailure(w, r)
	}
	if c.Until == 0 || r.Failed() {
		printVerdicts(w, r.Verdicts)
	}
	if missed := missedChoices(r); missed != "" {
		fmt.Fprintln(w, missed)
	}
	ended := r.Class.String()
	if r.Verdicts == nil {
		ended = "not judged"
	}
	fmt.Fprintf(w, "%s after %s, %d steps\n", ended, r.Virtual, r.Stats.Steps)
	fmt.Fprintln(w, hashLine(r))
}

// trace returns where the trace goes, nil for nowhere.
func (c *replayCommand) trace(out io.Writer) io.Writer {
	if c.Trace || c.Grep != "" || c.Node != "" || c.From > 0 || c.Until > 0 {
		return out
	}
	return nil
}
