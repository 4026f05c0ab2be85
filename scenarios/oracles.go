package scenarios

import (
	"time"

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
		oracle.NewMesh(w),
		oracle.NewWakeup(w),
	}
	switch p.Cluster.Topology {
	case topologyLane:
		return append(lane, oracle.NewExits(w), oracle.NewDelivered(w, laneItems(p, k)))
	case topologyClosed:
		return append(lane, oracle.NewExits(w), oracle.NewDelivered(w, closedItems(k)))
	}
	command, reply := p.World.Grain.WorkTime(k.command), replyTime(p)
	return append(lane,
		oracle.NewTopology(w),
		oracle.NewNonce(w),
		oracle.NewPartition(w),
		oracle.NewFrontiers(w),
		oracle.NewAssertions(w),
		oracle.NewExits(w),
		oracle.NewSpin(w),
		oracle.NewReports(w, command, reply),
		oracle.NewReconnects(w, healedAt(p), reconnectBound(k)),
		oracle.NewTokens(w),
		oracle.NewProgress(w),
		oracle.NewReflected(w),
		oracle.NewEffects(w),
		oracle.NewRestarts(w),
		oracle.NewLastWords(w),
		oracle.NewTurns(w),
		oracle.NewDrops(w),
		oracle.NewAgreement(w),
		oracle.NewReconciled(w),
		oracle.NewStarvation(w, command, reply),
		oracle.NewContents(w),
		oracle.NewFirstReports(w),
	)
}

// healedAt is when nothing but a plan's queries holds anything up any more.
func healedAt(p *plan.Plan) sim.Time {
	heal, _ := Phases(p)
	return sim.Time(heal)
}

// reconnectBound is how long it may take to connect to a replica that is up: a connection or a dial that is in vain is
// given up, and then tried again.
func reconnectBound(k knobs) time.Duration { return 2*k.timeout + 5*time.Second }

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
