package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFloorsAreForWholeSuites demands that the floors are judged where nothing but suites runs, as they are.
func TestFloorsAreForWholeSuites(t *testing.T) {
	for _, c := range []struct {
		name   string
		run    runCommand
		judged bool
	}{
		{"by default", runCommand{}, true},
		{"a suite", runCommand{Targets: []string{"smoke"}}, true},
		{"with every world run twice", runCommand{Verify: true, Jobs: countFlag{3}, Root: rootFlag{7, true}}, true},
		{"a scenario", runCommand{Targets: []string{"storm"}}, false},
		{"a suite and a scenario", runCommand{Targets: []string{"smoke", "storm"}}, false},
		{"a plan", runCommand{Targets: []string{"smoke", "../../testdata/regressions/lane-two-lanes.plan"}}, false},
		{"more seeds", runCommand{Seeds: countFlag{5000}}, true},
		{"fewer seeds", runCommand{Seeds: countFlag{5}}, false},
		{"one seed", runCommand{Seed: seedFlag{1, true}}, false},
		{"a schedule", runCommand{overrides: overrides{Schedule: "fifo"}}, false},
		{"a knob", runCommand{overrides: overrides{Set: []string{"items=3"}}}, false},
		{"a bug", runCommand{overrides: overrides{Arm: []string{"lane/two-lanes"}}}, false},
		{"a design", runCommand{overrides: overrides{Design: "pr38579"}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			o, err := c.run.sweep()
			require.NoError(t, err)
			require.Equal(t, c.judged, o.Floors)
		})
	}
}
