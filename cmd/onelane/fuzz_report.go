package main

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"onelane.test/scenarios"
	"onelane.test/scenarios/search"
)

// printFuzz prints what a search showed: the failures last, so that they stand above the prompt.
func printFuzz(w io.Writer, r *search.Report, failures []savedFailure) {
	t := table{head: []string{"goal", ">first world", ">worlds"}}
	for _, g := range r.Goals {
		first := "-"
		if g.First > 0 {
			first = strconv.Itoa(g.First)
		}
		t.add(g.Name, first, strconv.Itoa(g.Worlds))
	}
	t.print(w)
	for i, f := range failures {
		fmt.Fprintf(w, "\n--- failure %d of %d, first in world %d\n", i+1, len(failures), r.Failures[i].First)
		if i < fullFailures {
			f.print(w)
			continue
		}
		f.printHead(w)
		fmt.Fprintln(w, f.Signature)
		f.printReplay(w)
	}
	fmt.Fprintf(w, "\n%s, %d of them drawn afresh; %s kept; the last %s nothing new, the next one does with a chance of about %s\n",
		count(r.Worlds, "world"), r.Drawn, count(r.Kept, "plan"), showed(r.SinceNew), permille(r.Chance))
	fmt.Fprintf(w, "%s: %s in %s, %s a second, %d orders, %d of %d goals, %d failed\n",
		r.Class, count(r.Worlds, "world"), round(r.Real), perSecond(r.Worlds, r.Real), r.Pairs, r.Reached(), len(r.Goals), r.Failed())
}

// showed begins a sentence about so many worlds.
func showed(n int) string {
	if n == 1 {
		return "1 showed"
	}
	return fmt.Sprintf("%d showed", n)
}

// fuzzLine is what is shown while a search is at work.
func fuzzLine(r *search.Report) string {
	line := fmt.Sprintf("%d worlds, %s/s, %d orders, goals %d/%d, new %s (last %d ago)",
		r.Worlds, perSecond(r.Worlds, r.Real), r.Pairs, r.Reached(), len(r.Goals), permille(r.Chance), r.SinceNew)
	for i, f := range r.Failures {
		if i == 0 {
			line += ", failed:"
		}
		accused := f.Witness.Accused()
		line += fmt.Sprintf(" %s %d", accused, f.Count)
	}
	return line
}

// permille prints a share in a thousand.
func permille(n int) string { return fmt.Sprintf("%d.%d%%", n/10, n%10) }

func perSecond(n int, d time.Duration) string {
	if d <= 0 {
		return "-"
	}
	return strconv.FormatFloat(float64(n)/d.Seconds(), 'f', 1, 64)
}

// fuzzSummary is what a search showed, for programs.
type fuzzSummary struct {
	Class    string        `json:"class"`
	Worlds   int           `json:"worlds"`
	Drawn    int           `json:"drawn"`
	Kept     int           `json:"kept"`
	Seconds  float64       `json:"seconds"`
	Orders   int           `json:"orders"`
	Features int           `json:"features"`
	SinceNew int           `json:"worldsSinceNew"`
	Chance   float64       `json:"chanceOfNew"`
	Goals    []fuzzGoal    `json:"goals"`
	Failures []fuzzFailure `json:"failures"`
}

// fuzzGoal is a goal; its first world is 0 if none reached it.
type fuzzGoal struct {
	Name   string `json:"name"`
	First  int    `json:"firstWorld"`
	Worlds int    `json:"worlds"`
}

// fuzzFailure is a way in which worlds failed, with the plan of the witness.
type fuzzFailure struct {
	Signature string `json:"signature"`
	Class     string `json:"class"`
	First     int    `json:"firstWorld"`
	Worlds    int    `json:"worlds"`
	Plan      string `json:"plan"`
	Replay    string `json:"replay"`
}

func fuzzSummaryOf(r *search.Report, failures []savedFailure) fuzzSummary {
	s := fuzzSummary{
		Class: r.Class.String(), Worlds: r.Worlds, Drawn: r.Drawn, Kept: r.Kept, Seconds: r.Real.Seconds(),
		Orders: r.Pairs, Features: r.Features, SinceNew: r.SinceNew, Chance: float64(r.Chance) / 1000,
		Goals: []fuzzGoal{}, Failures: []fuzzFailure{},
	}
	for _, g := range r.Goals {
		s.Goals = append(s.Goals, fuzzGoal{g.Name, g.First, g.Worlds})
	}
	for i, f := range failures {
		s.Failures = append(s.Failures, fuzzFailure{
			Signature: f.Signature, Class: scenarios.Class(f.Class).String(), First: r.Failures[i].First, Worlds: f.Count,
			Plan: f.path, Replay: "onelane replay " + quoted(asFile(f.path)),
		})
	}
	return s
}
