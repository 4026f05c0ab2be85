package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/sim/trace"
)

func TestRecordedReproducesARun(t *testing.T) {
	deviated := 0
	for seed := range uint64(60) {
		for _, schedule := range []Schedule{Random(), PCT(3, 500)} {
			var first, second trace.Recorder
			w := runStory(t, story{Config: Config{Seed: seed, Schedule: schedule, RecordDeviations: true}, observer: &first})
			devs := w.Deviations()
			deviated += len(devs)
			again := runStory(t, story{
				Config:   Config{Seed: seed, Schedule: Recorded(FIFO(), devs), RecordDeviations: true},
				observer: &second,
			})
			require.Nil(t, trace.Compare(&first, &second))
			require.Equal(t, w.Hash(), again.Hash())
			require.Equal(t, devs, again.Deviations())
		}
	}
	require.Greater(t, deviated, 1000)
}

func TestRecordedPassesOverWhoIsNotThere(t *testing.T) {
	plain := runStory(t, story{Config: Config{Seed: 1}})
	devs := []Deviation{{Actor: "r1.worker", Step: 1, Run: "nobody"}, {Actor: "nobody", Step: 3, Run: "r1.worker"}}
	other := runStory(t, story{Config: Config{Seed: 1, Schedule: Recorded(FIFO(), devs)}})
	require.Equal(t, plain.Hash(), other.Hash())
}

func TestDeviationRoundTrip(t *testing.T) {
	for _, d := range []Deviation{
		{"r1.p0.worker1", 318, "r1.p0.adapter0"},
		{"link r1.p0->persist", 7, "timers env"},
		{"world", 1, "n.task~2"},
	} {
		got, err := ParseDeviation(d.String())
		require.NoError(t, err)
		require.Equal(t, d, got)
	}
	for _, text := range []string{"", "a b", "a #x b", "a #0 b", "a #3", "#3 b", "a #3 "} {
		_, err := ParseDeviation(text)
		require.Error(t, err, text)
	}
}
