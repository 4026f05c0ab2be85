package reduction

import (
	"slices"
	"time"

	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
)

// patient says whether a candidate is given the time that a verdict at the end takes.
func (r *reducer) patient(p *plan.Plan) bool {
	if r.search.Best().result.Stop != nil {
		return true
	}
	heal, check := scenarios.Phases(p)
	return check-heal >= r.quiet
}

// cutAftermath ends the run soon after the failure, or as early as a verdict at the end allows.
func (r *reducer) cutAftermath() {
	if stop := r.search.Best().result.Stop; stop != nil {
		r.cutAfter(time.Duration(stop.At))
	} else {
		r.cutQuiet()
	}
	r.takes(r.withoutHeal()...)
}

// cutAfter drops everything that comes after the failure, the heal line too if the failure does not need it.
func (r *reducer) cutAfter(failure time.Duration) {
	best := r.search.Best().plan
	var before, unhealed []plan.Line
	for _, line := range best.Lines {
		switch {
		case kindOf(line) == checkLine:
			line.At = max(roundUp(failure), 1)
		case line.At > failure:
			continue
		}
		before = append(before, line)
		if kindOf(line) != healLine {
			unhealed = append(unhealed, line)
		}
	}
	r.takes(storyOf(best.WithLines(unhealed)), storyOf(best.WithLines(before)))
}

// withoutHeal returns the best plan with the heal line dropped, or at the time of the last line before it.
func (r *reducer) withoutHeal() (candidates []*story) {
	best := r.search.Best().plan
	heal := slices.IndexFunc(best.Lines, func(l plan.Line) bool { return kindOf(l) == healLine })
	if heal < 0 {
		return nil
	}
	rest := slices.Delete(slices.Clone(best.Lines), heal, heal+1)
	_, check := scenarios.Phases(best)
	unhealed := best.WithLines(rest)
	early, _ := scenarios.Phases(unhealed)
	for _, p := range []*plan.Plan{unhealed, withEnd(unhealed, min(check, roundish(early+r.quiet)))} {
		candidates = append(candidates, storyOf(p))
	}
	return candidates
}

// quiets are the spans after which a verdict is tried, in place of that which the plan has.
var quiets = []time.Duration{time.Second, 10 * time.Second}

// restless is how many times as long as it takes the system to come to rest it must be watched.
const restless = 4

// cutQuiet lets the run end earlier after everything has healed. A plan with failpoints shows how long is long enough: the
// same system without them comes to rest, and in a part of that time.
func (r *reducer) cutQuiet() {
	best := r.search.Best().plan
	heal, _ := scenarios.Phases(best)
	sound := *best
	sound.Arms = nil
	if len(best.Arms) > 0 {
		control, err := r.run(&sound, scenarios.RunOptions{})
		if err == nil && !control.Failed() {
			r.allowQuiet(control.Virtual - heal)
		}
	}
	r.takes(storyOf(withEnd(best, roundish(heal+r.quiet))))
}

// allowQuiet allows a quiet span that is several times as long as the system needs.
func (r *reducer) allowQuiet(needed time.Duration) {
	for _, quiet := range quiets {
		if quiet >= restless*needed {
			r.quiet = min(r.quiet, quiet)
			return
		}
	}
}
