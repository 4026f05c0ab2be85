package faults

import (
	"slices"
	"time"
)

// Budget keeps a drawn fault plan within what the system must survive: it says how often things may end, and faults
// that interfere with each other are refused. Its zero value allows everything but kills.
//
// Every drawn fault is recoverable by itself: what lasts ends before everything heals, and what was killed is started
// again. A budget is needed because recoveries add up: a replica that is killed faster than it comes up never does
// anything that an oracle could look at.
type Budget struct {
	// Kills bounds the ends of processes, broken meshes included; EnvKills those of the environment.
	Kills, EnvKills int
	// SourceErrors bounds the failures of sources: each suspends its source for seconds.
	SourceErrors int
	// Apart is the least time between two ends of processes.
	Apart time.Duration
}

// DefaultBudget is what scenarios use unless they have reasons.
func DefaultBudget() Budget {
	return Budget{Kills: 3, EnvKills: 2, SourceErrors: 4, Apart: 50 * time.Millisecond}
}

// Admits reports whether a fault fits beside others, which are there whatever the budget says of them.
func (b Budget) Admits(others []Timed, t Timed) bool {
	s := b.spending()
	for _, other := range others {
		if account := s.account(other.Fault); account != nil {
			*account--
		}
	}
	s.spent = slices.Clip(others)
	return s.admit(t)
}

// spending is a budget of which something has been used.
type spending struct {
	left  Budget
	spent []Timed
}

func (b Budget) spending() *spending { return &spending{left: b} }

// admit reports whether a fault fits beside those admitted before, and accounts for it.
func (s *spending) admit(t Timed) bool {
	for _, other := range s.spent {
		if interfere(t, other) || ends(t.Fault) && ends(other.Fault) && (t.At-other.At).Abs() < s.left.Apart {
			return false
		}
	}
	account := s.account(t.Fault)
	if account != nil && *account <= 0 {
		return false
	}
	if account != nil {
		*account--
	}
	s.spent = append(s.spent, t)
	return true
}

// account returns what a fault is paid from; nil if it is free.
func (s *spending) account(f Fault) *int {
	switch f := f.(type) {
	case Kill:
		if f.Node == Environment {
			return &s.left.EnvKills
		}
		return &s.left.Kills
	case OldEnvironment:
		return &s.left.EnvKills
	case MeshCut, KillSet, KillSetAt, KillBringUp, StalePeer, FlagSkew:
		return &s.left.Kills
	case SourceError:
		return &s.left.SourceErrors
	}
	return nil
}

// ends reports whether a fault ends a process of a replica.
func ends(f Fault) bool {
	switch f := f.(type) {
	case Kill:
		return f.Node != Environment
	case MeshCut, KillSet, KillSetAt, KillBringUp, StalePeer, FlagSkew:
		return true
	}
	return false
}

// interfere reports whether two faults last on one target at the same time.
func interfere(a, b Timed) bool {
	if a.Fault.target() != b.Fault.target() {
		return false
	}
	return a.At <= until(b) && b.At <= until(a)
}

func until(t Timed) time.Duration { return t.At + t.Fault.Span().For }
