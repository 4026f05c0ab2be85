package scenarios

//simvet:exempt a search for mutants stands above worlds and spreads them over the cores

import (
	"fmt"
	"runtime"
	"strings"
	"sync"

	"onelane.test/runtime/fail"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// MutantOptions say which mutants are searched for, and how long. A mutant is a world with one failpoint armed.
type MutantOptions struct {
	Failpoints []fail.Entry
	// Entries are the scenarios; their numbers of seeds do not count.
	Entries []Entry
	// Seeds is how many seeds of each scenario a search gives up after.
	Seeds int
	// Roots are the seeds of the sweeps that each failpoint is searched in.
	Roots []uint64
	// Jobs is how many searches run side by side; 0 means one for each core.
	Jobs int
	// Done, if not nil, ends the searches early once it is closed. What has not come to its end by then is not told of.
	Done <-chan struct{}
	// Finished, if not nil, says whether a search has been done before.
	Finished func(Search) bool
	// Found is called for each search that has come to its end, one call at a time.
	Found func(Search, Detection) error
}

// Search is one attempt to find a failpoint: with one kind of schedule, over the worlds of one root.
type Search struct {
	Failpoint string
	Schedule  string // random or pct
	Root      uint64
}

// Detection is what a search came to. Seeds are counted per scenario, from 1; 0 means that it did not come about.
type Detection struct {
	Seeds    int // after which the search would have been given up
	First    int // until some oracle was violated
	Own      int // until the oracle was violated that the catalogue names
	Scenario string
	Oracles  map[string]int // how many worlds each oracle was the first to be violated in
	Worlds   int            // that were run
}

// mutantSchedules are the kinds of schedules that mutants are searched with.
var mutantSchedules = [...]string{"random", "pct"}

// Searches returns all searches that the options ask for, in the order in which they are begun.
func (o MutantOptions) Searches() []Search {
	var all []Search
	for _, e := range o.Failpoints {
		if e.Equivalent != "" {
			continue
		}
		for _, schedule := range mutantSchedules {
			for _, root := range o.Roots {
				all = append(all, Search{Failpoint: string(e.Name), Schedule: schedule, Root: root})
			}
		}
	}
	return all
}

// Mutants does all searches that are not finished. A search depends on nothing but itself and the number of seeds.
func Mutants(o MutantOptions) error {
	m := &mutants{options: o}
	next := make(chan Search)
	var workers sync.WaitGroup
	jobs := o.Jobs
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	for range jobs {
		workers.Go(func() {
			pool := sim.NewPool()
			defer pool.Close()
			for s := range next {
				m.search(s, pool)
			}
		})
	}
	for _, s := range o.Searches() {
		if o.Finished == nil || !o.Finished(s) {
			next <- s
		}
	}
	close(next)
	workers.Wait()
	return m.failed
}

// mutants is a search for all of them at work.
type mutants struct {
	options MutantOptions
	mu      sync.Mutex
	failed  error
}

// over reports whether no further world is to begin.
func (m *mutants) over() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	select {
	case <-m.options.Done:
		return true
	default:
		return m.failed != nil
	}
}

func (m *mutants) search(s Search, pool *sim.Pool) {
	d := Detection{Seeds: m.options.Seeds, Oracles: map[string]int{}}
	entry, _ := fail.Lookup(s.Failpoint)
	for i := 0; i < d.Seeds && d.Own == 0; i++ {
		for _, e := range m.options.Entries {
			if m.over() {
				return
			}
			accused, err := s.try(e.Scenario, i, pool)
			if err != nil {
				m.end(err)
				return
			}
			d.note(accused, entry.Oracle, e.Scenario.Name, i+1)
			if d.Own > 0 {
				break
			}
		}
	}
	m.mu.Lock()
	err := m.options.Found(s, d)
	m.mu.Unlock()
	m.end(err)
}

func (m *mutants) end(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failed == nil && err != nil {
		m.failed = fmt.Errorf("scenarios: mutants: %w", err)
	}
}

// note takes account of one world, which failed by an oracle or, with "", held.
func (d *Detection) note(accused, own, scenario string, seeds int) {
	d.Worlds++
	if accused == "" {
		return
	}
	d.Oracles[accused]++
	if d.First == 0 {
		d.First, d.Scenario = seeds, scenario
	}
	if d.Own == 0 && accused == own {
		d.Own = seeds
	}
}

// try runs one world of a search and returns by what it failed, "" if it held.
func (s Search) try(scenario *Scenario, i int, pool *sim.Pool) (string, error) {
	seed := DeriveSeed(s.Root, scenario.Name, i)
	p, err := scenario.Plan(seed, PlanOptions{
		Schedule: s.schedule(seed),
		Arms:     []plan.Arm{{Point: s.Failpoint, Num: 1, Den: 1}},
	})
	if err != nil {
		return "", err
	}
	r, err := Run(p, RunOptions{Pool: pool})
	if err != nil {
		return "", err
	}
	return r.Accused(), nil
}

// schedule returns the schedule of one world, a function of its seed alone.
func (s Search) schedule(seed uint64) string {
	if s.Schedule == "random" {
		return sim.Random().Name()
	}
	return drawPCT(sim.Derive(seed, "mutants/pct"))
}

// Accused returns the oracle by which the run failed, or what else ended it, such as "deadlock"; "" if it held.
func (r *Result) Accused() string {
	accused, _, _ := strings.Cut(r.Signature, ":")
	return accused
}
