package bugs

import (
	"onelane.test/sim"
)

// strategy is a way to choose the schedules of a search.
type strategy struct {
	name string
	// probes says that the first run only tells how long the others take.
	probes bool
	// pick returns the schedule of the next run. rng is the search's own.
	pick func(p *sim.Probe, rng *sim.Stream) sim.Schedule
	// reduction is for strategies that visit all orders instead; pick is nil.
	reduction sim.Reduction
}

func strategies() []strategy {
	pct := func(least, most int) func(*sim.Probe, *sim.Stream) sim.Schedule {
		return func(p *sim.Probe, rng *sim.Stream) sim.Schedule { return sim.PCT(rng.Between(least, most), p.Steps()) }
	}
	chains := func(p *sim.Probe, rng *sim.Stream) sim.Schedule { return sim.PCTChains(rng.Between(1, 4), p.Steps()) }
	delay := func(least, most int) func(*sim.Probe, *sim.Stream) sim.Schedule {
		return func(p *sim.Probe, rng *sim.Stream) sim.Schedule {
			return sim.Delay(rng.Between(least, most), p.Steps())
		}
	}
	surw := func(p *sim.Probe, rng *sim.Stream) sim.Schedule { return p.SURW(rng) }
	return []strategy{
		{name: "random", pick: func(*sim.Probe, *sim.Stream) sim.Schedule { return sim.Random() }},
		{name: "pct2", probes: true, pick: pct(2, 2)},
		{name: "pct3", probes: true, pick: pct(3, 3)},
		{name: "pct1-4", probes: true, pick: pct(1, 4)},
		{name: "chains1-4", probes: true, pick: chains},
		{name: "pos", pick: func(*sim.Probe, *sim.Stream) sim.Schedule { return sim.POS() }},
		{name: "urw", probes: true, pick: func(p *sim.Probe, _ *sim.Stream) sim.Schedule { return p.URW() }},
		{name: "surw", probes: true, pick: surw},
		{name: "delay1-3", probes: true, pick: delay(1, 3)},
		{name: "mixed", probes: true, pick: mixed(pct(1, 4), surw)},
		{name: "all", reduction: sim.ReduceNone},
		{name: "classes", reduction: sim.ReduceClasses},
	}
}

// mixed is a portfolio: half of its runs are random or pos, the others pct or surw.
func mixed(pct, surw func(*sim.Probe, *sim.Stream) sim.Schedule) func(*sim.Probe, *sim.Stream) sim.Schedule {
	return func(p *sim.Probe, rng *sim.Stream) sim.Schedule {
		switch rng.IntN(4) {
		case 0:
			return sim.Random()
		case 1:
			return sim.POS()
		case 2:
			return pct(p, rng)
		default:
			return surw(p, rng)
		}
	}
}

// search is one for a bug.
type search struct {
	bug   *Bug
	fixed bool
	pool  *sim.Pool
	seed  uint64
	limit int // of runs
}

// run makes one world and returns why it fails.
func (s *search) run(schedule sim.Schedule, seed uint64) *sim.Stop {
	cfg := Config()
	cfg.Pool, cfg.Schedule, cfg.Seed = s.pool, schedule, seed
	w := sim.New(cfg)
	defer w.Close()
	s.bug.Build(w, s.fixed)
	return Run(w)
}

// first returns the number of the first run that fails, and why; limit+1 and nil if none does.
func (s *search) first(by strategy) (int, *sim.Stop) {
	if by.pick == nil {
		return s.visit(by.reduction)
	}
	rng := sim.Derive(s.seed, by.name)
	runs, probe := 0, sim.NewProbe(sim.Random())
	if by.probes {
		runs++
		if stop := s.run(probe, rng.Uint64()); stop != nil {
			return runs, stop
		}
	}
	for runs < s.limit {
		runs++
		if stop := s.run(by.pick(probe, rng), rng.Uint64()); stop != nil {
			return runs, stop
		}
	}
	return s.limit + 1, nil
}

func (s *search) visit(r sim.Reduction) (int, *sim.Stop) {
	runs := 0
	var failure *sim.Stop
	cfg := Config()
	cfg.Pool = s.pool
	sim.Explore(cfg, func(w *sim.World) { s.bug.Build(w, s.fixed) }, sim.ExploreOptions{
		Reduction: r, Samples: 1,
		Run: func(w *sim.World) *sim.Stop {
			stop := Run(w)
			if failure == nil && runs < s.limit {
				runs++
				failure = stop
			}
			return stop
		},
		Until: func() bool { return failure != nil || runs >= s.limit },
	})
	if failure == nil {
		return s.limit + 1, nil
	}
	return runs, failure
}
