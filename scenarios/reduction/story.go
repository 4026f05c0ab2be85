package reduction

import (
	"slices"
	"time"

	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
)

// story is a plan with its size and, if it was run, its result.
type story struct {
	plan   *plan.Plan
	size   Size
	result *scenarios.Result
	// exact says of a candidate that it is tried as it stands, and under no other schedule or seed.
	exact bool
}

func storyOf(p *plan.Plan) *story { return &story{plan: p, size: SizeOf(p)} }

func exactly(p *plan.Plan) *story { return &story{plan: p, size: SizeOf(p), exact: true} }

// ranStory returns the story of a run that failed, without what had no part in it: choices without an effect, and the
// time after the failure.
func ranStory(result *scenarios.Result) *story {
	p := withoutMissed(result)
	if result.Stop != nil {
		p = endingSoonAfter(p, time.Duration(result.Stop.At))
	}
	own := *result
	own.Plan = p
	s := storyOf(p)
	s.result = &own
	return s
}

// withoutMissed returns the plan of a run with those choices only that had an effect.
func withoutMissed(result *scenarios.Result) *plan.Plan {
	p := *result.Plan
	if p.Schedule == fifo && result.Deviations != nil && len(result.Deviations) < len(p.Choices) {
		p.Choices = result.Deviations
		return &p
	}
	if len(result.Missed) > 0 {
		p.Choices = nil
		missed := result.Missed
		for _, choice := range result.Plan.Choices {
			if len(missed) > 0 && missed[0] == choice {
				missed = missed[1:]
				continue
			}
			p.Choices = append(p.Choices, choice)
		}
	}
	return &p
}

// endingSoonAfter returns the plan with its check right behind a failure, if everything has healed by then.
func endingSoonAfter(p *plan.Plan, failure time.Duration) *plan.Plan {
	check := roundUp(max(failure, 1))
	last := slices.IndexFunc(p.Lines, func(l plan.Line) bool { return kindOf(l) == checkLine })
	if last > 0 {
		check = max(check, p.Lines[last-1].At)
	}
	if p.Lines[last].At <= check {
		return p
	}
	return withEnd(p, check)
}

// roundUp returns the least duration with one digit before its zeros that is not below d.
func roundUp(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/10 >= unit {
		unit *= 10
	}
	return (d + unit - 1) / unit * unit
}

// roundish returns the least duration with two digits before its zeros that is not below d.
func roundish(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/100 >= unit {
		unit *= 10
	}
	return (d + unit - 1) / unit * unit
}

// withoutSource forgets where the lines of a plan were read.
func withoutSource(p *plan.Plan) *plan.Plan {
	p = p.Clone()
	p.File = ""
	for i := range p.Lines {
		p.Lines[i].Source = 0
	}
	return p
}
