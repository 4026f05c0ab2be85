package scenarios

//simvet:exempt a sweep stands above worlds and spreads them over the cores

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// SweepOptions say which runs a sweep consists of.
type SweepOptions struct {
	Entries []Entry
	Plans   []*plan.Plan // run once each, beside the entries
	// Root is the seed of the sweep; run i of a scenario has Scenario.Seed(Root, i), unless Seed is set.
	Root uint64
	// Seed, if not nil, is the one seed that each entry runs.
	Seed *uint64
	// Jobs is how many worlds run side by side; 0 means one for each core.
	Jobs int
	// For, if positive, goes on with further seeds until so much real time has passed, and stops early if it has.
	For time.Duration
	// Verify runs each world twice, the second time beside other neighbours.
	Verify bool
	// Overrides apply to every drawn plan.
	Overrides PlanOptions
	// Floors judges the activity floors of each scenario that ran all its seeds.
	Floors bool
	// Progress, if not nil, is called after each run, one call at a time.
	Progress func(Progress)
	// Started, if not nil, is called before each run, one call at a time: what dies without a word dies behind it. What
	// it returns is called when the run has ended.
	Started func(p *plan.Plan) (ended func())
	// Failed, if not nil, is called as soon as a run has failed, one call at a time, in no particular order.
	Failed func(r *Result)
	// Done, if not nil, ends the sweep early once it is closed; what has run by then is summed up.
	Done <-chan struct{}
}

// Progress is how far a sweep has come.
type Progress struct {
	Done, Total int // Total is 0 where time bounds the sweep
	Failures    int
}

// job is one run of a sweep.
type job struct {
	row  int // index into the summary's rows
	plan *plan.Plan
}

// Sweep runs all seeds of all entries and sums up. It does not depend on Jobs, nor on how long runs take, unless time
// bounds it. An error means that a plan could not be drawn.
func Sweep(o SweepOptions) (*Summary, error) {
	s := &sweep{options: o, begin: time.Now()}
	s.summary = newSummary(o)
	if err := s.first(); err != nil {
		return nil, err
	}
	for round := 1; o.For > 0 && !s.overdue() && len(o.Entries) > 0; round++ {
		if err := s.further(round); err != nil {
			return nil, err
		}
	}
	s.summary.finish(o)
	return s.summary, nil
}

// sweep is a sweep at work.
type sweep struct {
	options SweepOptions
	begin   time.Time
	summary *Summary

	mu       sync.Mutex
	done     int
	total    int
	failures int
	failed   error
}

// overdue reports whether no further run is to begin.
func (s *sweep) overdue() bool {
	select {
	case <-s.options.Done:
		return true
	default:
		return s.options.For > 0 && time.Since(s.begin) >= s.options.For
	}
}

// first runs what was asked for.
func (s *sweep) first() error {
	var jobs []job
	for row, e := range s.options.Entries {
		for i := range s.seeds(e) {
			j, err := s.draw(row, e, i)
			if err != nil {
				return err
			}
			jobs = append(jobs, j)
		}
	}
	for i, p := range s.options.Plans {
		jobs = append(jobs, job{row: len(s.options.Entries) + i, plan: p})
	}
	return s.run(jobs)
}

// further runs as many seeds again, which no earlier round has run.
func (s *sweep) further(round int) error {
	var jobs []job
	for row, e := range s.options.Entries {
		for i := range e.Seeds {
			if whole := e.Scenario.Whole(); whole > 0 && round*e.Seeds+i >= whole {
				break
			}
			j, err := s.draw(row, e, round*e.Seeds+i)
			if err != nil {
				return err
			}
			jobs = append(jobs, j)
		}
	}
	return s.run(jobs)
}

func (s *sweep) seeds(e Entry) int {
	if s.options.Seed != nil {
		return 1
	}
	return e.planned()
}

func (s *sweep) draw(row int, e Entry, i int) (job, error) {
	seed := e.Scenario.Seed(s.options.Root, i)
	if s.options.Seed != nil {
		seed = *s.options.Seed
	}
	p, err := e.Scenario.draft(seed, s.options.Overrides)
	return job{row: row, plan: p}, err
}

// run runs the jobs on all cores and adds their results in the order of the jobs.
func (s *sweep) run(jobs []job) error {
	s.total += len(jobs)
	results := make([]*Result, len(jobs))
	s.each(jobs, forward(len(jobs)), func(i int, pool *sim.Pool) error {
		r, err := Run(jobs[i].plan, RunOptions{Pool: pool})
		results[i] = r
		s.judged(r)
		return err
	})
	if s.options.Verify {
		s.verify(jobs, results)
	}
	if s.failed != nil {
		return s.failed
	}
	for i, r := range results {
		if r != nil {
			s.summary.add(jobs[i].row, r)
		}
	}
	return nil
}

// verify runs everything once more, from the last to the first, so that each world has other neighbours.
func (s *sweep) verify(jobs []job, results []*Result) {
	s.total += len(jobs)
	backward := forward(len(jobs))
	slices.Reverse(backward)
	s.each(jobs, backward, func(i int, pool *sim.Pool) error {
		if results[i] == nil {
			return nil
		}
		d, err := verify(jobs[i].plan, results[i], pool)
		if d != nil {
			results[i].diverge(d)
			s.judged(results[i])
		}
		return err
	})
}

func forward(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// each calls f for the jobs, in the given order, on as many goroutines as there are jobs at a time. Each goroutine has
// its own pool of coroutines.
func (s *sweep) each(jobs []job, order []int, f func(i int, pool *sim.Pool) error) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range s.parallel() {
		workers.Go(func() {
			pool := sim.NewPool()
			defer pool.Close()
			for i := range next {
				ended := s.begun(jobs[i])
				err := f(i, pool)
				ended()
				s.ended(err)
			}
		})
	}
	for _, i := range order {
		if s.overdue() {
			break
		}
		next <- i
	}
	close(next)
	workers.Wait()
}

func (s *sweep) parallel() int {
	if s.options.Jobs > 0 {
		return s.options.Jobs
	}
	return runtime.GOMAXPROCS(0)
}

func (s *sweep) begun(j job) (ended func()) {
	if s.options.Started == nil {
		return func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.options.Started(j.plan)
}

// judged tells of a run that failed. A run is nil if its plan could not be run.
func (s *sweep) judged(r *Result) {
	if r == nil || !r.Failed() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failures++
	if s.options.Failed != nil {
		s.options.Failed(r)
	}
}

func (s *sweep) ended(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done++
	if err != nil && s.failed == nil {
		s.failed = fmt.Errorf("scenarios: sweep: %w", err)
	}
	if s.options.Progress != nil {
		p := Progress{Done: s.done, Total: s.total, Failures: s.failures}
		if s.options.For > 0 {
			p.Total = 0
		}
		s.options.Progress(p)
	}
}
