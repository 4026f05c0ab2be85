package main

import (
	"fmt"
	"strconv"
	"strings"

	"onelane.test/faults"
	"onelane.test/runtime/fail"
	"onelane.test/scenarios"
	"onelane.test/scenarios/goal"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// listCommand lists what there is.
type listCommand struct {
	What string `arg:"" optional:"" help:"One of scenarios, suites, designs, failpoints, faults, oracles, goals, schedules, knobs, statements; without it, everything."`
}

// section is one thing that can be listed.
type section struct {
	name  string
	table func() table
}

func sections() []section {
	return []section{
		{"scenarios", scenarioTable},
		{"suites", suiteTable},
		{"designs", designTable},
		{"failpoints", failpointTable},
		{"faults", faultTable},
		{"oracles", oracleTable},
		{"goals", goalTable},
		{"schedules", scheduleTable},
		{"knobs", knobTable},
		{"statements", statementTable},
	}
}

// Run prints one section, or all.
func (c *listCommand) Run(t *terminal) error {
	var names []string
	found := false
	for _, s := range sections() {
		names = append(names, s.name)
		if c.What != "" && c.What != s.name {
			continue
		}
		if c.What == "" {
			fmt.Fprintf(t.out, "%s\n", s.name)
		}
		s.table().print(t.out)
		if c.What == "" {
			fmt.Fprintln(t.out)
		}
		found = true
	}
	if !found {
		return unknown(c.What, "", names)
	}
	return nil
}

func scenarioTable() table {
	var t table
	for _, s := range scenarios.List() {
		doc := s.Doc
		if len(s.Aliases) > 0 {
			doc += " Also: " + strings.Join(s.Aliases, ", ") + "."
		}
		t.add(s.Name, doc)
	}
	return t
}

func suiteTable() table {
	var t table
	for _, s := range scenarios.Suites() {
		t.add(s.Name, s.Doc)
	}
	return t
}

func designTable() table {
	t := table{head: []string{"design", ">failpoints", "meaning"}}
	for _, d := range fail.Designs() {
		t.add(d.Name, strconv.Itoa(len(d.Points)), d.Doc)
	}
	return t
}

func failpointTable() table {
	t := table{head: []string{"failpoint", "kind", "where", "found by", "design", "brings back"}}
	for _, e := range fail.Catalogue() {
		if e.Equivalent != "" {
			t.add(string(e.Name), "equivalent", "-", "nobody", "", e.Restores+"; nobody can tell: "+e.Equivalent)
			continue
		}
		t.add(string(e.Name), e.Kind.String(), e.Where, e.Oracle, e.Design, e.Restores)
	}
	return t
}

func faultTable() table {
	var t table
	for _, k := range faults.Kinds() {
		t.add(k.Usage, k.Doc)
	}
	return t
}

func oracleTable() table {
	var t table
	for _, o := range scenarios.Oracles() {
		t.add(o.Name, o.Doc)
	}
	return t
}

func goalTable() table {
	var t table
	for _, g := range goal.Goals() {
		t.add(g.Name, g.Doc)
	}
	return t
}

func scheduleTable() table {
	var t table
	for _, s := range sim.Schedules() {
		t.add(s.Usage, s.Doc)
	}
	t.add(exhaustive+" [delays=N]", "For run alone: all schedules of a world in which nothing is drawn, or those with so few delays.")
	return t
}

func knobTable() table {
	t := table{head: []string{"knob", "default", "meaning"}}
	for _, k := range scenarios.Knobs() {
		t.add(k.Key, k.Default, k.Doc)
	}
	return t
}

func statementTable() table {
	var t table
	for _, usage := range plan.Usages() {
		t.add("@TIME " + usage)
	}
	return t
}
