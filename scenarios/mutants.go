package scenarios

//simvet:exempt a search for mutants stands above worlds and spreads them over the cores

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
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
	// Thorough searches with all kinds of schedules, not just with the first where that finds the failpoint soon.
	Thorough bool
	// Jobs is how many searches run side by side; 0 means one for each core.
	Jobs int
	// Done, if not nil, ends the searches early once it is closed. What has not come to its end by then is not told of.
	Done <-chan struct{}
	// Known is what has been found before. What is found is added.
	Known map[Search]Detection
	// Found is called for each search that has come to its end, one call at a time.
	Found func(Search, Detection) error
}

// Search is one attempt to find a failpoint: with one kind of schedule, over the worlds of one root.
type Search struct {
	Failpoint string
	Schedule  string // its kind, such as pct
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

// mutantSchedules are the kinds of schedules that mutants are searched with. The first is always used, the others where
// that takes more than soon seeds in the median over the roots.
var mutantSchedules = [...]string{"random", "pct", "pos", "surw"}

const soon = 20

// Searches returns all searches that the options ask for, as far as what is known tells.
func (o MutantOptions) Searches() []Search {
	var all []Search
	for _, e := range o.Failpoints {
		if e.Equivalent != "" {
			continue
		}
		usual := o.searches(e, mutantSchedules[0])
		all = append(all, usual...)
		for _, kind := range mutantSchedules[1:] {
			if o.Thorough || o.rare(usual) {
				all = append(all, o.searches(e, kind)...)
			}
		}
	}
	return all
}

func (o MutantOptions) searches(e fail.Entry, schedule string) []Search {
	var all []Search
	for _, root := range o.Roots {
		all = append(all, Search{Failpoint: string(e.Name), Schedule: schedule, Root: root})
	}
	return all
}

// rare reports whether all these searches are done, and most of them took long.
func (o MutantOptions) rare(searches []Search) bool {
	long := 0
	for _, s := range searches {
		if !o.Finished(s) {
			return false
		}
		if d := o.Known[s]; !d.hit(min(o.Seeds, soon)) {
			long++
		}
	}
	return 2*long > len(searches)
}

// Finished reports whether a search need not be done: it was successful, or was not given up earlier than it would be
// now.
func (o MutantOptions) Finished(s Search) bool {
	d, ok := o.Known[s]
	return ok && (d.hit(o.Seeds) || d.Seeds >= o.Seeds)
}

// Missed reports whether a search was given up before the oracle was violated that the catalogue names.
func (o MutantOptions) Missed(s Search) bool {
	d, ok := o.Known[s]
	return ok && !d.hit(o.Seeds)
}

// hit reports whether the failpoint's own oracle was violated within so many seeds.
func (d Detection) hit(seeds int) bool { return d.Own > 0 && d.Own <= seeds }

// Left returns the searches that are to be done.
func (o MutantOptions) Left() []Search {
	return slices.DeleteFunc(o.Searches(), o.Finished)
}

// Mutants does all searches that are left. A search depends on nothing but itself and the number of seeds.
func Mutants(o MutantOptions) error {
	m := &mutants{options: o}
	for todo := o.Left(); len(todo) > 0 && !m.over(); todo = o.Left() {
		m.all(todo)
	}
	return m.failed
}

// all spreads searches over the cores.
func (m *mutants) all(searches []Search) {
	next := make(chan Search)
	var workers sync.WaitGroup
	for range cmp.Or(m.options.Jobs, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			pool := sim.NewPool()
			defer pool.Close()
			for s := range next {
				m.search(s, pool)
			}
		})
	}
	for _, s := range searches {
		next <- s
	}
	close(next)
	workers.Wait()
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
	m.options.Known[s] = d
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
	seed := scenario.Seed(s.Root, i)
	p, err := scenario.draft(seed, PlanOptions{
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
	return drawOfKind(s.Schedule, sim.Derive(seed, "mutants/"+s.Schedule))
}

// Accused returns the oracle by which the run failed, or what else ended it, such as "deadlock"; "" if it held.
func (r *Result) Accused() string {
	accused, _, _ := strings.Cut(r.Signature, ":")
	return accused
}
