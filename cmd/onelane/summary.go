package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"onelane.test/scenarios"
	"onelane.test/scenarios/oracle"
)

// fullFailures is how many failures are printed in full; the others only with the command that runs them again.
const fullFailures = 3

// printSummary prints what a sweep showed: the failures last, so that they stand above the prompt.
func printSummary(w io.Writer, s *scenarios.Summary, failures []savedFailure) {
	scenarioRows(s).print(w)
	for _, r := range s.Rows {
		if r.Cases != nil {
			fmt.Fprintf(w, "%s: %s\n", r.Name, r.Cases)
		}
	}
	for _, t := range []table{faultRows(s), oracleRows(s), reasonRows(s), failpointRows(s)} {
		if len(t.rows) > 0 {
			fmt.Fprintln(w)
			t.print(w)
		}
	}
	for i, f := range failures {
		fmt.Fprintf(w, "\n--- failure %d of %d\n", i+1, len(failures))
		if i < fullFailures {
			f.print(w)
			continue
		}
		f.printHead(w)
		fmt.Fprintln(w, f.Signature)
		f.printReplay(w)
	}
	if len(s.Shortfalls) > 0 {
		fmt.Fprintln(w, "\nbelow the activity floors:")
	}
	for _, missed := range s.Shortfalls {
		fmt.Fprintf(w, "  %s\n", missed)
	}
	fmt.Fprintf(w, "\n%s\n", conclusion(s))
}

// conclusion says in one line how the sweep ended.
func conclusion(s *scenarios.Summary) string {
	var virtual time.Duration
	for _, row := range s.Rows {
		virtual += row.Virtual
	}
	failed := 0
	for _, f := range s.Failures {
		failed += f.Count
	}
	return fmt.Sprintf("%s: %s of design %s, %d failed, %s of virtual time in %s, hash %s",
		s.Class, count(s.Runs, "run"), strings.Join(s.Designs, " and "), failed, round(virtual), round(s.Real), hex(s.Hash()))
}

func scenarioRows(s *scenarios.Summary) table {
	t := table{head: []string{
		"scenario", ">seeds", ">virtual", ">choices", ">alternate", ">overlap", "verdicts", "schedules",
	}}
	for _, r := range s.Rows {
		t.add(r.Name, strconv.Itoa(r.Runs), round(r.Virtual), percent(r.Choices, r.Steps),
			percent(uint64(r.Alternating), uint64(r.Runs)), percent(uint64(r.Overlapping), uint64(r.Runs)),
			countsOf(named(r.Classes)), countsOf(r.Schedules))
	}
	return t
}

// named replaces classes by their names.
func named(classes map[scenarios.Class]int) map[string]int {
	counts := map[string]int{}
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		counts[class.String()] += classes[class]
	}
	return counts
}

func faultRows(s *scenarios.Summary) table {
	drawn, fired := map[string]int{}, map[string]int{}
	for _, r := range s.Rows {
		for _, kind := range slices.Sorted(maps.Keys(r.MayDraw)) {
			drawn[kind] += r.MayDraw[kind]
			fired[kind] += r.DidFire[kind]
		}
	}
	t := table{head: []string{"fault", ">runs drawn in", ">fired in"}}
	for _, kind := range slices.Sorted(maps.Keys(drawn)) {
		t.add(kind, strconv.Itoa(drawn[kind]), strconv.Itoa(fired[kind]))
	}
	return t
}

func failpointRows(s *scenarios.Summary) table {
	times := map[string]int{}
	for _, r := range s.Rows {
		for _, name := range slices.Sorted(maps.Keys(r.Activity.Failpoints)) {
			times[name] += r.Activity.Failpoints[name]
		}
	}
	t := table{head: []string{"failpoint", ">fired"}}
	for _, name := range slices.Sorted(maps.Keys(times)) {
		t.add(name, strconv.Itoa(times[name]))
	}
	return t
}

func oracleRows(s *scenarios.Summary) table {
	var sums []scenarios.OracleRow
	for _, r := range s.Rows {
		for _, o := range r.Oracles {
			i := slices.IndexFunc(sums, func(sum scenarios.OracleRow) bool { return sum.Name == o.Name })
			if i < 0 {
				i = len(sums)
				sums = append(sums, scenarios.OracleRow{Name: o.Name, Runs: map[oracle.Outcome]int{}})
			}
			sums[i].Looks += o.Looks
			for _, outcome := range []oracle.Outcome{oracle.Holds, oracle.Violated, oracle.Inconclusive} {
				sums[i].Runs[outcome] += o.Runs[outcome]
			}
		}
	}
	t := table{head: []string{"oracle", ">holds", ">violated", ">inconclusive", ">looks"}}
	for _, o := range sums {
		t.add(o.Name, strconv.Itoa(o.Runs[oracle.Holds]), strconv.Itoa(o.Runs[oracle.Violated]),
			strconv.Itoa(o.Runs[oracle.Inconclusive]), strconv.FormatUint(o.Looks, 10))
	}
	return t
}

// reasonRows says why oracles were inconclusive: in how many verdicts, and which oracles.
func reasonRows(s *scenarios.Summary) table {
	verdicts, oracles := map[string]int{}, map[string][]string{}
	for _, r := range s.Rows {
		for _, o := range r.Oracles {
			for _, reason := range slices.Sorted(maps.Keys(o.Reasons)) {
				verdicts[reason] += o.Reasons[reason]
				oracles[reason] = append(oracles[reason], o.Name)
			}
		}
	}
	t := table{head: []string{"inconclusive because", ">verdicts", "oracles"}}
	for _, reason := range slices.Sorted(maps.Keys(verdicts)) {
		slices.Sort(oracles[reason])
		t.add(reason, strconv.Itoa(verdicts[reason]), strings.Join(slices.Compact(oracles[reason]), ", "))
	}
	return t
}

// percent returns a share for people; a dash where there is no whole.
func percent(part, whole uint64) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%d%%", part*100/whole)
}

// round prints a duration with three or so digits.
func round(d time.Duration) string {
	switch {
	case d >= time.Minute:
		return d.Round(time.Second).String()
	case d >= time.Second:
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Millisecond).String()
}
