// Command simvet reports what makes two runs of one seed differ: whatever takes its order, time or randomness from the
// machine instead of from the simulated world.
//
//	go run ./cmd/simvet ./...
//	go vet -vettool=PATH/TO/simvet ./...
//
// It looks at the files, other than tests, of the packages below sim, runtime, faults and scenarios of this module. What
// stands above worlds by design, such as a runner that spreads worlds over the cores, says so in the file, on a line of
// its own above the first declaration:
//
//	//simvet:exempt REASON
//
// A single line is excused at its end or on the line before it, for one analyzer:
//
//	//simvet:allow NAME REASON
//
// A directive without a reason, with a name that no analyzer has, or that excuses nothing is itself reported. The names
// are those that simvet help lists.
package main

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/multichecker"
)

func main() { multichecker.Main(append(analyzers(), directive)...) }

// analyzers returns all analyzers whose findings a directive can excuse.
func analyzers() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		channel, globalrand, globalstate, goroutine, host, lock, maporder, pointer, recovering, unstablesort, walltime,
	}
}
