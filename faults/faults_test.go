package faults_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/faults"
)

var site = faults.Site{
	Replicas: 2, Processes: 2, Workers: 2,
	Sources: []faults.Source{{Name: "s1"}, {Name: "s2", From: time.Second, To: 2 * time.Second}},
}

// rapidChoices lets a property test choose.
type rapidChoices struct{ t *rapid.T }

func (c rapidChoices) IntN(label string, n int) int { return rapid.IntRange(0, n-1).Draw(c.t, label) }

func (c rapidChoices) Chance(label string, num, den int) bool {
	return rapid.IntRange(0, den-1).Draw(c.t, label) >= den-num
}

func (c rapidChoices) Duration(label string, lo, hi time.Duration) time.Duration {
	return time.Duration(rapid.Int64Range(int64(lo), int64(hi)).Draw(c.t, label))
}

// TestKinds demands that the list is sorted and that every usage begins with the kind's name.
func TestKinds(t *testing.T) {
	require.True(t, slices.IsSorted(faults.Names()))
	for _, kind := range faults.Kinds() {
		require.True(t, strings.HasPrefix(kind.Usage, kind.Name+" "), kind.Usage)
		require.True(t, strings.HasSuffix(kind.Doc, "."), kind.Doc)
	}
	_, ok := faults.Lookup("drought")
	require.False(t, ok)
}

// TestRoundTrip demands that a fault prints as it parses.
func TestRoundTrip(t *testing.T) {
	for _, text := range []string{
		"cut compute r1.p1 for=80ms", "cut both r1.p0", "kill r1.p0", "kill env", "mesh-cut r1.p0 r1.p1 for=1s",
		"oneway r1.p1->env for=1500ms", "oneway env->r1.p1", "reorder r1 for=1s", "slow-adapter r1 delay=20ms", "slow-async r1 delay=2s for=5s",
		"slow-persist delay=50ms", "source-error s1 worker=1", "mesh-delay r1.p0 r1.p1 delay=20ms for=1s",
		"mesh-hold r1.p0 r1.p1 for=1s", "kill-set r1.p0,r1.p1", "kill-bring-up r1.p0 after=2ms for=1s", "stale-peer r1.p1 for=1s",
		"slow-accept r1.p0 delay=20ms for=1s", "blocking-reply r1 delay=2ms for=1s", "flag-skew r1.p1 for=1s",
		"cut-at storage r1.p0 index=3 length=50ms", "hold-at compute r1.p1 index=0 length=50ms", "flood storage rate=200/s for=1s",
		"old-env for=300ms", "half-open r1.p0->env for=1s", "half-open env->r2.p1", "clog env->r1.p1 messages=1 for=1s",
		"slow-link r1.p0->env delay=20ms for=1s", "pause r1.p0 for=1s", "pause env", "pause-worker r1.p1 worker=1 for=1s",
		"clock-skew r1.p0 ahead=20ms for=1s", "clock-skew r1.p0 behind=20ms",
		"cut-at storage r1.p0 index=3 length=50ms pause=20ms", "stall-at compute r1 index=last length=50ms",
		"stall-at storage r2 index=3 until=1500ms", "kill-set-at compute r1.p0,r1.p1 index=4 after=0s",
		"kill-set-at storage r1.p1 index=last after=2ms", "kill-set-at bring-up r1.p0 after=3ms",
	} {
		f, err := faults.Parse(text)
		require.NoError(t, err)
		require.Equal(t, text, f.String())
		require.NoError(t, faults.Check(f, site), text)
		require.Equal(t, strings.Fields(text)[0], f.Kind())
	}
}

// TestCheck demands that a fault on something that is not there is refused.
func TestCheck(t *testing.T) {
	for text, want := range map[string]string{
		"cut compute r3.p1":                                `"r3.p1": expected r1.p0, r1.p1, r2.p0 or r2.p1`,
		"oneway env->envd":                                 `"envd": expected r1.p0, r1.p1, r2.p0, r2.p1 or env; did you mean env?`,
		"mesh-cut r1.p0 r2.p0":                             `"r2.p0": expected another process of replica r1`,
		"source-error s1 worker=4":                         `"worker=4": expected worker= a worker's index from 0 to 3`,
		"source-error s9 worker=0":                         `"s9": expected s1 or s2`,
		"reorder r3":                                       `"r3": expected r1 or r2`,
		"slow-async r1.p0 delay=1s":                        `"r1.p0": expected r1 or r2`,
		"kill-set r1.p1,r1.p0":                             `"r1.p1,r1.p0": expected processes of one replica, each once and in order`,
		"kill-set r1.p0,r2.p1":                             `"r1.p0,r2.p1": expected processes of one replica, each once and in order`,
		"half-open r1.p0->r1.p1":                           `"r1.p0->r1.p1": expected a process and the environment; between processes, stale-peer`,
		"half-open envd->env":                              `"envd": expected r1.p0, r1.p1, r2.p0, r2.p1 or env; did you mean env?`,
		"clog r3.p0->env messages=1":                       `"r3.p0": expected r1.p0, r1.p1, r2.p0, r2.p1 or env`,
		"pause user":                                       `"user": expected r1.p0, r1.p1, r2.p0, r2.p1 or env`,
		"pause-worker r1 worker=0":                         `"r1": expected r1.p0, r1.p1, r2.p0 or r2.p1`,
		"pause-worker r1.p0 worker=2":                      `"worker=2": expected worker= a worker's index in its process from 0 to 1`,
		"clock-skew env ahead=1s":                          `"env": expected r1.p0, r1.p1, r2.p0 or r2.p1`,
		"stall-at compute r1.p0 index=0 length=1ms":        `"r1.p0": expected r1 or r2`,
		"kill-set-at compute r1.p0,r2.p1 index=0 after=0s": `"r1.p0,r2.p1": expected processes of one replica, each once and in order`,
	} {
		f, err := faults.Parse(text)
		require.NoError(t, err)
		require.EqualError(t, faults.Check(f, site), want)
	}
}

// TestParse demands that what is no fault is refused.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"half-open r1.p0":          `"r1.p0": expected two different nodes such as r1.p0->env`,
		"clog env->r1.p0":          `end of line: expected messages=`,
		"clock-skew r1.p0":         `end of line: expected ahead=`,
		"slow-link env->env":       `"env->env": expected two different nodes such as r1.p0->env`,
		"pause-worker r1.p0":       `end of line: expected worker=`,
		"clock-skew r1.p0 ahead=0": `"ahead=0": expected ahead=`,
	} {
		_, err := faults.Parse(text)
		require.ErrorContains(t, err, want, text)
	}
}

// TestDraw demands of every drawn fault plan that it is sorted, possible at its time, printable, and over before
// everything heals, and that the budget holds.
func TestDraw(t *testing.T) {
	profile := faults.Profile{
		Kinds: faults.Names(), Min: 4, Max: 30, From: 100 * time.Millisecond, To: 5 * time.Second,
		Budget: faults.DefaultBudget(),
	}
	rapid.Check(t, func(t *rapid.T) {
		drawn := faults.Draw(rapidChoices{t}, profile, site)
		kills, envKills := 0, 0
		for i, timed := range drawn {
			require.GreaterOrEqual(t, timed.At, profile.From)
			require.LessOrEqual(t, timed.At+timed.Fault.Span().For, profile.To)
			require.False(t, i > 0 && timed.At < drawn[i-1].At)
			parsed, err := faults.Parse(timed.Fault.String())
			require.NoError(t, err)
			require.Equal(t, timed.Fault, parsed)
			require.NoError(t, faults.Check(timed.Fault, site))
			switch {
			case timed.Fault == faults.Fault(faults.Kill{Node: faults.Environment}):
				envKills++
			case timed.Fault.Kind() == "old-env":
				envKills++
			case slices.Contains([]string{"kill", "kill-set", "kill-bring-up", "mesh-cut", "stale-peer", "flag-skew"}, timed.Fault.Kind()):
				kills++
			}
			if s, ok := timed.Fault.(faults.SourceError); ok && s.Source == "s2" {
				require.True(t, timed.At >= time.Second && timed.At < 2*time.Second)
			}
		}
		require.LessOrEqual(t, kills, profile.Budget.Kills)
		require.LessOrEqual(t, envKills, profile.Budget.EnvKills)
	})
}

// TestDrawNothing demands that a world without room or without kinds gets no faults.
func TestDrawNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		require.Empty(t, faults.Draw(rapidChoices{t}, faults.Profile{Kinds: faults.Names(), Max: 9}, site))
		require.Empty(t, faults.Draw(rapidChoices{t}, faults.Profile{Max: 9, To: time.Second}, site))
	})
}
