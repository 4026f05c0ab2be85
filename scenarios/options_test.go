package scenarios

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// TestOptionsChangeNothing demands that what is asked for beside the result leaves the run as it is.
func TestOptionsChangeNothing(t *testing.T) {
	p, err := Lookup("lane").Plan(7, PlanOptions{})
	require.NoError(t, err)
	plain, err := Run(p, RunOptions{})
	require.NoError(t, err)
	broke := uint64(0)
	counts := trace.ObserverFunc(func(r *trace.Record) { broke = max(broke, r.Step) })
	log := &sim.Log{}
	last, stopped := uint64(0), 0
	asked, err := Run(p, RunOptions{
		Deviations: true, Record: log, Observer: counts,
		AtStep: 20, Break: func() { last, stopped = broke, stopped+1 },
	})
	require.NoError(t, err)
	require.Equal(t, plain.Hash, asked.Hash)
	require.Equal(t, 1, stopped)
	require.Less(t, last, uint64(20))
	require.NotEmpty(t, asked.Deviations)

	fifo := p.Clone()
	fifo.Schedule, fifo.Choices = "fifo", asked.Deviations
	again, err := Run(fifo, RunOptions{})
	require.NoError(t, err)
	require.Equal(t, plain.Hash, again.Hash)

	other := p.Clone()
	other.Seed++
	replayed, err := Run(other, RunOptions{Replay: log})
	require.NoError(t, err)
	require.Equal(t, plain.Hash, replayed.Hash)
	first, err := Run(p, RunOptions{AtStep: 1, Break: func() { stopped++ }, Schedule: sim.FIFO()})
	require.NoError(t, err)
	require.Equal(t, 2, stopped)
	require.NotEqual(t, plain.Hash, first.Hash)
}

func TestLines(t *testing.T) {
	p, err := Lookup("lane").Plan(7, PlanOptions{})
	require.NoError(t, err)
	lines := func(l Lines) (all []string) {
		var b strings.Builder
		_, err := Run(p, RunOptions{Trace: &b, Lines: l, Until: 60})
		require.NoError(t, err)
		return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	}
	all, late, replica, process := lines(Lines{}), lines(Lines{From: 40}), lines(Lines{Node: "r1"}), lines(Lines{Node: "r1.p0"})
	require.Equal(t, all[len(all)-len(late):], late)
	require.Less(t, len(late), len(all))
	require.Less(t, len(replica), len(all))
	require.Less(t, len(process), len(replica))
	for _, line := range lines(Lines{Node: "r1.p0", Grep: "timely."}) {
		require.Regexp(t, `^#\d+ \S+ r1\.p0\S* timely\.`, line)
	}
}
