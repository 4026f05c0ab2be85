package storage

import (
	"slices"

	"onelane.test/runtime/timely"
)

// gate holds back all writing until the replica may write. It opens once and for all.
type gate struct {
	open    bool
	waiting []*timely.Activator
}

// unlock opens the gate and wakes the operators that wait at it.
func (g *gate) unlock() {
	g.open = true
	for _, a := range g.waiting {
		a.Activate()
	}
	g.waiting = nil
}

// passes reports whether writing is allowed; if it is not, the operator is woken when it is.
func (g *gate) passes(a *timely.Activator) bool {
	if !g.open && !slices.Contains(g.waiting, a) {
		g.waiting = append(g.waiting, a)
	}
	return g.open
}
