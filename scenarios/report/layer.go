package report

import (
	"fmt"
	"slices"
	"strings"

	"onelane.test/runtime/fail"
	"onelane.test/scenarios"
	"onelane.test/scenarios/oracle"
	"onelane.test/scenarios/plan"
)

// Layer is one sweep of one scenario in one design.
type Layer struct {
	Scenario string `json:"scenario"`
	Design   string `json:"design"`
	// Closed are the hazards of the design that are closed here, as an earlier layer has shown them.
	Closed []string       `json:"closed,omitempty"`
	Runs   int            `json:"runs"`
	Failed int            `json:"failed"`
	Groups []Group        `json:"groups,omitempty"`
	looked map[string]int // by oracle, the runs in which it came to a verdict
}

// Group is what several runs of a layer failed by.
type Group struct {
	Signature string `json:"signature"`
	Count     int    `json:"runs"`
	// Hazard is the known hazard that the runs show; "" is something new.
	Hazard string `json:"hazard,omitempty"`
	Replay string `json:"replay"` // the command that runs one of them again
}

// accuser returns the oracle that a group failed by, or the kind of the stop.
func (g Group) accuser() string {
	name, _, _ := strings.Cut(g.Signature, ":")
	return name
}

// peel runs a scenario in the proposal, and again with all those hazards closed that have been seen, until nothing is seen
// that is not closed already, or nothing is left to close.
func (s *study) peel(scenario *scenarios.Scenario) ([]*Layer, error) {
	var layers []*Layer
	var closed []string
	for {
		layer, err := s.layer(scenario, closed)
		if err != nil {
			return nil, err
		}
		layers = append(layers, layer)
		before := len(closed)
		for _, g := range layer.Groups {
			if g.Hazard != "" && !slices.Contains(closed, g.Hazard) {
				closed = append(closed, g.Hazard)
			}
		}
		if len(closed) == before || len(open(closed)) == 0 {
			return layers, nil
		}
	}
}

// open returns the failpoints of the proposal that are left when some hazards are closed.
func open(closed []string) []fail.Point {
	design, _ := fail.LookupDesign(fail.Proposal)
	return slices.DeleteFunc(slices.Clone(design.Points), func(p fail.Point) bool {
		return slices.ContainsFunc(closed, func(hazard string) bool { return hazardPoint(hazard).Name == p })
	})
}

// layer runs a scenario in the proposal, but for the hazards that are closed.
func (s *study) layer(scenario *scenarios.Scenario, closed []string) (*Layer, error) {
	o := scenarios.PlanOptions{Design: fail.Proposal}
	if len(closed) > 0 {
		o = armed(open(closed)...)
	}
	l, err := s.sweep(scenario, o)
	if err != nil {
		return nil, err
	}
	l.Design, l.Closed = fail.Proposal, slices.Clone(closed)
	l.attribute(closed)
	return l, nil
}

// attribute lays groups to those hazards that are still open.
func (l *Layer) attribute(closed []string) {
	left := open(closed)
	for i := range l.Groups {
		g := &l.Groups[i]
		g.Hazard = HazardOf(g.Signature)
		if g.Hazard != "" && !slices.Contains(left, hazardPoint(g.Hazard).Name) {
			g.Hazard = ""
		}
	}
}

// armed returns what turns the hardened design into one with these failpoints.
func armed(points ...fail.Point) scenarios.PlanOptions {
	var o scenarios.PlanOptions
	for _, p := range points {
		o.Arms = append(o.Arms, plan.Arm{Point: string(p), Num: 1, Den: 1})
	}
	return o
}

// sweep runs the seeds of a scenario.
func (s *study) sweep(scenario *scenarios.Scenario, o scenarios.PlanOptions) (*Layer, error) {
	summary, err := scenarios.Sweep(scenarios.SweepOptions{
		Entries: []scenarios.Entry{{Scenario: scenario, Seeds: s.options.Seeds}},
		Root:    s.options.Root, Jobs: s.options.Jobs, Overrides: o,
		Started: s.options.Started, Progress: s.progress,
	})
	if err != nil {
		return nil, err
	}
	s.worlds += summary.Runs
	l := &Layer{Scenario: scenario.Name, Design: fail.Hardened, Runs: summary.Runs, looked: map[string]int{}}
	for _, f := range summary.Failures {
		l.Failed += f.Count
		l.Groups = append(l.Groups, Group{
			Signature: f.Signature, Count: f.Count, Replay: replayLine(scenario.Name, f.Witness.Plan.Seed, o),
		})
	}
	for _, row := range summary.Rows {
		for _, o := range row.Oracles {
			l.looked[o.Name] += o.Runs[oracle.Holds] + o.Runs[oracle.Violated]
		}
	}
	return l, nil
}

// replayLine returns the command that runs a seed again.
func replayLine(scenario string, seed uint64, o scenarios.PlanOptions) string {
	line := fmt.Sprintf("onelane replay %s --seed %s", scenario, plan.FormatSeed(seed))
	if o.Design != "" {
		line += " --design " + o.Design
	}
	for _, a := range o.Arms {
		line += " --arm " + a.String()
	}
	return line
}
