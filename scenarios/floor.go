package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The activity floors, in percent. They are judged where a scenario of a suite ran all its seeds.
const (
	floorChoices      = 40 // of steps, worlds with grain exact aside
	floorAlternations = 80 // of the worlds of storm
	floorOverlaps     = 30 // of the worlds of each reconnect scenario
	floorFired        = 1  // of the worlds that may draw a fault
	floorCases        = 95 // of the cases of an enumeration that ran
)

// Shortfall is a floor that a scenario missed.
type Shortfall struct {
	Scenario string
	Floor    string
	Got      string
}

// String prints the shortfall in one line.
func (s Shortfall) String() string {
	return fmt.Sprintf("%s: %s, but was %s", s.Scenario, s.Floor, s.Got)
}

// shortfalls returns the floors that the scenario missed; a plan file has none.
func (r *Row) shortfalls() []Shortfall {
	if !r.whole() {
		return nil
	}
	var missed []Shortfall
	check := func(what string, floor int, part, whole uint64) {
		if whole > 0 && part*100 < uint64(floor)*whole {
			missed = append(missed, Shortfall{
				Scenario: r.Name, Floor: fmt.Sprintf("%s in at least %d%%", what, floor),
				Got: fmt.Sprintf("%d of %d", part, whole),
			})
		}
	}
	check("real choices", floorChoices, r.Choices-r.ExactChoices, r.Steps-r.ExactSteps)
	if r.Name == "storm" {
		check("both kinds alternate in the lane", floorAlternations, uint64(r.Alternating), uint64(r.Runs))
	}
	if strings.HasPrefix(r.Name, "reconnect-") {
		check("a reconnect overlaps a creation", floorOverlaps, uint64(r.Overlapping), uint64(r.Runs))
	}
	for _, kind := range slices.Sorted(maps.Keys(r.MayDraw)) {
		check("fault "+kind+" fires where it is drawn", floorFired, uint64(r.DidFire[kind]), uint64(r.MayDraw[kind]))
	}
	if r.Cases != nil {
		ran := len(r.Cases.Runs)
		check("cases come about", floorCases, uint64(ran-len(r.Cases.never())), uint64(ran))
	}
	return append(missed, r.blind()...)
}

// whole reports whether all seeds of a scenario ran.
func (r *Row) whole() bool { return r.Planned > 0 && r.Runs >= r.Planned }

// blind returns the oracles that never looked, those aside that the scenario gives nothing to look at.
func (r *Row) blind() []Shortfall {
	var unseen []string
	if s := Lookup(r.Name); s != nil {
		unseen = s.unseen
	}
	var missed []Shortfall
	for _, o := range r.Oracles {
		if o.RunsSeen == 0 && !slices.Contains(unseen, o.Name) {
			missed = append(missed, Shortfall{Scenario: r.Name, Floor: "oracle " + o.Name + " looks in some world", Got: "never"})
		}
	}
	return missed
}

// blindEverywhere returns the oracles that looked in no world at all, if all seeds ran.
func (s *Summary) blindEverywhere() []Shortfall {
	if slices.ContainsFunc(s.Rows, func(r *Row) bool { return !r.whole() }) {
		return nil
	}
	looked := map[string]bool{}
	var names []string
	for _, r := range s.Rows {
		for _, o := range r.Oracles {
			if !slices.Contains(names, o.Name) {
				names = append(names, o.Name)
			}
			looked[o.Name] = looked[o.Name] || o.RunsSeen > 0
		}
	}
	var missed []Shortfall
	for _, name := range names {
		if !looked[name] {
			missed = append(missed, Shortfall{Scenario: "suite", Floor: "oracle " + name + " looks in some world", Got: "never"})
		}
	}
	return missed
}

// firstWord is a schedule's kind.
func firstWord(schedule string) string {
	word, _, _ := strings.Cut(schedule, " ")
	return word
}
