package workload

import (
	"slices"

	"onelane.test/scenarios/plan"
)

// Kind is one kind of statement that can be drawn.
type Kind struct {
	Name string
	// Doc is one sentence on what is drawn.
	Doc string
	// creates is true if the statement creates an object, so that it counts as a creation.
	creates bool
	draw    func(*drawer) (plan.Statement, bool)
}

// Kinds returns all kinds of statements, sorted by name.
func Kinds() []Kind {
	return []Kind{
		dropKind(),
		gateKind(),
		indexKind(),
		viewKind(),
		setKind(),
		sinkKind(),
		sourceKind(),
	}
}

// lookup returns a kind that a profile names.
func lookup(name string) Kind {
	kinds := Kinds()
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		panic("workload: no kind of statement named " + name)
	}
	return kinds[i]
}
