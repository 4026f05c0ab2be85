package report

import "fmt"

// Schema is the version of a report's JSON. Within a version fields are added, never renamed, removed or given another
// meaning.
const Schema = 1

// Report is what became of a proposal. Its JSON is what `onelane report --json` prints.
type Report struct {
	Schema int    `json:"schema"`
	Name   string `json:"report"`
	Title  string `json:"title"`
	Source string `json:"source"`
	Seeds  int    `json:"seeds"` // of each scenario and layer
	Root   uint64 `json:"root,string"`
	Worlds int    `json:"worlds"` // that ran in all
	// Holds says that the hardened design holds everywhere, and that all violations of the proposal are known hazards.
	Holds bool `json:"holds"`
	// Because says what is missing where Holds is false.
	Because []string       `json:"because,omitempty"`
	Rows    []Judged       `json:"rows"`
	Hazards []*HazardState `json:"hazards"`
	Layers  []*Layer       `json:"layers"`
}

// report judges the rows by what was run.
func (s *study) report(p *Paper) *Report {
	r := &Report{
		Schema: Schema, Name: p.Name, Title: p.Title, Source: p.Source,
		Seeds: s.options.Seeds, Root: s.options.Root, Worlds: s.worlds,
	}
	seen := map[string]bool{}
	for _, row := range p.Rows {
		r.Rows = append(r.Rows, s.judge(row))
		for _, name := range row.Scenarios {
			if !seen[name] {
				seen[name] = true
				r.Layers = append(r.Layers, append(s.proposal[name], s.hardened[name])...)
			}
		}
	}
	for _, number := range Hazards() {
		r.Hazards = append(r.Hazards, s.hazard(number))
	}
	r.conclude()
	return r
}

// conclude says whether the report holds, and why not.
func (r *Report) conclude() {
	for _, row := range r.Rows {
		if row.Hardened != nil && row.Hardened.Verdict != Holds {
			r.Because = append(r.Because, fmt.Sprintf("%s: the hardened design is %s", row.Sentence, row.Hardened.Verdict))
		}
		if row.Proposal != nil && row.Proposal.Verdict == Inconclusive {
			r.Because = append(r.Because, fmt.Sprintf("%s: the proposal is %s", row.Sentence, Inconclusive))
		}
	}
	for _, l := range r.Layers {
		for _, g := range l.Groups {
			if g.Hazard == "" {
				r.Because = append(r.Because, fmt.Sprintf("%s: %s, which is no known hazard of design %s", l.Scenario, g.Signature, l.Design))
			}
		}
	}
	for _, h := range r.Hazards {
		if h.State == Unexpected {
			r.Because = append(r.Because, fmt.Sprintf("%s: a kept plan does not show what it is kept for", h.Hazard))
		}
	}
	r.Holds = len(r.Because) == 0
}
