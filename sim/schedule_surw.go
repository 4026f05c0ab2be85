package sim

import (
	"fmt"
	"slices"
	"strings"
)

type surwSchedule struct {
	budget
	objects  []string
	w        *World
	rng      *Stream
	intended *Actor   // who makes the next step of interest; nil: to be drawn
	yielded  bool     // the last step was a yield
	interest []uint8  // by object: is it of interest? 0: not looked up yet
	allowed  []*Actor // who may run now
	indices  []int    // where each of them stands among the enabled
}

const (
	ofInterest uint8 = 1 + iota
	ofNoInterest
)

// SURW is the selectively uniform random walk (Zhao, Wolff, Mathur, Roychoudhury, ASPLOS 2025). Steps of interest are
// those that declare to touch one of the named objects; counts say how many of them each actor makes. Among the orders
// of these steps alone the walk is uniform: it draws which actor makes the next one in proportion to how many are left,
// and holds all others that come to such a step. Every other step is picked with equal probability, so that each order
// of all steps stays possible. Without objects it is [Random]. [Learn] chooses objects and counts by a probe run.
//
// After a yield the next one is drawn among those that can run, since whoever polls may poll for somebody who is held
// because of one who waits.
func SURW(objects []string, counts []Count) Schedule {
	return &surwSchedule{budget: newBudget(counts), objects: objects}
}

func parseSURW(text string, args []string) (Schedule, error) {
	var objects []string
	var counts []Count
	for _, word := range args {
		if name, object, _ := cutName(word); name == "object" {
			objects = append(objects, unquoteName(object))
			continue
		}
		c, err := parseCount(text, word)
		if err != nil {
			return nil, fmt.Errorf("%w for each actor and object=NAME, or nothing", err)
		}
		counts = append(counts, c)
	}
	return SURW(objects, counts), nil
}

func (s *surwSchedule) Name() string {
	var b strings.Builder
	b.WriteString("surw")
	for _, o := range s.objects {
		b.WriteString(" object=" + quoteName(o))
	}
	return string(appendCounts([]byte(b.String()), s.counts))
}

func (s *surwSchedule) Reset(w *World) {
	s.w, s.rng = w, w.Stream("schedule")
	s.intended, s.yielded, s.interest = nil, false, s.interest[:0]
	s.reset()
}

func (s *surwSchedule) New(a *Actor) { s.born(a) }

func (s *surwSchedule) Pick(enabled []*Actor) int {
	s.intend(enabled)
	s.allowed, s.indices = s.allowed[:0], s.indices[:0]
	for i, a := range enabled {
		if a == s.intended || !s.isOfInterest(a.Access()) {
			s.allowed, s.indices = append(s.allowed, a), append(s.indices, i)
		}
	}
	if len(s.allowed) > 0 {
		return s.indices[s.rng.IntN(len(s.allowed))]
	}
	// Whoever is meant to be next waits for one of those that are held.
	i := weighted(s.rng, enabled, 1)
	s.intended = enabled[i]
	return i
}

// intend draws who makes the next step of interest, unless that is settled or nobody has one left.
func (s *surwSchedule) intend(enabled []*Actor) {
	switch {
	case s.yielded:
		s.intended = enabled[weighted(s.rng, enabled, 1)]
	case s.intended == nil:
		if i := weighted(s.rng, s.w.actors, 0); i >= 0 {
			s.intended = s.w.actors[i]
		}
	}
}

func (s *surwSchedule) Ran(a *Actor, acc []Access) {
	if s.isOfInterest(acc) {
		a.Priority--
		if a == s.intended {
			s.intended = nil
		}
	}
	s.yielded = a.Yielded
}

func (s *surwSchedule) isOfInterest(acc []Access) bool {
	for _, x := range acc {
		for int(x.Object) >= len(s.interest) {
			s.interest = append(s.interest, 0)
		}
		known := &s.interest[x.Object]
		if *known == 0 {
			*known = ofNoInterest
			if slices.Contains(s.objects, s.w.ObjectName(x.Object)) {
				*known = ofInterest
			}
		}
		if *known == ofInterest {
			return true
		}
	}
	return false
}
