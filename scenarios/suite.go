package scenarios

import "slices"

// Suite is a named list of scenarios with a number of seeds each.
type Suite struct {
	Name    string
	Doc     string
	Entries []Entry
}

// Entry is a scenario in a suite.
type Entry struct {
	Scenario *Scenario
	Seeds    int
}

// planned is how many seeds of the entry run at first: an enumeration has no more than it has.
func (e Entry) planned() int {
	if whole := e.Scenario.Whole(); whole > 0 {
		return min(e.Seeds, whole)
	}
	return e.Seeds
}

// Suites returns all suites, sorted by name.
func Suites() []*Suite {
	return []*Suite{
		{
			Name:    "canary",
			Doc:     "Worlds with a planted bug, which must fail.",
			Entries: entries(50, "canary"),
		},
		{
			Name:    "enumerate",
			Doc:     "Every case of every enumeration, each under several schedules.",
			Entries: whole("disconnect-at-every-command", "reconcile-order", "shared-fate-subsets"),
		},
		{
			Name: "smoke",
			Doc:  "Every scenario, for about a minute on two cores; what run does by default.",
			Entries: slices.Concat(
				entries(smokeSeeds, "cohost", "controller-kill", "gate", "process-kill",
					"reconnect-both", "reconnect-compute", "reconnect-storage", "storm"),
				entries(smokeSeeds/2, "bring-up-generations", "double-suspend", "drop-overtake", "flag-skew",
					"flood-starves-guest", "lost-unpark", "reconnect-backlog", "reconnect-both-skewed", "shape-flag-flip",
					"stash-future-nonce", "suspend-during-reconcile", "suspend-vs-drop", "suspend-while-away", "two-envds"),
				entries(smokeSeeds/4, "disconnect-at-every-command"),
				entries(smokeSeeds/8, "idle-liveness", "reconcile-order", "shared-fate-subsets"),
				entries(4*smokeSeeds, "lane"),
			),
		},
	}
}

// smokeSeeds is the number of seeds of each scenario in the suite smoke.
const smokeSeeds = 400

func entries(seeds int, names ...string) []Entry {
	var all []Entry
	for _, name := range names {
		all = append(all, Entry{Scenario: Lookup(name), Seeds: seeds})
	}
	return all
}

// whole returns all seeds of enumerations.
func whole(names ...string) []Entry {
	var all []Entry
	for _, name := range names {
		s := Lookup(name)
		all = append(all, Entry{Scenario: s, Seeds: s.Whole()})
	}
	return all
}

// LookupSuite returns the suite of a name, nil if there is none.
func LookupSuite(name string) *Suite {
	for _, s := range Suites() {
		if s.Name == name {
			return s
		}
	}
	return nil
}
