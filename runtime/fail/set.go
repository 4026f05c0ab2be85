package fail

import (
	"fmt"
	"strings"

	"onelane.test/sim"
)

// Set is the armed failpoints of one world.
type Set struct {
	world *sim.World
	arms  map[Point]*arm
}

// arm is one armed point: it fires num times in den, decided by a stream of its own.
type arm struct {
	point    Point
	kind     Kind
	num, den int
	stream   *sim.Stream
	fired    uint64
	replicas map[string]bool // structural decisions already taken, by replica
}

// NewSet returns a set with nothing armed.
func NewSet(w *sim.World) *Set {
	return &Set{world: w, arms: make(map[Point]*arm)}
}

// Arm lets p fire num times in den. It panics on a point that the catalogue lacks and on a ratio that is none: the
// user's spelling is checked where the plan is read.
func (s *Set) Arm(p Point, num, den int) {
	entry, ok := Lookup(string(p))
	if !ok {
		panic(fmt.Sprintf("fail: arm %s: no such failpoint", p))
	}
	if entry.Equivalent != "" {
		panic(fmt.Sprintf("fail: arm %s: nobody could see it: %s", p, entry.Equivalent))
	}
	if num < 0 || den <= 0 || num > den {
		panic(fmt.Sprintf("fail: arm %s: %d/%d is no ratio", p, num, den))
	}
	s.arms[p] = &arm{
		point: p, kind: entry.Kind, num: num, den: den,
		stream:   s.world.Stream("fail/" + string(p)),
		replicas: make(map[string]bool),
	}
}

type setKey struct{}

// Install makes s the set that [On] and [OnNode] consult in w.
func Install(w *sim.World, s *Set) {
	w.SetValue(setKey{}, s)
}

// On decides the hit point p for the task that came by. It is false, and costs one look-up, where nothing is armed.
func On(t *sim.Task, p Point) bool {
	a := armed(t.World(), p, Hit)
	if a == nil || !a.stream.Chance(a.num, a.den) || !permitted(p) {
		return false
	}
	a.fired++
	t.Emit(Fired{Point: p, Ordinal: a.fired})
	return true
}

// OnNode decides the structural point p for a process that starts. All processes of a replica, which are named by the
// replica, a dot and their own name, get one answer, in all their incarnations: a design is not a matter of one
// process, and half a lane would not be the bug that the point restores.
func OnNode(n *sim.Node, p Point) bool {
	a := armed(n.World(), p, Structural)
	if a == nil {
		return false
	}
	replica, _, _ := strings.Cut(n.Name(), ".")
	fires, decided := a.replicas[replica]
	if !decided {
		fires = a.stream.Chance(a.num, a.den) && permitted(p)
		a.replicas[replica] = fires
	}
	if fires {
		a.fired++
		n.World().Emit(Fired{Point: p, Ordinal: a.fired})
	}
	return fires
}

func armed(w *sim.World, p Point, kind Kind) *arm {
	s, _ := w.Value(setKey{}).(*Set)
	if s == nil || len(s.arms) == 0 {
		return nil
	}
	a := s.arms[p]
	if a != nil && a.kind != kind {
		panic(fmt.Sprintf("fail: %s is a %s point, evaluated as %s", p, a.kind, kind))
	}
	return a
}
