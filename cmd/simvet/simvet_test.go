package main

import (
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
)

// everything reports what all analyzers find. Loading the standard library takes long, so that one analyzer for all
// packages of testdata is many times faster than one after the other.
var everything = &analysis.Analyzer{
	Name:       "everything",
	Doc:        "report what all analyzers find",
	Requires:   append(analyzers(), directive),
	ResultType: reflect.TypeFor[map[string]int](),
	Run: func(p *analysis.Pass) (any, error) {
		found := map[string]int{}
		for a, r := range p.ResultOf {
			for _, d := range r.(*result).findings {
				found[a.Name]++
				p.Report(d)
			}
		}
		return found, nil
	},
}

// TestAnalyzers runs all analyzers over the packages of testdata, in which comments say what they must report.
func TestAnalyzers(t *testing.T) {
	found := map[string]int{}
	for _, r := range analysistest.Run(t, analysistest.TestData(), everything, module+"...") {
		for name, n := range r.Result.(map[string]int) {
			found[name] += n
		}
	}
	for _, a := range append(analyzers(), directive) {
		require.Positive(t, found[a.Name], a.Name)
	}
}

func TestKnownNames(t *testing.T) {
	require.NoError(t, analysis.Validate(append(analyzers(), directive)))
	require.True(t, slices.IsSortedFunc(analyzers(), func(a, b *analysis.Analyzer) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	}), "analyzers are listed by name")
	for _, a := range analyzers() {
		require.True(t, known(a.Name), a.Name)
	}
	require.False(t, known("directive"), "what reports directives cannot be excused")
}

func TestInScope(t *testing.T) {
	for path, want := range map[string]bool{
		"onelane.test/sim":              true,
		"onelane.test/runtime/timely":   true,
		"onelane.test/faults/words":     true,
		"onelane.test/scenarios/oracle": true,
		"onelane.test/cmd/onelane":      false,
		"onelane.test/sim_test":         false,
		"onelane.test/sim.test":         false,
		"onelane.test/sim/trace.test":   false,
		"onelane.test":                  false,
		"example.com/sim":               false,
	} {
		require.Equal(t, want, inScope(path), path)
	}
}

// TestHostAdvice covers packages that take long to load in testdata.
func TestHostAdvice(t *testing.T) {
	for _, path := range []string{"net", "net/http", "os/exec", "syscall", "golang.org/x/sys/unix", "log/slog", "weak"} {
		require.NotEmpty(t, hostAdvice(path, "Any"), path)
	}
	for _, path := range []string{"net/url", "net/netip", "network", "path/filepath", "runtime", "runtime/metrics"} {
		require.Empty(t, hostAdvice(path, "Any"), path)
	}
}

func TestParseFormat(t *testing.T) {
	for format, want := range map[string][]verb{
		"":                nil,
		"plain":           nil,
		"%d %s":           {{'d', 0}, {'s', 1}},
		"100%% %+v":       {{'v', 0}},
		"%-8.3f|%*d|%.*g": {{'f', 0}, {'d', 2}, {'g', 4}},
		"%[2]q %v %[1]x":  {{'q', 1}, {'v', 2}, {'x', 0}},
		"é%é%":            {{'é', 0}},
		"%[x":             nil,
	} {
		require.Equal(t, want, parseFormat(format), format)
	}
}
