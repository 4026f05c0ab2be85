package report

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"onelane.test/runtime/fail"
	"onelane.test/scenarios"
	"onelane.test/scenarios/oracle"
	"onelane.test/scenarios/regression"
)

// Standing says what is known of a hazard.
type Standing string

// What can be known of a hazard.
const (
	Confirmed  Standing = "confirmed"       // a kept plan shows it in the proposal, and the hardened design holds under that plan
	ByTest     Standing = "shown by a test" // no plan can tell of it; the command names the test, which was not run here
	Unexpected Standing = "unexpected"      // a kept plan does not show what it is kept for, or the hardened design fails under it
	Unshown    Standing = "not shown"       // no kept plan was found
)

// HazardState is what the report has on one hazard of the proposal.
type HazardState struct {
	Hazard    string       `json:"hazard"`
	Failpoint string       `json:"failpoint"`
	Text      string       `json:"what"`
	Source    string       `json:"source"`
	State     Standing     `json:"state"`
	Plans     []KeptState  `json:"plans"`
	Command   string       `json:"command"`
	Scenarios []HazardSeen `json:"scenarios"` // of this report's worlds, where it showed
}

// HazardSeen is how often a hazard showed in the worlds of a scenario.
type HazardSeen struct {
	Scenario string `json:"scenario"`
	Worlds   int    `json:"worlds"`
	Of       int    `json:"of"` // worlds in which it was open
}

// KeptState is what came of a kept plan in the two designs.
type KeptState struct {
	Plan     string `json:"plan"`
	Expect   string `json:"expect"`  // an oracle, or "held" where a suspicion is refuted
	Proposal string `json:"pr38579"` // the signature, or "held"
	Hardened string `json:"hardened"`
	expected bool
}

// shownByTest names the tests of hazards that plans cannot tell of: no statement alters a sink.
var shownByTest = map[string]string{"H13": "go test ./runtime/storage -run TestAlteredSinkMeetsRestart"}

// replayAll runs the kept plans of all hazards.
func (s *study) replayAll() error {
	kept, err := regression.ReadDir(filepath.Join(s.options.Folder, regression.Dir))
	if err != nil {
		return err
	}
	for _, k := range kept {
		number := numberOf(k.Name())
		if number == "" {
			continue
		}
		state, err := s.replay(k)
		if err != nil {
			return err
		}
		s.plans[number] = append(s.plans[number], state)
	}
	return nil
}

// hazard gathers what the catalogue and the worlds of this report have on a hazard.
func (s *study) hazard(number string) *HazardState {
	e := hazardPoint(number)
	h := &HazardState{
		Hazard: number, Failpoint: string(e.Name), Text: cmp.Or(whatHappens[number], e.Restores), Source: e.Source,
		Plans: append([]KeptState{}, s.plans[number]...), Scenarios: []HazardSeen{},
	}
	for _, scenario := range scenarios.List() {
		seen := HazardSeen{Scenario: scenario.Name}
		for _, l := range s.proposal[scenario.Name] {
			if slices.Contains(open(l.Closed), e.Name) {
				seen.Of += l.Runs
			}
			for _, g := range l.Groups {
				if g.Hazard == number {
					seen.Worlds += g.Count
				}
			}
		}
		if seen.Worlds > 0 {
			h.Scenarios = append(h.Scenarios, seen)
		}
	}
	h.conclude()
	return h
}

var keptName = regexp.MustCompile(`^h(\d\d)-`)

// numberOf returns the hazard that a kept plan tells of, "" if it is not about one.
func numberOf(plan string) string {
	match := keptName.FindStringSubmatch(plan)
	if match == nil {
		return ""
	}
	return "H" + strings.TrimLeft(match[1], "0")
}

// replay runs a kept plan in both designs.
func (s *study) replay(k *regression.Kept) (KeptState, error) {
	state := KeptState{Plan: filepath.ToSlash(filepath.Join(regression.Dir, k.Name()+".plan")), Expect: k.Expect}
	if k.Err != nil {
		return state, k.Err
	}
	proposal, err := scenarios.Run(k.Plan, scenarios.RunOptions{})
	if err != nil {
		return state, fmt.Errorf("%s: %w", k.Name(), err)
	}
	p := k.Plan.Clone()
	p.Cluster.Design = fail.Hardened
	hardened, err := scenarios.Run(p, scenarios.RunOptions{})
	if err != nil {
		return state, fmt.Errorf("%s: %w", k.Name(), err)
	}
	s.worlds += 2
	state.Proposal, state.Hardened = outcome(proposal), outcome(hardened)
	v, _ := proposal.Verdict(k.Expect)
	shown := regression.Accuser(proposal) == k.Expect || v.Outcome == oracle.Violated
	state.expected = shown && !hardened.Failed()
	return state, nil
}

// shows reports whether the plan shows its hazard, rather than that there is none.
func (k KeptState) shows() bool { return k.Proposal != held }

// held is the outcome of a plan that did not fail.
const held = "held"

func outcome(r *scenarios.Result) string {
	if !r.Failed() {
		return regression.Accuser(r)
	}
	return r.Signature
}

// conclude says what is known of the hazard.
func (h *HazardState) conclude() {
	h.State, h.Command = Unshown, shownByTest[h.Hazard]
	if h.Command != "" {
		h.State = ByTest
	}
	for _, p := range h.Plans {
		if !p.expected {
			h.State, h.Command = Unexpected, "onelane replay "+p.Plan
			return
		}
		if p.shows() {
			h.State, h.Command = Confirmed, "onelane replay "+p.Plan
		}
	}
}
