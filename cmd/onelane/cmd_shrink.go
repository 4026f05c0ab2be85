package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"onelane.test/faults/words"
	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/reduction"
	"onelane.test/scenarios/regression"
)

// shrinkCommand cuts a plan whose run fails to its core.
type shrinkCommand struct {
	Target string   `arg:"" name:"plan|scenario" help:"A plan file (a word with a / or .plan), or a scenario with --seed."`
	Seed   seedFlag `placeholder:"S" help:"The run's own seed, hexadecimal with 0x or decimal."`
	overrides
	For       realTimeFlag `placeholder:"D" help:"Real time to spend at most; 1m unless given. Interrupted, it keeps the smallest plan so far."`
	Jobs      countFlag    `placeholder:"J" help:"Worlds side by side; one for each core unless given."`
	Artefacts string       `placeholder:"DIR" default:"artefacts" help:"Where the smallest plan goes, and those of other failures that are met on the way."`
	Keep      string       `placeholder:"NAME" help:"Write the smallest plan to testdata/regressions/NAME.plan as well, with its story."`
}

// defaultShrinking is far above what a plan of 40 lines takes.
const defaultShrinking = time.Minute

// Run shrinks, has a fresh process replay the result, and only then tells of it.
func (c *shrinkCommand) Run(t *terminal, result *status) error {
	p, err := onePlan(c.Target, c.Seed, c.overrides)
	if err != nil {
		return err
	}
	kept, err := c.keepAs()
	if err != nil {
		return err
	}
	draft, err := newDraft(c.Artefacts, p)
	if err != nil {
		return err
	}
	defer draft.close()
	r, err := c.reduce(t, p, draft)
	var flaky *reduction.Flaky
	switch {
	case errors.Is(err, reduction.ErrHolds):
		return &words.Error{Word: c.Target, Want: "a run that fails; this one holds, so that there is nothing to shrink"}
	case errors.As(err, &flaky):
		fmt.Fprintln(t.out, "divergence:", flaky)
		*result = status(scenarios.ClassDivergence)
		return nil
	case err != nil:
		return err
	}
	return c.announce(t, r, draft, kept, result)
}

// reduce reduces until nothing can be made smaller, time is up, or somebody interrupts.
func (c *shrinkCommand) reduce(t *terminal, p *plan.Plan, draft *draft) (*reduction.Reduction, error) {
	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	bounded, cancel := context.WithTimeout(interrupted, cmp.Or(c.For.value, defaultShrinking))
	defer cancel()
	tell, over := newShrinkProgress(t.err)
	defer over()
	r, err := reduction.Reduce(p, reduction.Options{
		Jobs: cmp.Or(c.Jobs.value, runtime.GOMAXPROCS(0)), Done: bounded.Done(), Tested: tell, Better: draft.save,
	})
	if err == nil && !r.Complete {
		fmt.Fprintln(t.err, "onelane: ended early; this is the smallest plan until then")
	}
	return r, err
}

// announce saves the result, has it replayed, and prints it.
func (c *shrinkCommand) announce(
	t *terminal, r *reduction.Reduction, draft *draft, kept string, result *status,
) error {
	story := regression.Story(r.First, r.Last)
	path, err := draft.finish(story + r.Last.Plan.String())
	if err != nil {
		return err
	}
	if err := inFreshProcess(path, r.Last); err != nil {
		fmt.Fprintf(t.out, "divergence: %s\n", err)
		*result = status(scenarios.ClassDivergence)
		return nil
	}
	fmt.Fprintf(t.out, "%s: %s\n\nfrom %s\nto   %s\n%s worlds; a fresh process gave the same signature and hash\n\n%s\n",
		r.Last.Class, r.Last.Signature, sized(r.First.Plan), sized(r.Last.Plan), fmt.Sprint(r.Runs),
		indent(r.Last.Plan.String()))
	if err := c.saveOthers(t, r); err != nil {
		return err
	}
	if kept != "" {
		if err := regression.Write(kept, story+r.Last.Plan.String()); err != nil {
			return err
		}
		path = kept
	}
	fmt.Fprintf(t.out, "replay:\n  onelane replay %s\n", quoted(asFile(path)))
	return nil
}

// sized says how large a plan is, in lines and in what counts.
func sized(p *plan.Plan) string {
	return fmt.Sprintf("%s: %s", count(strings.Count(p.String(), "\n"), "line"), reduction.SizeOf(p))
}

// saveOthers saves the plans of failures that were met on the way.
func (c *shrinkCommand) saveOthers(t *terminal, r *reduction.Reduction) error {
	a := &artefacts{dir: c.Artefacts}
	for i, other := range r.Others {
		if i == 0 {
			fmt.Fprintln(t.out, "other failures that were met on the way:")
		}
		path, err := a.savePlan(other.Plan)
		if err != nil {
			return err
		}
		fmt.Fprintf(t.out, "  %s\n    onelane shrink %s\n", other.Signature, quoted(asFile(path)))
	}
	if len(r.Others) > 0 {
		fmt.Fprintln(t.out)
	}
	return nil
}

// keepAs returns the path under which the result is kept, "" if it is not.
func (c *shrinkCommand) keepAs() (string, error) {
	if c.Keep == "" {
		return "", nil
	}
	name := strings.TrimSuffix(c.Keep, ".plan")
	if name != filepath.Base(name) || strings.HasPrefix(name, ".") {
		return "", &words.Error{Word: "--keep " + c.Keep, Want: "a name for a file of testdata/regressions, such as " + "lost-drop"}
	}
	path := filepath.Join(regression.Dir, name+".plan")
	if _, err := os.Stat(path); err == nil {
		return "", &words.Error{Word: "--keep " + c.Keep, Want: "a new name; there is a plan " + path}
	}
	return path, nil
}
