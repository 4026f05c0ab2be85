package scenarios

import (
	"fmt"

	"onelane.test/faults/words"
	"onelane.test/sim"
)

// enumeration is a space of plans that is counted instead of drawn: each case once, under several schedules.
type enumeration struct {
	// cases is how many there are.
	cases int
	// shape puts what makes a case into a plan whose world and cluster are there.
	shape func(d *drawing, i int)
	// course, if set, is the course of events in which a case consists, as [Activity.Course] tells it.
	course func(i int) string
}

// caseSchedules is under how many schedules, and in how many worlds, each case of an enumeration runs.
const caseSchedules = 3

// Cases returns how many cases an enumeration has, and under how many schedules each runs; 0 of a scenario that is drawn.
func (s *Scenario) Cases() (cases, schedules int) {
	if s.enumeration == nil {
		return 0, 0
	}
	return s.enumeration.cases, caseSchedules
}

// Whole returns how many seeds an enumeration has: its cases under the first schedule, then under the second, and so on. It
// is 0 for a scenario that is drawn, which has no end.
func (s *Scenario) Whole() int {
	cases, schedules := s.Cases()
	return cases * schedules
}

// CaseOf returns the case of an enumeration that a seed runs.
func (s *Scenario) CaseOf(seed uint64) int { return int(seed % uint64(s.enumeration.cases)) }

// checkCase returns a *words.Error if the seed is none of an enumeration.
func (s *Scenario) checkCase(seed uint64) error {
	if whole := s.Whole(); s.enumeration != nil && seed >= uint64(whole) {
		cases, schedules := s.Cases()
		return &words.Error{
			Word: fmt.Sprint(seed),
			Want: fmt.Sprintf("a case of %s, 0 to %d, plus %d for each of the %d schedules but the first", s.Name, cases-1, cases, schedules),
		}
	}
	return nil
}

// Seed returns the seed of run i of the scenario in a sweep. That of a drawn scenario is derived. An enumeration's are its
// cases in an order that the root decides, each once before any comes again under another schedule; after the last come the
// same again.
func (s *Scenario) Seed(root uint64, i int) uint64 {
	if s.enumeration == nil {
		return DeriveSeed(root, s.Name, i)
	}
	i %= s.Whole()
	cases := s.enumeration.cases
	order := sim.Derive(root, "cases/"+s.Name).Perm(cases)
	return uint64(order[i%cases] + i/cases*cases)
}

// cameAbout reports whether a run of an enumeration's case did what the case is about: every fault that began had an effect,
// and the events took the course that they should.
func (s *Scenario) cameAbout(r *Result) bool {
	course := s.enumeration.course
	return len(r.Activity.Idle) == 0 && (course == nil || r.Activity.Course == course(s.CaseOf(r.Plan.Seed)))
}
