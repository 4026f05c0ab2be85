package scenarios

import (
	"onelane.test/scenarios/oracle"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// oraclesFor returns the oracles that watch a plan's world, in the order in which verdicts are printed.
func oraclesFor(p *plan.Plan, k knobs, w *sim.World) []oracle.Oracle {
	lane := []oracle.Oracle{
		oracle.NewConstruction(w),
		oracle.NewChannels(w),
		oracle.NewLane(w),
		oracle.NewExits(w),
		oracle.NewWakeup(w),
	}
	if p.Cluster.Topology == topologyLane {
		return append(lane, oracle.NewDelivered(w, laneItems(p, k)))
	}
	return append(lane,
		oracle.NewNonce(w),
		oracle.NewSpin(w),
		oracle.NewTokens(w),
		oracle.NewProgress(w),
		oracle.NewReflected(w),
		oracle.NewEffects(w),
		oracle.NewRestarts(w),
		oracle.NewLastWords(w),
		oracle.NewTurns(w, blockedFor(p)),
		oracle.NewStarvation(w, blockedFor(p)),
		oracle.NewContents(w),
		oracle.NewIntervals(w, blockedFor(p)),
	)
}

// OracleInfo is an oracle as lists show it.
type OracleInfo struct{ Name, Doc string }

// Oracles returns all oracles.
func Oracles() []OracleInfo {
	w := sim.New(sim.Config{})
	defer w.Close()
	all := append(oraclesFor(plan.New("storm", 0), knobs{}, w), oracle.NewDelivered(w, 0))
	infos := make([]OracleInfo, len(all))
	for i, o := range all {
		infos[i] = OracleInfo{Name: o.Name(), Doc: o.Doc()}
	}
	return infos
}
