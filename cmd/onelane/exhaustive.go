package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"onelane.test/faults/words"
	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// exhaustive is the word for all schedules, in place of one. It may be followed by delays=N, which bounds how often a
// schedule departs from the one in which nobody is interrupted.
const exhaustive = "exhaustive"

// parseExhaustive reads the flag --schedule; asked says whether it asks for all schedules.
func parseExhaustive(text string) (delays int, asked bool, err error) {
	fields := strings.Fields(text)
	if len(fields) == 0 || fields[0] != exhaustive {
		return 0, false, nil
	}
	if len(fields) == 1 {
		return 0, true, nil
	}
	value, ok := strings.CutPrefix(fields[1], "delays=")
	delays, err = strconv.Atoi(value)
	if !ok || err != nil || delays < 1 || len(fields) > 2 {
		return 0, true, fmt.Errorf("--schedule: %w", &words.Error{Word: text, Want: "exhaustive, or exhaustive delays=N"})
	}
	return delays, true, nil
}

// exhaust runs all schedules of the world of one seed of each scenario, or of each plan, and prints how many there are and
// how many fail. Of each way to fail the first is saved as a plan.
func (c *runCommand) exhaust(delays int, t *terminal, result *status) error {
	plans, err := c.exhaustible()
	if err != nil {
		return err
	}
	a, err := openArtefacts(c.Artefacts)
	if err != nil {
		return err
	}
	defer a.close()
	pool := sim.NewPool()
	defer pool.Close()
	worst := scenarios.ClassHeld
	for _, p := range plans {
		began := time.Now()
		e, err := scenarios.Explore(p, scenarios.ExploreOptions{
			Pool: pool, Delays: delays,
			Until: func() bool { return c.For.value > 0 && time.Since(began) >= c.For.value },
		})
		if err != nil {
			return err
		}
		worst = scenarios.Worst(worst, e.Class())
		if err := printExploration(t, a, e); err != nil {
			return err
		}
		fmt.Fprintf(t.out, "%s: %s: %s, in %s\n", e.Class(), nameOf(p), e, round(time.Since(began)))
	}
	*result = status(worst)
	return nil
}

// printExploration saves and prints the witness of each way to fail.
func printExploration(t *terminal, a *artefacts, e *scenarios.Exploration) error {
	for i, r := range e.Witnesses {
		path, err := a.savePlan(r.Plan)
		if err != nil {
			return err
		}
		fmt.Fprintf(t.out, "--- %d of %d schedules\n\n", e.Failures[i].Count, e.Schedules)
		printFailure(t.out, r)
		fmt.Fprintf(t.out, "replay:\n  onelane replay %s\n\n", quoted(asFile(path)))
	}
	return nil
}

// exhaustible returns the plans whose schedules are asked for: one seed of each scenario, since seeds differ in nothing
// but the schedule, or plans.
func (c *runCommand) exhaustible() ([]*plan.Plan, error) {
	for _, other := range []struct {
		flag string
		set  bool
	}{{"--seeds", c.Seeds.value > 0}, {"--root", c.Root.set}, {"--verify", c.Verify}, {"--jobs", c.Jobs.value > 0}} {
		if other.set {
			return nil, &words.Error{Word: other.flag, Want: "nothing about seeds beside --schedule exhaustive, which runs one world"}
		}
	}
	var plans []*plan.Plan
	o := c.overrides
	o.Schedule = ""
	for _, name := range c.Targets {
		seed := c.Seed
		if !isFile(name) && !seed.set {
			seed.value, seed.set = defaultRoot, true
		}
		p, err := onePlan(name, seed, o)
		if err != nil {
			return nil, err
		}
		if err := scenarios.Explorable(p); err != nil {
			return nil, err
		}
		plans = append(plans, p)
	}
	if len(plans) == 0 {
		return nil, &words.Error{Word: "--schedule exhaustive", Want: "a scenario of fixed data, such as lane-small"}
	}
	return plans, nil
}
