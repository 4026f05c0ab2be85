package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"

	"onelane.test/faults/words"
	"onelane.test/scenarios"
	"onelane.test/scenarios/explanation"
	"onelane.test/scenarios/plan"
)

// explainCommand says why a run fails.
type explainCommand struct {
	Target string   `arg:"" name:"plan|scenario" help:"A plan file (a word with a / or .plan), or a scenario with --seed."`
	Seed   seedFlag `placeholder:"S" help:"The run's own seed, hexadecimal with 0x or decimal."`
	overrides
	Suffixes countFlag `placeholder:"N" help:"How often the run is continued at random from each moment, and how many seeds are asked about a line; 40 unless given."`
	Jobs     countFlag `placeholder:"J" help:"Worlds side by side; one for each core unless given."`
	JSON     bool      `help:"Print everything as JSON."`
}

const defaultSuffixes = 40

// explained is everything that is said of a failure.
type explained struct {
	Signature string             `json:"signature"`
	Class     string             `json:"class"`
	Steps     uint64             `json:"steps"`
	Lines     []explanation.Line `json:"lines"`
	Flip      *explanation.Flip  `json:"flip"`
	Curve     *explanation.Curve `json:"curve"`
}

// Run explains. Interrupted, it prints what is known by then.
func (c *explainCommand) Run(t *terminal, result *status) error {
	p, err := onePlan(c.Target, c.Seed, c.overrides)
	if err != nil {
		return err
	}
	e, err := explanation.New(p)
	if errors.Is(err, explanation.ErrHolds) {
		return &words.Error{Word: c.Target, Want: "a run that fails; this one holds, so that there is nothing to explain"}
	}
	if err != nil {
		return err
	}
	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	e.Jobs, e.Done = cmp.Or(c.Jobs.value, runtime.GOMAXPROCS(0)), interrupted.Done()
	all, err := c.explain(e)
	if err != nil {
		return err
	}
	*result = status(e.Failure().Class)
	if c.JSON {
		return printJSON(t.out, all)
	}
	all.print(t.out, e.Failure())
	return nil
}

func (c *explainCommand) explain(e *explanation.Explainer) (*explained, error) {
	r, suffixes := e.Failure(), cmp.Or(c.Suffixes.value, defaultSuffixes)
	all := &explained{Signature: r.Signature, Class: r.Class.String(), Steps: r.Stats.Steps, Lines: e.Lines(suffixes)}
	var err error
	if all.Flip, err = e.Flip(); err != nil {
		return nil, err
	}
	all.Curve, err = e.Curve(suffixes)
	return all, err
}

func (x *explained) print(w io.Writer, r *scenarios.Result) {
	fmt.Fprintf(w, "%s: %s\n%s seed %s, %d steps, %s\n", x.Class, x.Signature, r.Plan.Scenario,
		plan.FormatSeed(r.Plan.Seed), x.Steps, hashLine(r))
	x.printLines(w)
	x.printFlip(w)
	x.printCurve(w)
}

// printLines says of each line what the run gives without it.
func (x *explained) printLines(w io.Writer) {
	fmt.Fprintln(w, "\nlines that could be left out:")
	t := table{head: []string{"  matters", "line", "without it", ">other seeds that fail"}}
	for _, line := range x.Lines {
		matters, without, failed := "  no", "the same", ""
		if line.Matters {
			matters, without, failed = "  yes", line.Without, fmt.Sprintf("%d of %d", line.Failed, line.Draws)
		}
		if line.With > 0 {
			without += fmt.Sprintf(" (and without %s that refer to it)", count(line.With, "line"))
		}
		t.add(matters, line.Text, without, failed)
	}
	t.print(w)
}

// printFlip shows the two steps whose order decides.
func (x *explained) printFlip(w io.Writer) {
	if x.Flip == nil {
		fmt.Fprintln(w, "\nno other order of steps was found under which this seed does not fail")
		return
	}
	f := x.Flip
	fmt.Fprintf(w, "\nthe order that decides, at step %d, %s:\n", f.Step, f.At)
	for i, event := range []explanation.Event{f.First, f.Second} {
		step := fmt.Sprintf("step %d", event.Step)
		if event.Step == 0 {
			step = "never came to run"
		}
		fmt.Fprintf(w, "  %s %s, %s\n", [...]string{"first", "then "}[i], event.Actor, step)
		for _, line := range firstOf(event.Lines) {
			fmt.Fprintf(w, "        %s\n", line)
		}
	}
	if len(f.Objects) > 0 {
		fmt.Fprintf(w, "  both touch %s\n", words.AllOf(f.Objects))
	}
	fmt.Fprintf(w, "  the other way round, the run gives: %s\n", f.Escape)
}

// shownEvents is how many events are shown of a step, or of a stretch of the run.
const shownEvents = 8

// firstOf returns the lines that say something, the first few.
func firstOf(lines []string) []string {
	lines = sayingSomething(lines)
	if len(lines) > shownEvents {
		return append(lines[:shownEvents:shownEvents], fmt.Sprintf("… and %d more", len(lines)-shownEvents))
	}
	return lines
}

// barWidth is how many characters stand for certainty.
const barWidth = 40

// printCurve draws how likely the failure was, by how much of the run had happened.
func (x *explained) printCurve(w io.Writer) {
	if len(x.Curve.Points) == 0 {
		return
	}
	fmt.Fprintf(w, "\nchance of this failure if the run goes on at random, %d times from each step (95 %% interval):\n",
		x.Curve.Points[0].Runs)
	t := table{head: []string{">  from step", ">time", ">chance", "interval", ""}}
	for _, p := range x.Curve.Points {
		t.add(fmt.Sprint(p.Step), p.At, fmt.Sprintf("%.0f%%", 100*p.Chance()),
			fmt.Sprintf("%3.0f%%..%.0f%%", 100*p.Low, 100*p.High), strings.Repeat("#", int(p.Chance()*barWidth+0.5)))
	}
	t.print(w)
	if !x.Curve.Clear {
		fmt.Fprintln(w, "between no two of these steps does it rise by more than chance explains")
		return
	}
	fmt.Fprintf(w, "it rises most from step %d to %d:\n", x.Curve.From, x.Curve.To)
	if len(x.Curve.Events) == 0 {
		fmt.Fprintln(w, "  no event, only steps")
	}
	for _, line := range firstOf(x.Curve.Events) {
		fmt.Fprintf(w, "  %s\n", line)
	}
}
