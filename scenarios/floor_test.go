package scenarios

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/scenarios/oracle"
)

// fullRow is a row of a scenario that ran all its ten seeds and met every floor exactly.
func fullRow(name string) *Row {
	r := newRow(name)
	r.Planned, r.Runs = 10, 10
	r.Steps, r.Choices = 1500, 900
	r.ExactSteps, r.ExactChoices = 500, 500 // which no floor judges
	r.Alternating, r.Overlapping = 8, 3
	r.MayDraw["kill"], r.DidFire["kill"] = 100, 1
	r.Oracles = []OracleRow{{Name: "nonce", Runs: map[oracle.Outcome]int{oracle.Holds: 1, oracle.Inconclusive: 9}, RunsSeen: 1}}
	return r
}

func TestShortfalls(t *testing.T) {
	for _, c := range []struct {
		name, scenario string
		change         func(*Row)
		want           string // "" if the row meets its floors
	}{
		{"at every floor", "storm", func(*Row) {}, ""},
		{"too few choices", "storm", func(r *Row) { r.Choices-- }, "storm: real choices in at least 40%, but was 399 of 1000"},
		{"choices of exact worlds alone", "storm", func(r *Row) { r.Choices = 500 }, "storm: real choices in at least 40%, but was 0 of 1000"},
		{"only exact worlds", "storm", func(r *Row) { r.ExactSteps, r.ExactChoices = r.Steps, r.Choices }, ""},
		{"too few alternate", "storm", func(r *Row) { r.Alternating-- }, "storm: both kinds alternate in the lane in at least 80%, but was 7 of 10"},
		{"no floor of another scenario", "gate", func(r *Row) { r.Alternating, r.Overlapping = 0, 0 }, ""},
		{"too few overlap", "reconnect-both", func(r *Row) { r.Overlapping-- }, "reconnect-both: a reconnect overlaps a creation in at least 30%, but was 2 of 10"},
		{"a fault never fires", "storm", func(r *Row) { r.DidFire["kill"] = 0 }, "storm: fault kill fires where it is drawn in at least 1%, but was 0 of 100"},
		{"an oracle never looks", "storm", func(r *Row) { r.Oracles[0].RunsSeen = 0 }, "storm: oracle nonce looks in some world, but was never"},
		{"an oracle has nothing to look at", "storm", func(r *Row) { r.Oracles = nil }, ""},
		{"not all seeds ran", "storm", func(r *Row) { r.Runs, r.Choices = 9, 0 }, ""},
		{"a plan file", "storm", func(r *Row) { r.Planned, r.Choices = 0, 0 }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := fullRow(c.scenario)
			c.change(r)
			missed := r.shortfalls()
			if c.want == "" {
				require.Empty(t, missed)
				return
			}
			require.Len(t, missed, 1)
			require.Equal(t, c.want, missed[0].String())
		})
	}
}

// TestSeenOnlyIfConclusive demands that an oracle which looked and came to no conclusion counts as not having looked.
func TestSeenOnlyIfConclusive(t *testing.T) {
	row := OracleRow{Runs: map[oracle.Outcome]int{}}
	row.add(oracle.Verdict{Outcome: oracle.Inconclusive, Looks: 7})
	row.add(oracle.Verdict{Outcome: oracle.Holds})
	require.Zero(t, row.RunsSeen)
	row.add(oracle.Verdict{Outcome: oracle.Holds, Looks: 1})
	row.add(oracle.Verdict{Outcome: oracle.Violated, Looks: 1})
	require.Equal(t, 2, row.RunsSeen)
}

// dull is a scenario in which nothing happens.
func dull() *Scenario {
	return &Scenario{Name: "storm", topology: topologyUnified, replicas: 1, processes: 1, workers: 1}
}

// TestNothingProved runs a suite that is below its floors.
func TestNothingProved(t *testing.T) {
	suite := SweepOptions{Entries: []Entry{{Scenario: dull(), Seeds: 3}}, Root: 1, Floors: true}
	summary, err := Sweep(suite)
	require.NoError(t, err)
	require.Empty(t, summary.Failures)
	require.NotEmpty(t, summary.Shortfalls)
	require.Equal(t, ClassNothingProved, summary.Class)
	require.EqualValues(t, 6, summary.Class)

	part := suite
	part.Floors = false
	summary, err = Sweep(part)
	require.NoError(t, err)
	require.Empty(t, summary.Shortfalls, "only whole suites are judged")
	require.Equal(t, ClassHeld, summary.Class)
}

// TestInterruptedSweepsAreNotJudged ends a suite early: its figures are shown, and no floor is judged.
func TestInterruptedSweepsAreNotJudged(t *testing.T) {
	done := make(chan struct{})
	runs := 0
	summary, err := Sweep(SweepOptions{
		Entries: []Entry{{Scenario: dull(), Seeds: 50}}, Root: 1, Floors: true, Jobs: 1, Done: done,
		Progress: func(Progress) {
			if runs++; runs == 2 {
				close(done)
			}
		},
	})
	require.NoError(t, err)
	require.Positive(t, summary.Runs)
	require.Less(t, summary.Runs, 50)
	require.Empty(t, summary.Shortfalls)
	require.Equal(t, ClassHeld, summary.Class)
}

func TestNoRunsProveNothing(t *testing.T) {
	summary, err := Sweep(SweepOptions{})
	require.NoError(t, err)
	require.Equal(t, ClassNothingProved, summary.Class)
}

// TestWorst demands that of several ends the worst decides, by the order of the exit statuses.
func TestWorst(t *testing.T) {
	order := []Class{ClassCrash, ClassDivergence, ClassViolation, ClassStuck, ClassNothingProved}
	for i, worse := range order {
		for _, better := range append(order[i:], ClassHeld) {
			require.Equal(t, worse, Worst(better, worse))
			require.Equal(t, worse, Worst(worse, better))
		}
	}
	require.Equal(t, ClassHeld, Worst())
}
