package explanation_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/scenarios"
	"onelane.test/scenarios/explanation"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/reduction"
)

// dropped is a plan whose failure depends on the order of steps.
const dropped = `onelane plan 1
scenario   reconnect-compute
seed       0x1
schedule   random
cluster    workers=1
arm        lane/storage-dropped-on-nonce-change
@0s        create source s1 partitions=1 rate=0/s
@1ms       fault slow-persist delay=1ms for=2ms
@1s        heal
@41s       check
`

// failing returns the plan with the first seed that fails by an oracle.
func failing(t *testing.T, text, oracle string) *plan.Plan {
	t.Helper()
	p, err := plan.Parse("x.plan", text)
	require.NoError(t, err)
	for p.Seed = range uint64(300) {
		r, err := scenarios.Run(p, scenarios.RunOptions{})
		require.NoError(t, err)
		if v, ok := r.Verdict(oracle); ok && r.Failed() && v.Reason != "" && r.Stop != nil {
			return p
		}
	}
	t.Fatalf("no seed fails by %s", oracle)
	return nil
}

func TestHolds(t *testing.T) {
	p, err := plan.Parse("x.plan", "onelane plan 1\nscenario lane\nseed 1\ncluster topology=lane workers=2\n@1s check\n")
	require.NoError(t, err)
	_, err = explanation.New(p)
	require.ErrorIs(t, err, explanation.ErrHolds)
}

// TestLines demands that the planted bug matters, and that a line which comes long after the failure does not.
func TestLines(t *testing.T) {
	e, err := explanation.New(failing(t, dropped, "lane-order"))
	require.NoError(t, err)
	lines := map[string]explanation.Line{}
	for _, line := range e.Lines(8) {
		lines[line.Text] = line
	}
	arm := lines["arm lane/storage-dropped-on-nonce-change"]
	require.True(t, arm.Matters)
	require.Equal(t, "held", arm.Without)
	require.Equal(t, 8, arm.Draws)
	require.Zero(t, arm.Failed)
	heal, ok := lines["@1s        heal"]
	require.True(t, ok)
	require.False(t, heal.Matters)
	require.Equal(t, e.Failure().Signature, heal.Without)
	require.Contains(t, lines, "schedule random")
	require.NotContains(t, lines, "@41s       check")
}

// TestFlip demands that the two orders of the steps that it names are those of a run that fails and of one that does not.
func TestFlip(t *testing.T) {
	r, err := reduction.Reduce(failing(t, dropped, "lane-order"), reduction.Options{})
	require.NoError(t, err)
	require.NotEmpty(t, r.Last.Plan.Choices, "the order of steps decides")
	e, err := explanation.New(r.Last.Plan)
	require.NoError(t, err)
	f, err := e.Flip()
	require.NoError(t, err)
	require.NotNil(t, f)
	require.NotEqual(t, f.First.Actor, f.Second.Actor)
	require.Equal(t, f.Step, f.First.Step)
	require.True(t, f.Second.Step == 0 || f.Second.Step > f.First.Step)
	require.NotEqual(t, e.Failure().Signature, f.Escape)
	require.LessOrEqual(t, f.Step, e.Failure().Stats.Steps)
	again, err := e.Flip()
	require.NoError(t, err)
	require.Equal(t, f, again)
}

// TestCurve demands that the failure is certain at the end of the run that is explained, that points are in order, and that the
// answer does not depend on how many worlds run side by side.
func TestCurve(t *testing.T) {
	e, err := explanation.New(failing(t, dropped, "lane-order"))
	require.NoError(t, err)
	c, err := e.Curve(12)
	require.NoError(t, err)
	last := c.Points[len(c.Points)-1]
	require.Equal(t, e.Failure().Stats.Steps, last.Step)
	require.Equal(t, 12, last.Failed)
	require.Zero(t, c.Points[0].Step)
	for i, p := range c.Points {
		require.True(t, i == 0 || p.Step > c.Points[i-1].Step)
		require.True(t, p.Low <= p.Chance() && p.Chance() <= p.High)
	}
	require.Less(t, c.From, c.To)
	e.Jobs = 3
	again, err := e.Curve(12)
	require.NoError(t, err)
	require.Equal(t, c, again)

	done := make(chan struct{})
	close(done)
	e.Done = done
	empty, err := e.Curve(12)
	require.NoError(t, err)
	require.Empty(t, empty.Points)
	require.Empty(t, e.Lines(1))
}

// TestWilson holds the interval against published values.
func TestWilson(t *testing.T) {
	for _, test := range []struct {
		successes, n int
		low, high    float64
	}{
		{0, 10, 0, 0.2775}, {5, 10, 0.2366, 0.7634}, {10, 10, 0.7225, 1}, {1, 100, 0.0018, 0.0545}, {0, 0, 0, 1},
	} {
		low, high := explanation.Wilson(test.successes, test.n)
		require.InDelta(t, test.low, low, 1e-4)
		require.InDelta(t, test.high, high, 1e-4)
	}
}
