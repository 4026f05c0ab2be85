package main

import (
	"fmt"

	"onelane.test/scenarios"
)

// missedChoices says how many of a plan's choices had no effect, because whoever should run did not want to; "" if all had
// one. So a plan from before a change of the system says how much of its schedule is left.
func missedChoices(r *scenarios.Result) string {
	if r.Plan.Schedule != "fifo" {
		return "" // the deviations that are known are those from fifo
	}
	taken := 0
	first := ""
	for _, choice := range r.Plan.Choices {
		if taken < len(r.Deviations) && r.Deviations[taken] == choice {
			taken++
		} else if first == "" {
			first = choice.String()
		}
	}
	if first == "" {
		return ""
	}
	return fmt.Sprintf("%d of %d choices took effect; the first that did not: %s", taken, len(r.Plan.Choices), first)
}
