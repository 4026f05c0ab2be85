package main

import (
	"fmt"
	"io"
	"slices"

	"onelane.test/faults/words"
	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
)

// replayCommand runs one plan and shows what happens.
type replayCommand struct {
	Target string   `arg:"" name:"plan|scenario" help:"A plan file (a word with a / or .plan), or a scenario with --seed."`
	Seed   seedFlag `placeholder:"S" help:"The run's own seed, hexadecimal with 0x or decimal."`
	overrides
	Trace bool     `help:"Print the whole trace."`
	Grep  string   `placeholder:"W" help:"Print the lines of the trace that contain this text."`
	Node  string   `placeholder:"N" help:"Print the lines of the trace of this node, such as env or r1.p0; a replica stands for its processes."`
	From  stepFlag `placeholder:"STEP" help:"Print the trace from this step on."`
	Until stepFlag `placeholder:"STEP" help:"End the run at this step, without judging it, and print the trace up to it."`
	Break stepFlag `placeholder:"STEP" help:"Stop in the debugger before this step; the program must have been started by one."`
}

// Run replays the plan. The last line is the hash of the run.
func (c *replayCommand) Run(t *terminal, result *status) error {
	p, err := onePlan(c.Target, c.Seed, c.overrides)
	if err != nil {
		return err
	}
	if err := c.check(p); err != nil {
		return err
	}
	o := scenarios.RunOptions{
		Trace: c.trace(t.out), Lines: scenarios.Lines{From: c.From.value, Node: c.Node, Grep: c.Grep},
		Until: c.Until.value, Tail: tailSearched, AtStep: c.Break.value, Break: stopInDebugger,
	}
	r, err := scenarios.Run(p, o)
	if err != nil {
		return err
	}
	*result = status(r.Class)
	if c.Break.value > r.Stats.Steps {
		fmt.Fprintf(t.err, "onelane: the run ended at step %d, before step %d\n", r.Stats.Steps, c.Break.value)
	}
	c.print(t.out, r)
	return nil
}

// check returns an error if a flag asks for what there is not.
func (c *replayCommand) check(p *plan.Plan) error {
	if c.Until.value > 0 && c.From.value > c.Until.value {
		return &words.Error{
			Word: fmt.Sprintf("--until %d", c.Until.value), Want: fmt.Sprintf("a step not before that of --from, %d", c.From.value),
		}
	}
	if nodes := scenarios.Nodes(p); c.Node != "" && !slices.Contains(nodes, c.Node) {
		return fmt.Errorf("--node: %w", unknown(c.Node, "", nodes))
	}
	if c.Break.value > 0 {
		return demandDebugger()
	}
	return nil
}

func (c *replayCommand) print(w io.Writer, r *scenarios.Result) {
	if r.Failed() {
		r.TraceTail = telling(r.TraceTail)
		printFailure(w, r)
	}
	if c.Until.value == 0 || r.Failed() {
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
	if c.Trace || c.Grep != "" || c.Node != "" || c.From.value > 0 || c.Until.value > 0 {
		return out
	}
	return nil
}
