package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"onelane.test/scenarios"
	"onelane.test/scenarios/oracle"
)

// tailLines is how many last lines of a failed run's trace are shown, tailSearched among how many they are found.
const (
	tailLines    = 25
	tailSearched = 4000
)

// idle are the events of threads that turn without work. A world that waits for something emits little else.
var idle = [...]string{" worker.iteration ", " task.parked "}

// telling returns the last lines of a trace that say something.
func telling(trace []string) []string {
	lines := sayingSomething(trace)
	return lines[max(0, len(lines)-tailLines):]
}

// sayingSomething returns the lines of a trace but those of threads that turn without work.
func sayingSomething(trace []string) []string {
	return slices.DeleteFunc(slices.Clone(trace), func(line string) bool {
		return slices.ContainsFunc(idle[:], func(event string) bool { return strings.Contains(line, event) })
	})
}

// printFailure explains a run that did not hold: what went wrong, where it can be seen in the trace, the plan.
func printFailure(w io.Writer, r *scenarios.Result) {
	fmt.Fprintf(w, "%s: %s\n", r.Class, r.Signature)
	fmt.Fprintf(w, "\n%s\n", strings.TrimRight(r.Report, "\n"))
	fmt.Fprintf(w, "\nplan:\n%s", indent(r.Plan.String()))
	if len(r.TraceTail) > 0 {
		fmt.Fprintf(w, "\nlast events, idle turns left out:\n%s", indent(strings.Join(r.TraceTail, "\n")))
	}
	fmt.Fprintln(w)
}

// printVerdicts prints what each oracle says of a run.
func printVerdicts(w io.Writer, verdicts []oracle.Verdict) {
	t := table{head: []string{"oracle", "verdict", ">looks", "reason"}}
	for _, v := range verdicts {
		reason, _, _ := strings.Cut(v.Reason, "\n")
		t.add(v.Oracle, v.Outcome.String(), strconv.FormatUint(v.Looks, 10), reason)
	}
	t.print(w)
}

// indent puts two spaces in front of each line, and ends with a line end.
func indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ") + "\n"
}
