package sim

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestLogTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var log Log
		at := Time(0)
		for range rapid.IntRange(0, 20).Draw(r, "length") {
			e := Entry{
				Kind:  rapid.SampledFrom([]EntryKind{EntryStep, EntryDraw, EntryEvent}).Draw(r, "kind"),
				Label: rapid.OneOf(rapid.SampledFrom([]string{"n.t", "link a->b", `"`, ` x`}), rapid.String()).Draw(r, "label"),
			}
			switch e.Kind {
			case EntryStep:
				at = at.Add(1 + rapid.Just(at.Sub(0)).Draw(r, "wait"))
				e.At = at
				e.Range = rapid.Uint64Range(1, 1<<40).Draw(r, "range")
				e.Value = rapid.Uint64Range(0, e.Range-1).Draw(r, "value")
			case EntryDraw:
				e.Value = rapid.Uint64().Draw(r, "value")
				if e.Value < 1<<64-1 && rapid.Bool().Draw(r, "bounded") {
					e.Range = e.Value + 1
				}
			case EntryEvent:
				e.Value = rapid.Uint64().Draw(r, "value")
			}
			log.Append(e)
		}
		text, err := log.MarshalText()
		require.NoError(r, err)
		var again Log
		require.NoError(r, again.UnmarshalText(text))
		require.Equal(r, log.Len(), again.Len())
		require.Equal(r, log.data, again.data)
		require.Equal(r, log.labels, again.labels)
	})
}

func TestLogText(t *testing.T) {
	var log Log
	for _, e := range []Entry{
		{EntryStep, "r1.p0.worker0", 3, 1, 1_500_000},
		{EntryDraw, "link r1.p0->persist", 450_001, 23_412, 0},
		{EntryDraw, "seeds", 0, 17, 0},
		{EntryEvent, "lane.sequenced", 0, 0x1f3c, 0},
		{EntryStep, "a\nb", 1, 0, 1_500_000},
	} {
		log.Append(e)
	}
	text, err := log.MarshalText()
	require.NoError(t, err)
	require.Equal(t, `sim log 1
step 1.5ms 1/3 r1.p0.worker0
draw 23412/450001 link r1.p0->persist
draw 17/* seeds
event 0x1f3c lane.sequenced
step 1.5ms 0/1 "a\nb"
`, string(text))
	choices := 0
	for _, e := range log.All() {
		if e.Choice() {
			choices++
		}
	}
	require.Equal(t, 3, choices)
	require.Equal(t, 2, log.Prefix(2).Len())
	require.Equal(t, log.data, log.Prefix(9).data)
	require.Less(t, log.Size(), 32)
}

func TestLogParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                          `want "sim log 1" as the first line`,
		"sim log 2\n":                               `line 1: "sim log 2": want "sim log 1"`,
		"sim log 1\nstep 1ms 0/1 a\n\n":             `line 3: sim: parse entry ""`,
		"sim log 1\nstep 1ms 0/1\n":                 `line 2: sim: parse entry "step 1ms 0/1": want step TIME PLACE/ENABLED ACTOR`,
		"sim log 1\nstep 1ms 1/1 a\n":               "line 2",
		"sim log 1\nstep 1 0/1 a\n":                 "line 2",
		"sim log 1\nstep -1ms 0/1 a\n":              "line 2",
		"sim log 1\nstep 1ms 0/* a\n":               "line 2",
		"sim log 1\ndraw x/3 a\n":                   "line 2",
		"sim log 1\ndraw 3/x a\n":                   "line 2",
		"sim log 1\ndraw 1/3 \"a\n":                 "line 2",
		"sim log 1\nevent 12 a\n":                   "line 2",
		"sim log 1\nevent 0xg a\n":                  "line 2",
		"sim log 1\njump 1/2 a\n":                   "line 2",
		"sim log 1\nstep 2s 0/1 a\nstep 1s 0/1 a\n": `line 3: sim: parse entry "step 1s 0/1 a": lies before 2s`,
	} {
		log := &Log{count: 7}
		require.ErrorContains(t, log.UnmarshalText([]byte(text)), "sim: parse log: ", text)
		require.ErrorContains(t, log.UnmarshalText([]byte(text)), want, text)
		require.Equal(t, 7, log.Len(), "a log that cannot be read replaces nothing")
	}
	require.Panics(t, func() { new(Log).Append(Entry{}) })
	require.Panics(t, func() {
		var log Log
		log.Append(Entry{EntryStep, "a", 1, 0, 2})
		log.Append(Entry{EntryStep, "a", 1, 0, 1})
	})
}
