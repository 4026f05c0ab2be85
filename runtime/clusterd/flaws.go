package clusterd

import (
	"onelane.test/runtime/fail"
	"onelane.test/runtime/storage"
	"onelane.test/sim"
)

// flaws are the structural failpoints that this process lives with.
type flaws struct {
	twoLanes, perConnection, noContiguity, directDrop, dropOutOfLane, asyncUndrained bool
	lockStep, acceptWaits, parkUnchecked, parkBesideClient, noParkCap                bool

	suspendByExternalPlane, unnumbered, unboundedDrain, configByExternalPlane bool
	timersKept, maintenanceAfterPark, flagSkewUnnoticed, parkBesideLane       bool
}

// drawFlaws decides them for a process that starts.
func drawFlaws(node *sim.Node) flaws {
	return flaws{
		twoLanes:       fail.OnNode(node, fail.TwoLanes),
		perConnection:  fail.OnNode(node, fail.PerConnection),
		noContiguity:   fail.OnNode(node, fail.NoContiguity),
		directDrop:     fail.OnNode(node, fail.DirectDrop),
		dropOutOfLane:  fail.OnNode(node, fail.DropOutOfLane),
		asyncUndrained: fail.OnNode(node, fail.AsyncUndrained),

		lockStep:         fail.OnNode(node, fail.LockStep),
		acceptWaits:      fail.OnNode(node, fail.AcceptWaits),
		parkUnchecked:    fail.OnNode(node, fail.ParkUnchecked),
		parkBesideClient: fail.OnNode(node, fail.ParkBesideClient),
		noParkCap:        fail.OnNode(node, fail.NoParkCap),

		suspendByExternalPlane: fail.OnNode(node, fail.SuspendByExternalPlane),
		unnumbered:             fail.OnNode(node, fail.UnnumberedExecutions),
		unboundedDrain:         fail.OnNode(node, fail.UnboundedDrain),
		configByExternalPlane:  fail.OnNode(node, fail.ConfigByExternalPlane),
		timersKept:             fail.OnNode(node, fail.ReportTimersKept),
		maintenanceAfterPark:   fail.OnNode(node, fail.MaintenanceAfterPark),
		flagSkewUnnoticed:      fail.OnNode(node, fail.FlagSkewUnnoticed),
		parkBesideLane:         fail.OnNode(node, fail.ParkBesideLane),
	}
}

// apply sets the fields of a guest's configuration that failpoints decide.
func (f flaws) apply(cfg storage.Config) storage.Config {
	cfg.DirectDrop, cfg.DropOutOfLane, cfg.AsyncUndrained = f.directDrop, f.dropOutOfLane, f.asyncUndrained
	cfg.SuspendByExternalPlane, cfg.Unnumbered = f.suspendByExternalPlane, f.unnumbered
	cfg.ConfigByExternalPlane = f.configByExternalPlane
	return cfg
}
