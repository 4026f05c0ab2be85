package sim

// chainSchedule is pct over chains of steps in place of actors.
type chainSchedule struct {
	pctSchedule
	w      *World
	chains []chain
	made   []made   // by step, counted from 0
	seats  []seated // by actor
}

// chain is a sequence of steps each of which was enabled by the one before.
type chain struct {
	priority int64
	tail     uint64 // its last step; 0 once somebody waits to make the next one
}

type made struct {
	actor *Actor
	chain int
}

// seated is the chain that the actor's next step belongs to, found for the enabling step before that number.
type seated struct {
	chain int
	known uint64
}

// PCTChains is [PCT] with chains of causally ordered steps as its units (PCTCP: Ozkan, Majumdar, Niksic, Befrouei,
// Weissenbacher, OOPSLA 2018). A step goes on with the chain of the step that enabled it, unless that one's actor or
// another one that it enabled does so already; then it begins a chain, with a random priority of its own. So a message
// keeps its priority from actor to actor, and two messages to one actor have two. What counts for the chance of finding a
// bug is how many chains go on side by side, not how many actors there are.
func PCTChains(depth int, horizon uint64) Schedule {
	return &chainSchedule{pctSchedule: pctSchedule{depth: max(depth, 1), horizon: max(horizon, 1)}}
}

const unitsChains = "units=chains"

func (s *chainSchedule) Name() string { return s.pctSchedule.Name() + " " + unitsChains }

func (s *chainSchedule) Reset(w *World) {
	s.pctSchedule.Reset(w)
	s.w, s.chains, s.made, s.seats = w, s.chains[:0], s.made[:0], s.seats[:0]
}

func (s *chainSchedule) New(*Actor) {}

func (s *chainSchedule) Pick(enabled []*Actor) int {
	for _, a := range enabled {
		a.Priority = s.chains[s.seat(a, a.enabler)].priority
	}
	return highest(enabled)
}

// seat returns the chain of the step that the actor makes next and that the given one enabled, 0 if none did.
func (s *chainSchedule) seat(a *Actor, enabler uint64) int {
	for len(s.seats) <= a.ID {
		s.seats = append(s.seats, seated{})
	}
	if at := &s.seats[a.ID]; at.known != enabler+1 {
		*at = seated{s.follow(a, enabler), enabler + 1}
	}
	return s.seats[a.ID].chain
}

// follow goes on with the chain of a step if nobody else does, or begins one.
func (s *chainSchedule) follow(a *Actor, enabler uint64) int {
	if enabler > 0 {
		m := s.made[enabler-1]
		if c := &s.chains[m.chain]; c.tail == enabler && (m.actor == a || !m.actor.enabled) {
			c.tail = 0
			return m.chain
		}
	}
	s.chains = append(s.chains, chain{priority: int64(s.depth) + int64(s.rng.Uint64()>>2)})
	return len(s.chains) - 1
}

func (s *chainSchedule) Ran(a *Actor, acc []Access) {
	c := s.seat(a, s.w.cause)
	s.made = append(s.made, made{a, c})
	a.Priority = s.chains[c].priority
	s.pctSchedule.Ran(a, acc)
	s.chains[c] = chain{priority: a.Priority, tail: uint64(len(s.made))}
}
