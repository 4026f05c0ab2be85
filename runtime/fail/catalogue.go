package fail

import "slices"

// Kind says when a failpoint is decided.
type Kind int

const (
	// Structural points are decided once for all processes of a replica, when the first of them starts.
	Structural Kind = iota
	// Hit points are decided at each evaluation.
	Hit
)

// String returns the kind as lists print it.
func (k Kind) String() string {
	if k == Structural {
		return "structural"
	}
	return "hit"
}

// Entry describes one failpoint.
type Entry struct {
	Name     Point
	Kind     Kind
	Where    string // the package below runtime that evaluates it
	Restores string // the behaviour that it brings back
	Source   string // where that behaviour, or the rule against it, is public
	Oracle   string // the oracle that must be the first to see it in some world
	Design   string // the design that behaves so; "" for a bug, which none has
	// Equivalent says why nobody can see the difference; such a bug is evaluated nowhere and cannot be armed. "" for all
	// others.
	Equivalent string
	Hazard     string // under which ARCHITECTURE.md tells of it, such as "H1"; "" for a bug
}

// catalogue has all failpoints in the order of their constants.
var catalogue = slices.Concat(
	laneBugs, adapterBugs, workerBugs, storageBugs, computeBugs, timelyBugs, controllerBugs, hazards, equivalents,
)

// Catalogue returns all failpoints, ordered as their constants are.
func Catalogue() []Entry {
	return append([]Entry(nil), catalogue...)
}

// Lookup returns the entry of a name as users write it; ok is false for a name that no failpoint has.
func Lookup(name string) (entry Entry, ok bool) {
	for _, entry := range catalogue {
		if string(entry.Name) == name {
			return entry, true
		}
	}
	return Entry{}, false
}
