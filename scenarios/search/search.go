package search

//simvet:exempt a search stands above worlds and spreads them over the cores

import (
	"cmp"
	"fmt"
	"runtime"
	"strconv"
	"sync"
	"time"

	"onelane.test/scenarios"
	"onelane.test/scenarios/goal"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// window is how many worlds may be at work at once: what a world shows has its effect that many worlds later.
const window = 32

// Options say what is searched, and for how long. At least one of Worlds, For and Done must bound it.
type Options struct {
	Scenarios []*scenarios.Scenario
	// Root is the seed of the search. Drawn plan i of a scenario has the seed scenario.Seed(Root, i), as in a sweep.
	Root uint64
	// Worlds, if not 0, is how many worlds are run.
	Worlds int
	// For, if not 0, is how much real time may pass before no further world begins.
	For time.Duration
	// Jobs is how many worlds run side by side; 0 means one for each core. At most [window] do.
	Jobs int
	// Overrides apply to every drawn plan, and so to what is made of them.
	Overrides scenarios.PlanOptions
	// Corpus are plans that are run before all others. Plans of scenarios that are not searched are left out.
	Corpus []*plan.Plan
	// Blind draws every world afresh, as a sweep does: what feedback is measured against.
	Blind bool
	// Done, if not nil, ends the search once it is closed.
	Done <-chan struct{}
	// Started, if not nil, is called before each world, one call at a time; what it returns is called when it has ended.
	Started func(world int, p *plan.Plan) (ended func())
	// Told, if not nil, is called for each world that has been taken into account, in their order.
	Told func(*Report, World)
}

// World is one world of a search.
type World struct {
	// Number counts from 1.
	Number int
	Result *scenarios.Result
	// Changed is false for a plan that was drawn, or that stood in the corpus.
	Changed bool
	// New is how many things it is the first to show, and Kept whether its plan may be changed further.
	New  int
	Kept bool
}

// search is a search at work.
type search struct {
	options Options
	begin   time.Time
	goals   []goal.Goal
	cover   *coverage
	corpora []*corpus // by scenario
	drawn   []int     // how many plans were drawn, by scenario
	report  *Report
	mu      sync.Mutex
}

// candidate is a world on its way.
type candidate struct {
	number   int
	scenario int
	plan     *plan.Plan
	changed  bool
	ended    chan outcome
}

// outcome is what a world showed.
type outcome struct {
	result   *scenarios.Result
	features []feature
	err      error
}

// Search runs worlds until a bound is reached. An error means that a plan could not be drawn or run.
func Search(o Options) (*Report, error) {
	s := &search{
		options: o, begin: time.Now(), goals: goal.Goals(), cover: newCoverage(), drawn: make([]int, len(o.Scenarios)),
	}
	for range o.Scenarios {
		s.corpora = append(s.corpora, &corpus{})
	}
	s.report = newReport(s.goals)
	err := s.run()
	s.report.finish(time.Since(s.begin))
	return s.report, err
}

// run hands worlds out in their order, and takes them into account in the same order, each a window later.
func (s *search) run() error {
	next := make(chan *candidate, window)
	var workers sync.WaitGroup
	for range min(cmp.Or(s.options.Jobs, runtime.GOMAXPROCS(0)), window) {
		workers.Go(func() { s.work(next) })
	}
	defer workers.Wait()
	defer close(next)
	var way []*candidate
	for number := 1; !s.over(number); number++ {
		if len(way) == window {
			if err := s.take(way[0]); err != nil {
				return err
			}
			way = way[1:]
		}
		c, err := s.next(number)
		if err != nil {
			return err
		}
		way = append(way, c)
		next <- c
	}
	for _, c := range way {
		if err := s.take(c); err != nil {
			return err
		}
	}
	return nil
}

// over reports whether no further world is to begin.
func (s *search) over(number int) bool {
	select {
	case <-s.options.Done:
		return true
	default:
	}
	return s.options.Worlds > 0 && number > s.options.Worlds ||
		s.options.For > 0 && time.Since(s.begin) >= s.options.For
}

// work runs worlds, one after the other, on coroutines of its own.
func (s *search) work(next <-chan *candidate) {
	pool := sim.NewPool()
	defer pool.Close()
	for c := range next {
		ended := s.started(c)
		c.ended <- s.try(c, pool)
		ended()
	}
}

func (s *search) started(c *candidate) (ended func()) {
	if s.options.Started == nil {
		return func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.options.Started(c.number, c.plan)
}

// try runs a world and looks at what it shows.
func (s *search) try(c *candidate, pool *sim.Pool) outcome {
	orders, watch := NewOrders(), goal.NewWatch(s.goals, c.plan)
	observer := trace.ObserverFunc(func(r *trace.Record) {
		orders.Observe(r)
		watch.Observe(r)
	})
	r, err := scenarios.Run(c.plan, scenarios.RunOptions{Pool: pool, Observer: observer})
	return outcome{r, featuresOf(orders.Pairs(), watch.Reached()), err}
}

// next makes the next world: one of the corpus, a drawn one, or a changed one.
func (s *search) next(number int) (*candidate, error) {
	c := &candidate{number: number, ended: make(chan outcome, 1)}
	if number <= len(s.options.Corpus) {
		c.plan = s.options.Corpus[number-1]
		c.scenario = s.scenarioOf(c.plan)
		return c, nil
	}
	c.scenario = number % len(s.options.Scenarios)
	rng := sim.Derive(s.options.Root, "search/"+strconv.Itoa(number))
	if s.options.Blind || len(s.corpora[c.scenario].entries) == 0 || rng.Chance(1, drawnShare) {
		var err error
		c.plan, err = s.draw(c.scenario)
		return c, err
	}
	c.changed = true
	c.plan = s.change(c.scenario, rng)
	return c, nil
}

// drawnShare is one in how many worlds is drawn afresh.
const drawnShare = 4

func (s *search) scenarioOf(p *plan.Plan) int {
	for i, scenario := range s.options.Scenarios {
		if scenario.Name == p.Scenario {
			return i
		}
	}
	panic("search: a plan of the corpus is of scenario " + p.Scenario + ", which is not searched")
}

func (s *search) draw(scenario int) (*plan.Plan, error) {
	of := s.options.Scenarios[scenario]
	seed := of.Seed(s.options.Root, s.drawn[scenario])
	s.drawn[scenario]++
	return of.Plan(seed, s.options.Overrides)
}

func (s *search) change(scenario int, rng *sim.Stream) *plan.Plan {
	kept := s.corpora[scenario]
	parent := kept.pick(rng, s.cover.worlds)
	c := &changer{scenario: s.options.Scenarios[scenario], rng: rng, overrides: s.options.Overrides, steps: parent.steps}
	return c.change(parent.plan, kept.mate(rng))
}

// take waits for a world and takes account of it.
func (s *search) take(c *candidate) error {
	o := <-c.ended
	if o.err != nil {
		return fmt.Errorf("search: run world %d: %w", c.number, o.err)
	}
	fresh := s.cover.add(c.number, o.features)
	w := World{Number: c.number, Result: o.result, Changed: c.changed, New: len(fresh)}
	// A world that failed ended early: it shows little, and so would its children.
	if w.New > 0 && !o.result.Failed() {
		w.Kept = true
		s.corpora[c.scenario].keep(c.plan, o.result.Stats.Steps, fresh)
	}
	s.report.add(w, s.cover)
	if s.options.Told != nil {
		s.report.Real = time.Since(s.begin)
		s.options.Told(s.report, w)
	}
	return nil
}
