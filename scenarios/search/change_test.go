package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// TestChangesAreLegal changes plans of every scenario again and again. What comes of it can be written and read, keeps to
// what the scenario may have, and is a plan of the same scenario with the same failpoints.
func TestChangesAreLegal(t *testing.T) {
	arms := []plan.Arm{{Point: "lane/two-lanes", Num: 1, Den: 2}}
	for _, s := range scenarios.LookupSuite("smoke").Entries {
		if s.Scenario.Whole() > 0 {
			continue
		}
		t.Run(s.Scenario.Name, func(t *testing.T) {
			c := &changer{
				scenario: s.Scenario, rng: sim.Derive(1, "changes"), steps: 5000, overrides: scenarios.PlanOptions{Arms: arms},
			}
			p, mate := c.drawn(), c.drawn()
			for range 60 {
				next := c.change(p, mate)
				require.NotEqual(t, p.String(), next.String())
				again, err := plan.Parse("changed", next.String())
				require.NoError(t, err, next)
				require.Equal(t, next.String(), again.String())
				require.NoError(t, next.ValidateNames(scenarios.Names()))
				require.Equal(t, s.Scenario.Name, next.Scenario)
				require.Equal(t, arms, next.Arms)
				heal, check := scenarios.Phases(p)
				healed, checked := scenarios.Phases(next)
				require.Equal(t, check-heal, checked-healed, "time to come to rest")
				require.LessOrEqual(t, creations(next.Lines), max(creations(p.Lines), s.Scenario.Workload().Max))
				p, mate = next, p
			}
		})
	}
}

// TestEachChangeChanges demands of every way to change a plan that it does, within a few tries.
func TestEachChangeChanges(t *testing.T) {
	c := &changer{scenario: scenarios.Lookup("reconnect-both"), rng: sim.Derive(1, "each"), steps: 5000}
	for i, way := range changes() {
		changed := 0
		for range 40 {
			p, mate := c.drawn(), c.drawn()
			if way.apply(c, p.Clone(), mate).String() != p.String() {
				changed++
			}
		}
		require.GreaterOrEqual(t, changed, 3, "change %d", i)
	}
}
