package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
)

// savedFailure is a way in which runs failed, with where its witness was saved and how to run it again.
type savedFailure struct {
	*scenarios.Failure
	path   string
	replay string // "" if only the plan's file does
}

// print writes all that a person needs to take the failure up.
func (f savedFailure) print(w io.Writer) {
	p := f.Witness.Plan
	f.printHead(w)
	fmt.Fprintf(w, "\nwitness: %s seed %s, %d steps\n\n", p.Scenario, plan.FormatSeed(p.Seed), f.Witness.Stats.Steps)
	printFailure(w, f.Witness)
	f.printReplay(w)
}

// printHead writes what failed, how often and where.
func (f savedFailure) printHead(w io.Writer) {
	var where []string
	for _, name := range slices.Sorted(maps.Keys(f.Scenarios)) {
		where = append(where, fmt.Sprintf("%s %d", name, f.Scenarios[name]))
	}
	fmt.Fprintf(w, "%s in %s: %s\n", f.Class, count(f.Count, "run"), strings.Join(where, ", "))
}

func (f savedFailure) printReplay(w io.Writer) {
	fmt.Fprintln(w, "replay:")
	if f.replay != "" {
		fmt.Fprintf(w, "  %s\n", f.replay)
	}
	path := quoted(asFile(f.path))
	fmt.Fprintf(w, "  onelane replay %s\nshrink:\n  onelane shrink %s\n", path, path)
}

// replayLine returns the command that runs a plan again. It carries all that decides the run; what the plan's seed draws
// anew need not stand there.
func replayLine(p *plan.Plan, o scenarios.PlanOptions) string {
	line := []string{"onelane", "replay", nameOf(p), "--schedule", quoted(p.Schedule)}
	return strings.Join(append(line, overridden(o)...), " ")
}

// overridden returns the flags that change more of a plan than its schedule.
func overridden(o scenarios.PlanOptions) (line []string) {
	if o.Design != "" {
		line = append(line, "--design", quoted(o.Design))
	}
	for _, set := range o.Sets {
		line = append(line, "--set", quoted(set.String()))
	}
	for _, arm := range o.Arms {
		line = append(line, "--arm", quoted(arm.String()))
	}
	return line
}

// asFile returns a path in a form that the command line takes for a file.
func asFile(path string) string {
	if isFile(path) && !strings.HasPrefix(path, "-") {
		return path
	}
	return "./" + path
}

// quoted returns a word as a shell reads it back.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=@:,+", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// count returns "1 run" or "3 runs".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// countsOf lists the keys of a count with their numbers, the most frequent first.
func countsOf[K cmp.Ordered](counts map[K]int) string {
	keys := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(keys, func(a, b K) int { return cmp.Compare(counts[b], counts[a]) })
	var parts []string
	for _, key := range keys {
		parts = append(parts, fmt.Sprintf("%v %d", key, counts[key]))
	}
	return strings.Join(parts, ", ")
}
