package reduction

import (
	"strings"
	"time"

	"onelane.test/scenarios/plan"
)

// lighten makes everything that slows runs down small at once, and brings the lines together in time. Where that works it
// saves most of the work that follows.
func (r *reducer) lighten() {
	together := func(p *plan.Plan) { lightly(p); evenly(p) }
	r.takes(r.changed(together), r.changed(lightly), r.changed(evenly))
}

// lightly makes the numbers of commands as small as they can be, and leaves out what can be left out.
func lightly(p *plan.Plan) {
	for i, line := range p.Lines {
		if kindOf(line) != commandLine {
			continue
		}
		text := line.Statement.String()
		for n := len(numbersIn(text)) - 1; n >= 0; n-- {
			text = least(text, n)
		}
		for _, shorter := range simplerTexts(text) {
			if _, ok := reworded(line, shorter); ok && len(shorter) < len(text) && !strings.Contains(shorter, "query=") {
				text = shorter
			}
		}
		p.Lines[i], _ = reworded(line, text)
	}
	*p = *p.WithLines(p.Lines)
}

// least returns the text with a number that is no duration as small as it can be.
func least(text string, n int) string {
	for _, value := range []int64{0, 1} {
		number := numbersIn(text)[n]
		smaller := number.with(text, value)
		if _, err := plan.ParseStatement(smaller); err == nil && number.unit == "" && value < number.value {
			return smaller
		}
	}
	return text
}

// evenly lets commands and faults follow each other at a hundredth of a second, or sooner where they did.
func evenly(p *plan.Plan) {
	var before, at time.Duration
	for i, line := range p.Lines {
		if kind := kindOf(line); kind == commandLine || kind == faultLine {
			at += min(line.At-before, 10*time.Millisecond)
			before, p.Lines[i].At = line.At, at.Truncate(time.Millisecond)
		}
	}
}

// atOnce lets all commands and faults happen at once.
func atOnce(p *plan.Plan) {
	for i, line := range p.Lines {
		if kind := kindOf(line); kind == commandLine || kind == faultLine {
			p.Lines[i].At = 0
		}
	}
}
