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
	schedule := Recorded(FIFO(), devs)
	other := runStory(t, story{Config: Config{Seed: 1, Schedule: schedule}})
	require.Equal(t, plain.Hash(), other.Hash())
	require.Equal(t, devs, schedule.Missed())
}

// TestRecordedOthers lets one of three tasks wait at its second step until the others are done, and then another one, too.
func TestRecordedOthers(t *testing.T) {
	order := func(base Schedule, devs ...Deviation) (order string, missed []Deviation) {
		schedule := Recorded(base, devs)
		w := New(Config{Schedule: schedule})
		defer w.Close()
		n := w.AddNode("n", NodeOptions{Start: func(n *Node) {
			for _, name := range []string{"a", "b", "c"} {
				n.Go(name, func(t *Task) {
					for range 3 {
						t.Point()
						order += name
					}
				})
			}
		}})
		n.Start()
		require.Equal(t, StopDone, w.Run().Kind)
		return order, schedule.Missed()
	}
	a, c, nobody := Deviation{"n.a", 2, Others}, Deviation{"n.c", 2, Others}, Deviation{"n.d", 1, Others}
	for _, test := range []struct {
		devs   []Deviation
		order  string
		missed []Deviation
	}{
		{nil, "abcabcabc", nil},
		{[]Deviation{a}, "abcbcbcaa", nil},
		{[]Deviation{a, c}, "abcbbaacc", nil},
		{[]Deviation{a, {"n.b", 3, "n.a"}, nobody}, "abcbcabca", []Deviation{nobody}},
	} {
		order, missed := order(FIFO(), test.devs...)
		require.Equal(t, test.order, order)
		require.Equal(t, test.missed, missed)
	}
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
