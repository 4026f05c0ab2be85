package sim

import (
	"fmt"
	"slices"
)

type pctSchedule struct {
	depth   int
	horizon uint64
	rng     *Stream
	step    uint64
	changes []change // in the order of steps
	last    int64    // the lowest priority given for a yield
}

// change lowers the priority of the actor that makes the step.
type change struct {
	step     uint64
	priority int64
}

// PCT picks by priority (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010): actors get random ones, and at
// depth-1 steps, drawn without replacement from the first horizon steps, the actor that has just made the step falls
// below all others. The horizon counts all steps of the world, also those without a choice; where it is no less than
// the length of the run, n actors and a bug of that depth give a probability of at least 1/(n*horizon^(depth-1)).
//
// An actor that yields falls below everything: a loop that polls would otherwise never let others run.
func PCT(depth int, horizon uint64) Schedule {
	return &pctSchedule{depth: max(depth, 1), horizon: max(horizon, 1)}
}

func parsePCT(text string, args []string) (Schedule, error) {
	make := PCT
	if n := len(args) - 1; n == 2 && args[n] == unitsChains {
		make, args = PCTChains, args[:n]
	}
	v, err := scheduleArgs(text, args, "depth", "horizon")
	if err != nil {
		return nil, err
	}
	return make(int(v[0]), v[1]), nil
}

func (s *pctSchedule) Name() string {
	return fmt.Sprintf("pct depth=%d horizon=%d", s.depth, s.horizon)
}

// Reset draws the change points. The i-th that is drawn gives priority i, below depth, wherever it lies in time.
func (s *pctSchedule) Reset(w *World) {
	s.rng, s.step, s.last = w.Stream("schedule"), 0, 0
	s.changes = s.changes[:0]
	for uint64(len(s.changes)) < min(uint64(s.depth-1), s.horizon) {
		at := 1 + s.rng.below(s.horizon)
		if !slices.ContainsFunc(s.changes, func(c change) bool { return c.step == at }) {
			s.changes = append(s.changes, change{at, int64(len(s.changes)) + 1})
		}
	}
	slices.SortFunc(s.changes, func(a, b change) int { return int(int64(a.step) - int64(b.step)) })
}

// New draws a priority at or above depth. Two actors share one of 2^62 practically never; then the older one wins.
func (s *pctSchedule) New(a *Actor) { a.Priority = int64(s.depth) + int64(s.rng.Uint64()>>2) }

func (s *pctSchedule) Pick(enabled []*Actor) int { return highest(enabled) }

func (s *pctSchedule) Ran(a *Actor, _ []Access) {
	s.step++
	if len(s.changes) > 0 && s.changes[0].step == s.step {
		a.Priority = s.changes[0].priority
		s.changes = s.changes[1:]
	}
	if a.Yielded {
		s.last--
		a.Priority = s.last
	}
}
