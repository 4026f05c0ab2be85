package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"onelane.test/scenarios/plan"
)

// Property is one thing that can be said of a scenario.
type Property struct{ Name, Value string }

// Properties returns the space that a seed draws from, in the order in which people ask: what runs, what the user does,
// what goes wrong.
func (s *Scenario) Properties() []Property {
	return []Property{
		{"topology", s.topology},
		{"replicas", upTo(1, s.replicas)},
		{"processes", upTo(s.fewestProcesses(), s.processes) + " of a replica"},
		{"workers", upTo(1, s.workers) + " of a process"},
		{"creations", s.creations()},
		{"statements", s.statements()},
		{"faults", s.faultCounts()},
		{"oracles with nothing to look at", strings.Join(s.unseen, ", ")},
	}
}

func (s *Scenario) fewestProcesses() int {
	if s.several {
		return 2
	}
	return 1
}

func upTo(least, most int) string {
	if most <= least {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

func (s *Scenario) creations() string {
	w := s.workload
	if w.Max == 0 {
		return ""
	}
	return fmt.Sprintf("%s within %s, from %s on", upTo(w.Min, w.Max), w.Span, w.From)
}

func (s *Scenario) statements() string {
	var parts []string
	for _, w := range s.workload.Weights {
		parts = append(parts, fmt.Sprintf("%s %d", w.Kind, w.Weight))
	}
	return strings.Join(parts, ", ")
}

// sampled is how many plans are drawn to say what a scenario draws.
const sampled = 100

// faultCounts says in how many plans each kind of fault is. The profile alone does not tell: some scenarios add faults of
// their own.
func (s *Scenario) faultCounts() string {
	counts := s.Faults()
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s %d%%", kind, counts[kind]*100/sampled))
	}
	return strings.Join(parts, ", ")
}

// Faults returns in how many of a hundred drawn plans each kind of fault is.
func (s *Scenario) Faults() map[string]int {
	counts := map[string]int{}
	for i := range sampled {
		p, err := s.draft(s.Seed(0, i), PlanOptions{})
		if err != nil {
			panic(err) // a scenario whose plans are not legal is a mistake in it
		}
		drawn := map[string]bool{}
		for _, line := range p.Lines {
			if f, ok := line.Statement.(plan.Fault); ok {
				drawn[f.Kind()] = true
			}
		}
		for _, kind := range slices.Sorted(maps.Keys(drawn)) {
			counts[kind]++
		}
	}
	return counts
}
