package scenarios

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/scenarios/oracle"
	"onelane.test/scenarios/plan"
)

// TestOraclesHearWhatTheyNeed demands that an oracle says the same, and looks as often, whether it is attached or is told
// of every event.
func TestOraclesHearWhatTheyNeed(t *testing.T) {
	arms := map[string][]plan.Arm{"": nil}
	for _, point := range []string{"worker/async-undrained", "adapter/untagged-responses"} {
		arm, err := plan.ParseArm(point)
		require.NoError(t, err)
		arms[point] = []plan.Arm{arm}
	}
	for _, scenario := range List() {
		for point, arm := range arms {
			p, err := scenario.Plan(scenario.Seed(1, 3), PlanOptions{Arms: arm})
			require.NoError(t, err)
			attached, told := twice(t, p)
			require.Equal(t, told, attached, "%s %s", scenario.Name, point)
		}
	}
}

// twice runs a plan once under two sets of oracles: attached ones, and ones that are told of everything.
func twice(t *testing.T, p *plan.Plan) (attached, told []oracle.Verdict) {
	s, err := newSystem(p, RunOptions{})
	require.NoError(t, err)
	defer s.world.Close()
	few, all := oraclesFor(p, s.knobs, s.world), oraclesFor(p, s.knobs, s.world)
	for i := range all {
		oracle.Attach(s.world, few[i])
		s.world.Observe(all[i])
	}
	s.start()
	stop := s.live()
	verdicts := func(oracles []oracle.Oracle) []oracle.Verdict {
		s.oracles = oracles
		return s.check(stop)
	}
	return verdicts(few), verdicts(all)
}
