package scenarios

import "onelane.test/sim"

// Class says how a run ended; its number is the exit status of the command.
type Class int

// The classes, by exit status.
const (
	ClassHeld          Class = 0 // every oracle held or was inconclusive with a reason
	ClassViolation     Class = 1 // an oracle was violated, or a process ended in a way that the plan does not allow
	ClassUsage         Class = 2 // bad input; nothing ran
	ClassStuck         Class = 3 // deadlock, livelock, limit, or not converged
	ClassDivergence    Class = 4 // the same plan gave two different traces
	ClassCrash         Class = 5 // a panic that nobody modelled
	ClassNothingProved Class = 6 // a whole suite ran and stayed below an activity floor
)

// String returns the class's name as tables print it.
func (c Class) String() string {
	switch c {
	case ClassHeld:
		return "held"
	case ClassViolation:
		return "violation"
	case ClassUsage:
		return "usage"
	case ClassStuck:
		return "stuck"
	case ClassDivergence:
		return "divergence"
	case ClassCrash:
		return "crash"
	case ClassNothingProved:
		return "nothing proved"
	}
	return "unknown"
}

// severity orders classes when several runs end differently: the worst decides the exit status.
var severity = []Class{ClassCrash, ClassDivergence, ClassViolation, ClassStuck, ClassNothingProved, ClassUsage}

// Worst returns the class that decides the exit status of several runs.
func Worst(classes ...Class) Class {
	for _, worst := range severity {
		for _, c := range classes {
			if c == worst {
				return worst
			}
		}
	}
	return ClassHeld
}

// classOf maps the kernel's stops; a world that ran to its end is judged by the oracles instead.
func classOf(stop *sim.Stop) Class {
	if stop == nil {
		return ClassHeld
	}
	switch stop.Kind {
	case sim.StopViolation:
		return ClassViolation
	case sim.StopDeadlock, sim.StopLivelock, sim.StopLimit:
		return ClassStuck
	case sim.StopCrash:
		return ClassCrash
	case sim.StopDivergence:
		return ClassDivergence
	}
	return ClassHeld
}
