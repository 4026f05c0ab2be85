package plan

import (
	"onelane.test/faults/words"
	"onelane.test/sim"
)

// readChoice takes "r1.p0.worker1 #318 r1.p0.adapter0": at worker1's 318th step adapter0 runs instead. Names of actors
// may hold spaces.
func readChoice(a *words.Args) sim.Deviation {
	text := a.Rest()
	deviation, err := sim.ParseDeviation(text)
	if err != nil {
		a.Fail(text, "who would run, the number of its step, and who runs instead: r1.p0.worker1 #318 r1.p0.adapter0")
	}
	return deviation
}
