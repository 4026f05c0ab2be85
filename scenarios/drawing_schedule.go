package scenarios

import "onelane.test/sim"

// The bounds of what is drawn for the schedule pct. The horizon is drawn log-uniformly, since how many steps a world
// takes is not known beforehand.
const (
	pctDepth      = 4
	minPCTHorizon = 1_000
	maxPCTHorizon = 200_000
)

// share is a kind of schedule and in how many of [allShares] plans it is drawn.
type share struct {
	schedule string
	of       int
}

// portfolio says how often each kind of schedule is drawn. What BenchmarkSchedules of sim/bugs needs in the geometric
// mean over its bugs is 3.4 runs with surw, 3.8 with pos, 4.2 with random and with urw, 5.5 with pct of the depths 1 to
// 4, and 3.7 with a mixture of a quarter each of surw, pos, random and pct: nearly the best, and the only one that bad
// cases of one kind do not hurt. Each bug that urw finds soon, surw finds as soon, so that urw has little, from pct.
func portfolio() []share {
	return []share{{"random", 4}, {"pos", 4}, {"surw", 4}, {"pct", 3}, {"urw", 1}}
}

// allShares is the sum of the shares.
const allShares = 16

// drawSchedule draws a schedule from the portfolio. The stream is its own, so that another portfolio changes nothing else
// of a plan. Of surw and urw the name alone is drawn: a probe run tells the rest.
func drawSchedule(rng *sim.Stream) string {
	at := rng.IntN(allShares)
	for _, s := range portfolio() {
		if at -= s.of; at < 0 {
			return drawOfKind(s.schedule, rng)
		}
	}
	panic("scenarios: the shares of the portfolio are fewer than they should be")
}

// drawOfKind returns a schedule of the kind, such as pct, with drawn values where the kind has some.
func drawOfKind(kind string, rng *sim.Stream) string {
	if kind == "pct" {
		return sim.PCT(rng.Between(1, pctDepth), rng.LogUniform(minPCTHorizon, maxPCTHorizon)).Name()
	}
	return kind
}
