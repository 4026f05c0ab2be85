package workload_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/workload"
	"onelane.test/scenarios/workload/rapidsource"
	"onelane.test/sim"
)

var cluster = plan.Cluster{Replicas: 1, Processes: 2, Workers: 2}

// everyKind gives every kind there is the same weight.
func everyKind() []workload.Weight {
	var weights []workload.Weight
	for _, kind := range workload.Kinds() {
		weights = append(weights, workload.Weight{Kind: kind.Name, Weight: 1})
	}
	return weights
}

func TestKindsSorted(t *testing.T) {
	require.True(t, slices.IsSortedFunc(workload.Kinds(), func(a, b workload.Kind) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	}))
}

// TestDrawnIsLegal demands of every workload that its lines can happen in their order, within the span, and that it
// creates as many objects as asked for.
func TestDrawnIsLegal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := workload.Profile{
			Min: 3, Max: 12, From: 10 * time.Millisecond, Span: time.Second,
			Weights: everyKind(), Gates: []time.Duration{time.Second, 0},
		}
		drawn := workload.Draw(rapidsource.New(t), p, plan.NewObjects(cluster))
		replayed := plan.NewObjects(cluster)
		for _, line := range drawn {
			require.NoError(t, replayed.Apply(line), line.String())
			require.GreaterOrEqual(t, line.At, p.From)
			require.LessOrEqual(t, line.At, p.From+p.Span)
			again, err := plan.ParseStatement(line.Statement.String())
			require.NoError(t, err)
			require.Equal(t, line.Statement, again)
		}
	})
}

// TestStreamsAgree demands that the same seed draws the same workload and that, over many seeds, every kind comes about,
// bursts and gaps too.
func TestStreamsAgree(t *testing.T) {
	p := workload.Profile{Min: 24, Max: 24, Span: 2 * time.Second, Weights: everyKind(), Gates: []time.Duration{0}}
	bursts, gaps := 0, 0
	seen := map[string]bool{}
	for seed := range uint64(50) {
		draw := func() []plan.Line {
			src := workload.FromStream(sim.Derive(seed, "workload"))
			return workload.Draw(src, p, plan.NewObjects(cluster))
		}
		lines := draw()
		require.Equal(t, lines, draw())
		creations := 0
		for i, line := range lines {
			kind := kindOf(line.Statement)
			seen[kind] = true
			if kind != "drop" && kind != "set" {
				creations++
			}
			if i > 0 && line.At == lines[i-1].At {
				bursts++
			} else {
				gaps++
			}
		}
		require.Equal(t, p.Min, creations)
	}
	require.Len(t, seen, len(workload.Kinds())-1, "gates are materialized views")
	require.Greater(t, bursts, 500)
	require.Greater(t, gaps, 300)
}

func kindOf(s plan.Statement) string {
	switch s.(type) {
	case plan.CreateSource:
		return "source"
	case plan.CreateMaterializedView:
		return "materialized-view"
	case plan.CreateIndex:
		return "index"
	case plan.CreateSink:
		return "sink"
	case plan.Drop:
		return "drop"
	}
	return "set"
}
