package oracle

import (
	"testing"

	"onelane.test/sim"
)

func TestDelivered(t *testing.T) {
	a, b := item(1, "mv1"), stored("s1")
	all := events(delivered(1, 0, 0, a), delivered(1, 0, 1, b), delivered(2, 1, 0, a), delivered(2, 1, 1, b))
	judge(t, func(w Violator) Oracle { return NewDelivered(w, 2) }, []history{
		{name: "everything arrives", events: all},
		{
			name:    "one worker lacks the last item",
			events:  all[:3],
			outcome: Violated, reason: "r1 worker 1 consumed 1 of 2",
		},
		{
			name:    "one worker got more",
			events:  then(all, delivered(3, 0, 2, a)),
			outcome: Violated, reason: "r1 worker 0 consumed 3 of 2",
		},
		{
			name:    "the replica was killed and got nothing after",
			events:  then(all, exited(3, "r1.p0", sim.ExitKilled, "fault")),
			outcome: Violated, reason: "a replica consumed nothing",
		},
		{name: "nobody ran", outcome: Violated, reason: "a replica consumed nothing"},
		{
			name:    "there is nobody",
			state:   func(s *State) { s.Replicas = 0 },
			outcome: Inconclusive, reason: "saw nothing",
		},
	})
}
