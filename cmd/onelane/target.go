package main

import (
	"slices"
	"strings"

	"onelane.test/faults/words"
	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
)

// isFile reports whether an argument names a plan file rather than a scenario or a suite.
func isFile(argument string) bool {
	return strings.Contains(argument, "/") || strings.HasSuffix(argument, ".plan")
}

// readPlan reads a plan file and checks that all that it names is there.
func readPlan(path string) (*plan.Plan, error) {
	p, err := plan.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return p, p.ValidateNames(scenarios.Names())
}

// onePlan returns the plan that an argument means: that of a file, or that of a seed of a scenario.
func onePlan(argument string, seed seedFlag, o overrides) (*plan.Plan, error) {
	options, err := o.options()
	if err != nil {
		return nil, err
	}
	if isFile(argument) {
		if seed.set {
			return nil, &words.Error{Word: "--seed", Want: "no seed beside a plan file, which has its own"}
		}
		p, err := readPlan(argument)
		if err != nil {
			return nil, err
		}
		return p, apply(p, options)
	}
	scenario := scenarios.Lookup(argument)
	if scenario == nil {
		return nil, unknown(argument, "a plan file or a scenario: ", scenarioNames())
	}
	if !seed.set {
		return nil, &words.Error{Word: argument, Want: "--seed SEED beside a scenario, such as --seed 0x1"}
	}
	return scenario.Plan(seed.value, options)
}

// unknown complains about a word that names nothing.
func unknown(word, want string, names []string) error {
	return &words.Error{Word: word, Want: want + words.Suggest(word, names)}
}

// scenarioNames returns the names of all scenarios.
func scenarioNames() []string {
	var names []string
	for _, s := range scenarios.List() {
		names = append(names, s.Name)
	}
	return names
}

// runnableNames returns the names of all suites and scenarios, sorted.
func runnableNames() []string {
	names := scenarioNames()
	for _, s := range scenarios.Suites() {
		names = append(names, s.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
