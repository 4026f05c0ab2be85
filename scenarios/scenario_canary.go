package scenarios

import (
	"onelane.test/runtime/fail"
	"onelane.test/scenarios/plan"
)

// canaryScenario is a storm with a planted bug: it proves that the alarm works.
func canaryScenario() *Scenario {
	s := stormScenario()
	s.Name, s.Aliases = "canary", nil
	s.Doc = "A storm on the wrong design with two lanes, which must fail: it proves that the alarm works."
	s.least = 2
	s.shape = func(d *drawing) {
		d.plan.Arm(plan.Arm{Point: string(fail.TwoLanes), Num: 1, Den: 1})
	}
	return s
}
