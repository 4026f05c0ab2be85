package report

import (
	"fmt"
	"slices"
	"strings"

	"onelane.test/runtime/fail"
	"onelane.test/scenarios"
)

// Verdict is what runs say of a sentence.
type Verdict string

// The verdicts.
const (
	Holds        Verdict = "holds"
	Violated     Verdict = "violated"
	Inconclusive Verdict = "inconclusive"     // nothing was proved: too few seeds, or an oracle that had nothing to look at
	NotModelled  Verdict = "not modelled yet" // the row says what is needed
	NotForRuns   Verdict = "not for runs"     // about purposes and proceedings, which no run can decide
)

// Judged is a row with its verdicts.
type Judged struct {
	Sentence  string   `json:"sentence"`
	Kind      Kind     `json:"kind"`
	Text      string   `json:"claim"`
	Scenarios []string `json:"scenarios,omitempty"`
	Oracles   []string `json:"oracles,omitempty"` // that judge; all of them if there is none
	// Verdict is that of the proposal as it is written.
	Verdict Verdict `json:"verdict"`
	// Proposal and Hardened are missing where nothing is run.
	Proposal *Finding `json:"pr38579,omitempty"`
	Hardened *Finding `json:"hardened,omitempty"`
	// Hazards are those by which the proposal violates the row; Beside those that other oracles saw in the same worlds.
	Hazards  []string  `json:"hazards"`
	Beside   []string  `json:"beside,omitempty"`
	Contrast *Contrast `json:"contrast,omitempty"`
	Needs    string    `json:"needs,omitempty"`
	Note     string    `json:"note,omitempty"`
	// Command runs the row's scenarios again; Witnesses run what shows its hazards, one command for each.
	Command   string   `json:"command,omitempty"`
	Witnesses []string `json:"witnesses,omitempty"`
}

// Finding is what runs of one design say of a row.
type Finding struct {
	Verdict Verdict `json:"verdict"`
	Worlds  int     `json:"worlds"` // of all layers
	// Failed counts those that the row's own oracles failed.
	Failed int    `json:"failed"`
	Reason string `json:"reason,omitempty"` // what a probe measured, or why nothing is proved
}

// Concerns reports whether a failure is one of the row's scenarios, seen by an oracle that judges it.
func (j Judged) Concerns(l *Layer, g Group) bool {
	return slices.Contains(j.Scenarios, l.Scenario) && judges(j.Oracles, g)
}

// Contrast is what became of a row's scenario with a bug that breaks the row.
type Contrast struct {
	Failpoint string `json:"failpoint"`
	Worlds    int    `json:"worlds"`
	Failed    int    `json:"failed"`
}

// judge judges a row.
func (s *study) judge(row Row) Judged {
	j := Judged{
		Sentence: row.Sentence, Kind: row.Kind, Text: row.Text, Scenarios: row.Scenarios, Oracles: row.Oracles,
		Hazards: []string{}, Needs: row.Needs, Note: row.Note, Command: s.command(row),
	}
	switch {
	case row.Needs != "":
		j.Verdict = NotModelled
		return j
	case row.Probe != "":
		j.Proposal, j.Hardened = s.probes[probeKey{row.Probe, fail.Proposal}], s.probes[probeKey{row.Probe, fail.Hardened}]
	case len(row.Scenarios) > 0:
		s.judgeRuns(&j)
		s.judgePlans(&j, row.Hazards)
	default:
		j.Verdict = NotForRuns
		return j
	}
	if row.Contrast != "" {
		s.judgeContrast(&j, contrastKey{row.Scenarios[0], row.Contrast})
	}
	j.Verdict = j.Proposal.Verdict
	for _, hazard := range j.Hazards {
		j.Witnesses = append(j.Witnesses, s.witness(&j, hazard))
	}
	return j
}

// judgeRuns judges a row by the layers of its scenarios.
func (s *study) judgeRuns(j *Judged) {
	var proposal, hardened, last []*Layer
	for _, name := range j.Scenarios {
		proposal = append(proposal, s.proposal[name]...)
		last = append(last, s.proposal[name][len(s.proposal[name])-1])
		hardened = append(hardened, s.hardened[name])
	}
	j.Proposal, j.Hardened = finding(j.Oracles, proposal, last), finding(j.Oracles, hardened, hardened)
	for _, l := range proposal {
		for _, g := range l.Groups {
			switch {
			case g.Hazard == "":
			case judges(j.Oracles, g):
				j.Hazards = addHazard(j.Hazards, g.Hazard)
			default:
				j.Beside = addHazard(j.Beside, g.Hazard)
			}
		}
	}
}

// judgePlans adds the kept plans of the hazards that bear on a row to its worlds.
func (s *study) judgePlans(j *Judged, hazards []string) {
	for _, hazard := range hazards {
		for _, k := range s.plans[hazard] {
			j.Proposal.add(k.Proposal)
			j.Hardened.add(k.Hardened)
			if k.shows() {
				j.Hazards = addHazard(j.Hazards, hazard)
			}
		}
	}
}

// add adds the outcome of one world.
func (f *Finding) add(outcome string) {
	f.Worlds++
	if outcome != held {
		f.Failed++
		f.Verdict, f.Reason = Violated, ""
	}
}

// witness returns a command that shows a hazard: its kept plan, or a world of the row.
func (s *study) witness(j *Judged, hazard string) string {
	for _, k := range s.plans[hazard] {
		if k.shows() {
			return "onelane replay " + k.Plan
		}
	}
	for _, name := range j.Scenarios {
		for _, l := range s.proposal[name] {
			for _, g := range l.Groups {
				if g.Hazard == hazard {
					return g.Replay
				}
			}
		}
	}
	return ""
}

// addHazard adds a hazard to a sorted list.
func addHazard(list []string, hazard string) []string {
	if slices.Contains(list, hazard) {
		return list
	}
	list = append(list, hazard)
	slices.SortFunc(list, byNumber)
	return list
}

// finding judges by layers; last are those of each scenario in which nothing is hidden.
func finding(oracles []string, layers, last []*Layer) *Finding {
	f := &Finding{Verdict: Holds}
	for _, l := range layers {
		f.Worlds += l.Runs
		for _, g := range l.Groups {
			if judges(oracles, g) {
				f.Failed += g.Count
			}
		}
	}
	if f.Failed > 0 {
		f.Verdict = Violated
		return f
	}
	if blind := blind(oracles, last); len(blind) > 0 {
		f.Verdict, f.Reason = Inconclusive, fmt.Sprintf("in none of these worlds there was anything to look at for %s", strings.Join(blind, ", "))
	}
	return f
}

// judges reports whether a row with these oracles is judged by a group: one of its oracles speaks, or none could.
func judges(oracles []string, g Group) bool {
	accuser := g.accuser()
	isOracle := slices.ContainsFunc(scenarios.Oracles(), func(o scenarios.OracleInfo) bool { return o.Name == accuser })
	return len(oracles) == 0 || !isOracle || slices.Contains(oracles, accuser)
}

// blind returns the oracles that saw nothing in any of the layers.
func blind(oracles []string, layers []*Layer) []string {
	saw := func(o string) bool {
		return slices.ContainsFunc(layers, func(l *Layer) bool { return l.looked[o] > 0 })
	}
	if len(oracles) == 0 {
		oracles = []string{"construction-identity", "lane-order", "no-panic"}
	}
	return slices.DeleteFunc(slices.Clone(oracles), saw)
}

// judgeContrast demands that the bug which breaks a row is seen.
func (s *study) judgeContrast(j *Judged, key contrastKey) {
	l := s.contrast[key]
	j.Contrast = &Contrast{Failpoint: key.failpoint, Worlds: l.Runs, Failed: l.Failed}
	if l.Failed > 0 {
		return
	}
	for _, f := range []*Finding{j.Proposal, j.Hardened} {
		if f.Verdict == Holds {
			f.Verdict, f.Reason = Inconclusive, key.failpoint+", which breaks this, was not seen either"
		}
	}
}

// command returns what runs a row's scenarios again.
func (s *study) command(row Row) string {
	switch {
	case row.Probe != "":
		return probeOf(row.Probe).command
	case len(row.Scenarios) == 0:
		return ""
	}
	return fmt.Sprintf("onelane run %s --seeds %d --root %d --design pr38579", strings.Join(row.Scenarios, " "), s.options.Seeds, s.options.Root)
}
