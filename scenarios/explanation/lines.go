package explanation

import (
	"slices"

	"onelane.test/runtime/fail"
	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// Line is a line of the plan that could be left out, with what comes of that.
type Line struct {
	Text string `json:"line"`
	// Matters is false if the run fails in the same way without it.
	Matters bool `json:"matters"`
	// Without is what the run gives without the line, "held" or a signature.
	Without string `json:"without"`
	// With says how many other lines had to go with it, as they refer to it.
	With int `json:"with,omitempty"`
	// Failed of Draws other seeds fail without a line that matters: where some do, it only makes the failure likelier.
	Failed int `json:"failed,omitempty"`
	Draws  int `json:"draws,omitempty"`
}

// removal is a line with the plan that lacks it.
type removal struct {
	text string
	with int
	plan *plan.Plan
}

// Lines leaves out each line of the plan in turn. Where that makes a difference, it asks as many other seeds: a removal
// moves all steps that follow, so that one run without the failure may be mere chance.
func (e *Explainer) Lines(draws int) (lines []Line) {
	for _, removal := range removals(e.failure.Plan) {
		if e.over() {
			break
		}
		lines = append(lines, e.without(removal, draws))
	}
	return lines
}

func (e *Explainer) without(removed removal, draws int) Line {
	line := Line{Text: removed.text, With: removed.with}
	r, err := scenarios.Run(removed.plan, scenarios.RunOptions{})
	if err != nil {
		line.Matters, line.Without = true, err.Error()
		return line
	}
	line.Without = r.Signature
	if !r.Failed() {
		line.Without = "held"
	}
	if line.Matters = !e.same(r); line.Matters {
		line.Draws = draws
		line.Failed = e.count(draws, func(i int, pool *sim.Pool) bool {
			p := *removed.plan
			p.Seed = uint64(i)
			return e.fails(&p, scenarios.RunOptions{Pool: pool})
		})
	}
	return line
}

// removals returns the plan without each of its lines that can go, in the order in which the plan prints them.
func removals(p *plan.Plan) (all []removal) {
	add := func(text string, change func(*plan.Plan)) {
		next := p.Clone()
		change(next)
		all = append(all, removal{text: text, plan: next})
	}
	usual := plan.New(p.Scenario, p.Seed)
	if p.Schedule != usual.Schedule {
		add("schedule "+p.Schedule, func(p *plan.Plan) { p.Schedule = usual.Schedule })
	}
	if p.World != usual.World {
		add("world "+p.World.String(), func(p *plan.Plan) { p.World = usual.World })
	}
	if p.Cluster.Design != fail.Hardened {
		add("design="+p.Cluster.Design, func(p *plan.Plan) { p.Cluster.Design = fail.Hardened })
	}
	for i, set := range p.Sets {
		add("set "+set.String(), func(p *plan.Plan) { p.Sets = slices.Delete(p.Sets, i, i+1) })
	}
	for i, arm := range p.Arms {
		add("arm "+arm.String(), func(p *plan.Plan) { p.Arms = slices.Delete(p.Arms, i, i+1) })
	}
	all = append(all, statements(p)...)
	for i, choice := range p.Choices {
		add("choice "+choice.String(), func(p *plan.Plan) { p.Choices = slices.Delete(p.Choices, i, i+1) })
	}
	return all
}

// statements returns the plan without each of its timed lines but the check, and without what refers to it.
func statements(p *plan.Plan) (all []removal) {
	for i, line := range p.Lines {
		if _, isCheck := line.Statement.(plan.Check); isCheck {
			continue
		}
		next := *p
		next.Lines = nil
		objects := plan.NewObjects(p.Cluster)
		for j, other := range p.Lines {
			if j != i && objects.Apply(other) == nil {
				next.Lines = append(next.Lines, other)
			}
		}
		all = append(all, removal{text: line.String(), with: len(p.Lines) - 1 - len(next.Lines), plan: &next})
	}
	return all
}
