package sim

import "fmt"

type urwSchedule struct {
	budget
	rng *Stream
}

// URW is the uniform random walk (Zhao, Wolff, Mathur, Roychoudhury, ASPLOS 2025): each enabled actor is picked in
// proportion to the steps that it has before it, those of its unborn offspring included. If the counts are exact and
// nobody waits for anybody, every order of all steps has the same probability, where [Random] favours those in which
// short actors end early. Actors without a count weigh 1, as do those that outlive theirs; without any counts it is
// [Random]. [Learn] takes the counts from a probe run.
func URW(counts []Count) Schedule { return &urwSchedule{budget: newBudget(counts)} }

func parseURW(text string, args []string) (Schedule, error) {
	var counts []Count
	for _, word := range args {
		c, err := parseCount(text, word)
		if err != nil {
			return nil, fmt.Errorf("%w for each actor, or nothing", err)
		}
		counts = append(counts, c)
	}
	return URW(counts), nil
}

func (s *urwSchedule) Name() string { return string(appendCounts([]byte("urw"), s.counts)) }

func (s *urwSchedule) Reset(w *World) {
	s.rng = w.Stream("schedule")
	s.reset()
}

func (s *urwSchedule) New(a *Actor) { s.born(a) }

func (s *urwSchedule) Pick(enabled []*Actor) int { return weighted(s.rng, enabled, 1) }

func (s *urwSchedule) Ran(a *Actor, _ []Access) { a.Priority-- }
