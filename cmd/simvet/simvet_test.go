package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
)

// TestAnalyzers runs each analyzer over the packages of testdata, in which comments say what it must report.
func TestAnalyzers(t *testing.T) {
	for _, test := range []struct {
		analyzer *analysis.Analyzer
		packages []string
	}{
		{channel, []string{"runtime/channel"}},
		{directive, []string{"scenarios/stale"}},
		{globalrand, []string{"runtime/globalrand"}},
		{globalstate, []string{"runtime/globalstate"}},
		{goroutine, []string{"sim/goroutine", "cmd/free", "scenarios/exempted", "scenarios/allowed"}},
		{host, []string{"scenarios/host"}},
		{lock, []string{"runtime/lock"}},
		{maporder, []string{"runtime/maporder"}},
		{pointer, []string{"faults/pointer"}},
		{recovering, []string{"scenarios/recovering"}},
		{unstablesort, []string{"faults/unstablesort"}},
		{walltime, []string{"runtime/walltime", "cmd/free"}},
	} {
		t.Run(test.analyzer.Name, func(t *testing.T) {
			t.Parallel()
			for i := range test.packages {
				test.packages[i] = module + test.packages[i]
			}
			results := analysistest.Run(t, analysistest.TestData(), test.analyzer, test.packages...)
			require.NotEmpty(t, results)
		})
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
