package report

import (
	"errors"
	"fmt"

	"onelane.test/runtime/fail"
	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
)

// Options say how much is run for a report.
type Options struct {
	Seeds int // of each scenario and layer
	Root  uint64
	Jobs  int // worlds side by side; 0 means one for each core
	// Folder is the module's, where the kept plans and the sources are.
	Folder string
	// Progress, if not nil, is told how many worlds have run. Started is called before each, see [scenarios.SweepOptions].
	Progress func(scenarios.Progress)
	Started  func(*plan.Plan) func()
}

// study is a report in the making.
type study struct {
	options  Options
	worlds   int                 // in finished sweeps
	proposal map[string][]*Layer // by scenario
	hardened map[string]*Layer
	contrast map[contrastKey]*Layer
	probes   map[probeKey]*Finding
	plans    map[string][]KeptState // by hazard
}

// contrastKey is a sweep with a bug.
type contrastKey struct{ scenario, failpoint string }

// probeKey is a probe in a design.
type probeKey struct{ probe, design string }

// Make runs all that the rows of a proposal need, and judges them. The result depends on the seeds alone. An error means
// that something could not be run.
func Make(p *Paper, o Options) (*Report, error) {
	if o.Seeds < 1 {
		return nil, errors.New("report: a report needs at least one seed")
	}
	s := &study{
		options: o, proposal: map[string][]*Layer{}, hardened: map[string]*Layer{},
		contrast: map[contrastKey]*Layer{}, probes: map[probeKey]*Finding{}, plans: map[string][]KeptState{},
	}
	if err := s.replayAll(); err != nil {
		return nil, fmt.Errorf("report: kept plans: %w", err)
	}
	for i := range p.Rows {
		if err := s.need(&p.Rows[i]); err != nil {
			return nil, fmt.Errorf("report: %s: %w", p.Rows[i].Sentence, err)
		}
	}
	return s.report(p), nil
}

// need runs what a row needs and no other row has run yet.
func (s *study) need(row *Row) error {
	for i, name := range row.Scenarios {
		scenario := scenarios.Lookup(name)
		if err := s.both(scenario); err != nil {
			return err
		}
		if i == 0 && row.Contrast != "" {
			if err := s.contrasted(scenario, row.Contrast); err != nil {
				return err
			}
		}
	}
	if row.Probe == "" {
		return nil
	}
	return s.probe(row.Probe)
}

// probe runs a probe in both designs.
func (s *study) probe(name string) error {
	for _, design := range []string{fail.Proposal, fail.Hardened} {
		f, err := probeOf(name).run(design, s.options)
		if err != nil {
			return err
		}
		s.worlds += f.Worlds
		s.probes[probeKey{name, design}] = &f
	}
	return nil
}

// both runs a scenario in both designs.
func (s *study) both(scenario *scenarios.Scenario) (err error) {
	if _, done := s.hardened[scenario.Name]; done {
		return nil
	}
	if s.proposal[scenario.Name], err = s.peel(scenario); err != nil {
		return err
	}
	s.hardened[scenario.Name], err = s.sweep(scenario, scenarios.PlanOptions{})
	return err
}

// contrasted runs a scenario with a bug.
func (s *study) contrasted(scenario *scenarios.Scenario, failpoint string) (err error) {
	key := contrastKey{scenario.Name, failpoint}
	if _, done := s.contrast[key]; done {
		return nil
	}
	s.contrast[key], err = s.sweep(scenario, armed(fail.Point(failpoint)))
	return err
}

// progress adds the worlds of the sweep at work to those before.
func (s *study) progress(p scenarios.Progress) {
	if s.options.Progress != nil {
		s.options.Progress(scenarios.Progress{Done: s.worlds + p.Done})
	}
}
