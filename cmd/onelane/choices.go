package main

import (
	"fmt"

	"onelane.test/scenarios"
)

// missedChoices says how many of a plan's choices had no effect, because whoever should run did not want to; "" if all had
// one. So a plan from before a change of the system says how much of its schedule is left.
func missedChoices(r *scenarios.Result) string {
	if len(r.Missed) == 0 {
		return ""
	}
	all := len(r.Plan.Choices)
	return fmt.Sprintf("%d of %d choices took effect; the first that did not: %s", all-len(r.Missed), all, r.Missed[0])
}
