package trace

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func record(step uint64, node, task, text string) *Record {
	return &Record{Step: step, At: int64(step) * 1_500_000_000, Node: node, Task: task, Event: Text(text)}
}

func TestLines(t *testing.T) {
	for want, r := range map[string]*Record{
		"#1 1.5s r1.p0.worker0 lane.sequenced global=3": record(1, "r1.p0", "worker0", "lane.sequenced global=3"),
		"#2 3s r1.p0 x": record(2, "r1.p0", "", "x"),
		"#0 0s - y":     record(0, "", "", "y"),
	} {
		require.Equal(t, want, string(AppendLine(nil, r)))
		r.Text = []byte("ready")
		require.True(t, strings.HasSuffix(string(AppendLine(nil, r)), " ready"))
	}
}

func TestRingKeepsTheLastLines(t *testing.T) {
	r := NewRing(2)
	require.Empty(t, r.Lines())
	for i, text := range []string{"a", "b", "c"} {
		r.Observe(record(uint64(i), "n", "t", text))
	}
	require.Equal(t, []string{"#1 1.5s n.t b", "#2 3s n.t c"}, r.Lines())
}

func TestWriterStopsAtTheFirstError(t *testing.T) {
	var out strings.Builder
	w := NewWriter(&out)
	w.Observe(record(1, "n", "t", "a"))
	require.NoError(t, w.Err())
	require.Equal(t, "#1 1.5s n.t a\n", out.String())
	failing := NewWriter(failure{})
	failing.Observe(record(1, "n", "t", "a"))
	failing.Observe(record(2, "n", "t", "b"))
	require.EqualError(t, failing.Err(), "disk full")
}

type failure struct{}

func (failure) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestCompareNamesTheFirstDifference(t *testing.T) {
	traceOf := func(texts ...string) *Recorder {
		r := &Recorder{}
		for i, text := range texts {
			r.Observe(record(uint64(i), "n", "t", text))
		}
		return r
	}
	require.Nil(t, Compare(traceOf("a", "b"), traceOf("a", "b")))
	d := Compare(traceOf("a", "b", "c"), traceOf("a", "x", "c"))
	require.Equal(t, &Divergence{Index: 1, Want: "#1 1.5s n.t b", Got: "#1 1.5s n.t x"}, d)
	d = Compare(traceOf("a"), traceOf("a", "b"))
	require.Equal(t, `event 1: want the end of the trace, got "#1 1.5s n.t b"`, d.String())
}

func TestHashDependsOnOrderTimeAndText(t *testing.T) {
	sums := map[uint64]string{}
	for name, fold := range map[string]func(*Hash){
		"nothing":       func(*Hash) {},
		"step":          func(h *Hash) { h.Step(7, 0) },
		"other actor":   func(h *Hash) { h.Step(8, 0) },
		"other time":    func(h *Hash) { h.Step(7, 1) },
		"two steps":     func(h *Hash) { h.Step(7, 0); h.Step(8, 0) },
		"other order":   func(h *Hash) { h.Step(8, 0); h.Step(7, 0) },
		"text":          func(h *Hash) { h.Text([]byte("a")) },
		"empty text":    func(h *Hash) { h.Text(nil) },
		"text, step":    func(h *Hash) { h.Text([]byte("a")); h.Step(7, 0) },
		"twice a step":  func(h *Hash) { h.Step(7, 0); h.Step(7, 0) },
		"actor zero":    func(h *Hash) { h.Step(0, 0) },
		"zeros, twice":  func(h *Hash) { h.Step(0, 0); h.Step(0, 0) },
		"zeros, thrice": func(h *Hash) { h.Step(0, 0); h.Step(0, 0); h.Step(0, 0) },
	} {
		var h Hash
		fold(&h)
		require.NotContains(t, sums, h.Sum64(), "%s and %s", name, sums[h.Sum64()])
		sums[h.Sum64()] = name
	}
}
