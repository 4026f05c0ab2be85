package scenarios

import "slices"

// List returns all scenarios, sorted by name.
func List() []*Scenario {
	return []*Scenario{
		bringUpScenario(),
		canaryScenario(),
		cohostScenario(),
		controllerKillScenario(),
		disconnectScenario(),
		doubleSuspendScenario(),
		dropOvertakeScenario(),
		flagSkewScenario(),
		floodScenario(),
		gateScenario(),
		idleScenario(),
		laneScenario(),
		laneSmallScenario(),
		lostUnparkScenario(),
		processKillScenario(),
		reconcileOrderScenario(),
		backlogScenario(),
		reconnectBothScenario(),
		reconnectSkewedScenario(),
		reconnectComputeScenario(),
		reconnectStorageScenario(),
		flipScenario(),
		subsetsScenario(),
		stashScenario(),
		stormScenario(),
		suspendReconcileScenario(),
		suspendDropScenario(),
		suspendAwayScenario(),
		twoEnvironmentsScenario(),
	}
}

// Lookup returns the scenario of a name or alias, nil if there is none.
func Lookup(name string) *Scenario {
	for _, s := range List() {
		if s.Name == name || slices.Contains(s.Aliases, name) {
			return s
		}
	}
	return nil
}
