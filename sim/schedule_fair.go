package sim

import "strconv"

type fairSchedule struct {
	base   Schedule
	prefix uint64
	left   uint64
	rng    *Stream
}

// Fair picks as base does for the first steps of the world, so many as prefix says, and then each enabled actor with
// equal probability. Schedules with priorities may starve an actor for as long as another one can run; whoever judges
// whether something happens at all needs an end of the run in which nobody starves. Fair(PCT(d, k), k) is what others
// call fair PCT.
func Fair(base Schedule, prefix uint64) Schedule { return &fairSchedule{base: base, prefix: prefix} }

func parseFair(text string, words []string, last string) (Schedule, error) {
	v, err := scheduleArgs(text, []string{last}, "fair")
	if err != nil {
		return nil, err
	}
	base, err := parseSchedule(text, words)
	if err != nil {
		return nil, err
	}
	return Fair(base, v[0]), nil
}

func (s *fairSchedule) Name() string {
	return s.base.Name() + " fair=" + strconv.FormatUint(s.prefix, 10)
}

func (s *fairSchedule) Reset(w *World) {
	s.base.Reset(w)
	s.left, s.rng = s.prefix, w.Stream("schedule fair")
}

func (s *fairSchedule) New(a *Actor) { s.base.New(a) }

func (s *fairSchedule) Pick(enabled []*Actor) int {
	if s.left == 0 {
		return s.rng.IntN(len(enabled))
	}
	return s.base.Pick(enabled)
}

func (s *fairSchedule) Ran(a *Actor, acc []Access) {
	if s.left > 0 {
		s.left--
	}
	s.base.Ran(a, acc)
}
