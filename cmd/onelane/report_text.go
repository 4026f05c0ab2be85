package main

import (
	"fmt"
	"io"
	"path"
	"strings"

	"onelane.test/scenarios/report"
)

// reportColumns are the widths of a report's columns, which make lines of at most 120.
var reportColumns = []int{16, 16, 16, 8, 64}

// printReport prints the rows, the hazards, and how it ended.
func printReport(w io.Writer, r *report.Report) {
	fmt.Fprintf(w, "%s: %s\n%s\n\n", r.Name, r.Title, r.Source)
	printWrapped(w, []string{"sentence", "as proposed", "hardened", "hazards", "what it says, in our words, and what shows the verdict"})
	for _, row := range r.Rows {
		fmt.Fprintln(w)
		printWrapped(w, rowCells(r, row))
	}
	fmt.Fprintln(w, "\nhazards")
	for _, h := range r.Hazards {
		fmt.Fprintln(w)
		printWrapped(w, hazardCells(h))
	}
	fmt.Fprintf(w, "\n%s\n", reportConclusion(r))
}

// rowCells returns the cells of a row; lines of a cell are wrapped each for itself.
func rowCells(r *report.Report, row report.Judged) []string {
	proposal, hardened := string(row.Verdict), "-"
	if row.Proposal != nil {
		proposal = verdictCell(row.Proposal)
	}
	if row.Hardened != nil {
		hardened = verdictCell(row.Hardened)
	}
	hazards := strings.Join(row.Hazards, " ")
	if fresh := unmapped(r, row); len(fresh) > 0 {
		hazards = strings.TrimSpace(hazards + " NEW")
	}
	return []string{
		fmt.Sprintf("%s\n%s", row.Sentence, row.Kind), proposal, hardened, hazards,
		row.Text + "\n" + strings.Join(rowEvidence(r, row), "\n"),
	}
}

func verdictCell(f *report.Finding) string {
	switch {
	case f.Failed > 0 && f.Worlds > 0:
		return fmt.Sprintf("%s\n%d of %d", f.Verdict, f.Failed, f.Worlds)
	case f.Worlds > 0:
		return fmt.Sprintf("%s\n%s", f.Verdict, count(f.Worlds, "world"))
	}
	return string(f.Verdict)
}

// rowEvidence lists what stands below a row's text.
func rowEvidence(r *report.Report, row report.Judged) (lines []string) {
	add := func(format string, args ...any) { lines = append(lines, "· "+fmt.Sprintf(format, args...)) }
	if len(row.Scenarios) > 0 {
		add("scenarios: %s (%s each)", strings.Join(row.Scenarios, ", "), count(r.Seeds, "seed"))
	}
	if len(row.Oracles) > 0 {
		add("judged by %s", strings.Join(row.Oracles, ", "))
	}
	if len(row.Beside) > 0 {
		add("beside it, by other oracles: %s", strings.Join(row.Beside, " "))
	}
	if row.Contrast != nil {
		add("with the bug %s: %d of %d fail", row.Contrast.Failpoint, row.Contrast.Failed, row.Contrast.Worlds)
	}
	for _, g := range unmapped(r, row) {
		add("NEW: %s\n$ %s", g.Signature, g.Replay)
	}
	for _, reason := range reasons(row) {
		add("%s", reason)
	}
	if row.Needs != "" {
		add("needs %s", row.Needs)
	}
	if row.Note != "" {
		add("%s", row.Note)
	}
	for _, command := range append([]string{row.Command}, row.Witnesses...) {
		if command != "" {
			lines = append(lines, "$ "+command)
		}
	}
	return lines
}

// reasons returns what the findings of a row say, once if both say the same.
func reasons(row report.Judged) (all []string) {
	if row.Proposal != nil && row.Proposal.Reason != "" {
		all = append(all, row.Proposal.Reason)
	}
	if row.Hardened != nil && row.Hardened.Reason != "" && (len(all) == 0 || all[0] != row.Hardened.Reason) {
		all = append(all, "hardened: "+row.Hardened.Reason)
	}
	return all
}

// unmapped returns the failures of a row that no known hazard explains.
func unmapped(r *report.Report, row report.Judged) (groups []report.Group) {
	for _, l := range r.Layers {
		for _, g := range l.Groups {
			if g.Hazard == "" && row.Concerns(l, g) {
				groups = append(groups, g)
			}
		}
	}
	return groups
}

func hazardCells(h *report.HazardState) []string {
	lines := []string{h.Text, "· failpoint " + h.Failpoint, "· " + h.Source}
	for _, p := range h.Plans {
		line := fmt.Sprintf("· plan %s: %s; hardened: %s", strings.TrimSuffix(path.Base(p.Plan), ".plan"), p.Proposal, p.Hardened)
		if p.Expect == "held" {
			line += "; so that suspicion is refuted"
		}
		lines = append(lines, line)
	}
	var seen []string
	for _, s := range h.Scenarios {
		seen = append(seen, fmt.Sprintf("%s %d of %d", s.Scenario, s.Worlds, s.Of))
	}
	if len(seen) > 0 {
		lines = append(lines, "· seen in "+strings.Join(seen, ", "))
	}
	if h.Command != "" {
		lines = append(lines, "$ "+h.Command)
	}
	return []string{h.Hazard, string(h.State), "", "", strings.Join(lines, "\n")}
}

// reportConclusion says how it ended, and what is missing.
func reportConclusion(r *report.Report) string {
	counts := map[report.Verdict]int{}
	for _, row := range r.Rows {
		counts[row.Verdict]++
	}
	text := fmt.Sprintf("%d rows: %s; %d worlds, root %d", len(r.Rows), countsOf(counts), r.Worlds, r.Root)
	if r.Holds {
		return text + "\nthe hardened design holds everywhere, and the proposal violates nothing but by known hazards"
	}
	return text + "\nnot so:\n  " + strings.Join(r.Because, "\n  ")
}

// printWrapped prints cells side by side, each wrapped into its column.
func printWrapped(w io.Writer, cells []string) {
	columns := make([][]string, len(cells))
	height := 0
	for i, cell := range cells {
		columns[i] = wrap(cell, reportColumns[i])
		height = max(height, len(columns[i]))
	}
	for y := range height {
		var line strings.Builder
		for i, column := range columns {
			text := ""
			if y < len(column) {
				text = column[y]
			}
			fmt.Fprintf(&line, "%-*s", reportColumns[i]+1, text)
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

// wrap breaks a text at spaces into lines of at most so many letters; a longer word stands alone. Lines of the text that
// begin with a mark go on behind it. Commands are not broken, so that they can be pasted.
func wrap(text string, width int) (lines []string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "$ ") {
			lines = append(lines, line)
			continue
		}
		indent := ""
		if strings.HasPrefix(line, "· ") {
			indent = "  "
		}
		lines = append(lines, wrapLine(line, indent, width)...)
	}
	return lines
}

func wrapLine(line, indent string, width int) (lines []string) {
	current := ""
	for word := range strings.FieldsSeq(line) {
		switch {
		case current == "":
			current = word
		case len([]rune(current))+1+len([]rune(word)) > width:
			lines = append(lines, current)
			current = indent + word
		default:
			current += " " + word
		}
	}
	return append(lines, current)
}
