package sim

type randomSchedule struct{ rng *Stream }

// Random picks each enabled actor with equal probability at every step.
func Random() Schedule { return &randomSchedule{} }

func (s *randomSchedule) Name() string              { return "random" }
func (s *randomSchedule) Reset(w *World)            { s.rng = w.Stream("schedule") }
func (s *randomSchedule) Pick(enabled []*Actor) int { return s.rng.IntN(len(enabled)) }
func (s *randomSchedule) New(*Actor)                {}
func (s *randomSchedule) Ran(*Actor, []Access)      {}
