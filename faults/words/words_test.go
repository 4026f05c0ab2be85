package words_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/faults/words"
)

func TestNearest(t *testing.T) {
	options := []string{"storm", "reconnect-compute", "reconnect-storage", "gate"}
	for word, want := range map[string]string{
		"strom":             "storm",
		"STORM":             "storm",
		"reconect-compute":  "reconnect-compute",
		"reconnect-compute": "reconnect-compute",
		"gat":               "gate",
		"gates":             "gate",
		"frobnicate":        "",
		"":                  "",
		"x":                 "",
	} {
		got, ok := words.Nearest(word, options)
		require.Equal(t, want, got, word)
		require.Equal(t, want != "", ok, word)
	}
	_, ok := words.Nearest("r1.p7", []string{"r1.p0", "r1.p1"})
	require.False(t, ok, "two options are equally near")
}

func TestLists(t *testing.T) {
	require.Equal(t, "nothing", words.OneOf(nil))
	require.Equal(t, "a", words.OneOf([]string{"a"}))
	require.Equal(t, "a, b or c", words.OneOf([]string{"a", "b", "c"}))
	require.Equal(t, "a and b", words.AllOf([]string{"a", "b"}))
	require.Equal(t, "storm or gate; did you mean storm?", words.Suggest("strom", []string{"storm", "gate"}))
	require.Equal(t, "storm or gate", words.Suggest("zzzz", []string{"storm", "gate"}))
}

// TestDurationRoundTrip demands that every duration that is not negative survives printing.
func TestDurationRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := time.Duration(rapid.Int64Min(0).Draw(t, "duration"))
		got, err := words.ParseDuration(words.FormatDuration(want))
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
}

func TestFormatDuration(t *testing.T) {
	for want, d := range map[string]time.Duration{
		"0s": 0, "90s": 90 * time.Second, "80ms": 80 * time.Millisecond, "1500us": 1500 * time.Microsecond, "7ns": 7,
	} {
		require.Equal(t, want, words.FormatDuration(d))
	}
	for _, text := range []string{"", "5", "-1s", "+1s", "1 s", "x"} {
		_, err := words.ParseDuration(text)
		require.Error(t, err, text)
	}
}

// TestArgs demands that each way to misread a statement names its word.
func TestArgs(t *testing.T) {
	read := func(a *words.Args) [3]any {
		return [3]any{a.OneOf("go", "stop"), a.Integer("n", 1, 9), a.OptionalDuration("for", time.Millisecond, time.Second)}
	}
	got, err := words.Parse("go n=3", read)
	require.NoError(t, err)
	require.Equal(t, [3]any{"go", int64(3), time.Second}, got)
	got, err = words.Parse("for=2s go n=3", read)
	require.NoError(t, err)
	require.Equal(t, [3]any{"go", int64(3), 2 * time.Second}, got)
	for text, want := range map[string]string{
		"":                   `end of line: expected go or stop`,
		"n=3":                `"n=3": expected go or stop`,
		"gone n=3":           `"gone": expected go or stop`,
		"go":                 `end of line: expected n=NUMBER`,
		"go n":               `"n": expected n=NUMBER`,
		"go n=":              `"n=": expected n=NUMBER`,
		"go n=0":             `"n=0": expected n= a whole number from 1 to 9`,
		"go n=1x":            `"n=1x": expected n= a whole number from 1 to 9`,
		"go n=1 n=2":         `"n=2": expected n= once`,
		"go n=1 for=0s":      `"for=0s": expected for= a duration of at least 1ms, such as 80ms or 1.5s`,
		"go n=1 m=2":         `"m=2": expected n= or for=`,
		"go n=1 away":        `"away": expected end of line`,
		"go n=1 fo=2s":       `"fo=2s": expected n= or for=; did you mean for=?`,
		"go n=1 for=-1s":     `"for=-1s": expected for= a duration of at least 1ms, such as 80ms or 1.5s`,
		"go n=1 sleep(a,b=)": `"sleep(a,b=)": expected end of line`,
	} {
		_, err := words.Parse(text, read)
		require.EqualError(t, err, want, text)
	}
}
