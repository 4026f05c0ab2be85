package reduction

//simvet:exempt a reduction stands above worlds and spreads them over the cores

import (
	"errors"
	"fmt"
	"slices"

	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/sim/shrink"
)

// Runner runs a plan, as [scenarios.Run] does.
type Runner func(*plan.Plan, scenarios.RunOptions) (*scenarios.Result, error)

// Options say how a plan is reduced.
type Options struct {
	// Jobs is how many worlds run side by side; 0 means one. The smallest plan does not depend on it.
	Jobs int
	// Done ends the reduction once it is closed; the smallest plan so far is the result.
	Done <-chan struct{}
	// Tested, if not nil, is told of the progress; Better of each smaller plan. Both on the caller's goroutine.
	Tested func(Progress)
	Better func(*scenarios.Result)
	// Run runs a plan; nil means [scenarios.Run].
	Run Runner
}

// Progress is how far a reduction has come.
type Progress struct {
	// Pass is what it tries to make smaller now.
	Pass string
	// Runs counts the worlds that were run, Found the smaller plans.
	Runs, Found int
	// Best is the smallest plan so far.
	Best *plan.Plan
}

// Reduction is what came of a plan.
type Reduction struct {
	// First is the run of the plan that was given, Last that of the smallest one.
	First, Last *scenarios.Result
	// Others are runs of smaller plans that failed in other ways, one for each signature.
	Others []*scenarios.Result
	// Runs counts the worlds that were run.
	Runs int
	// Complete is false if the budget ended the reduction before nothing could be made smaller any more.
	Complete bool
}

// ErrHolds says that there is nothing to make smaller: the plan's run does not fail.
var ErrHolds = errors.New("reduction: the run of the plan holds")

// Flaky says that the plan does not mean one run: repeated, it ended otherwise.
type Flaky struct {
	First, Second *scenarios.Result
}

// Error names both ends.
func (f *Flaky) Error() string {
	return fmt.Sprintf("reduction: the plan gave %q with hash 0x%x, then %q with hash 0x%x",
		f.First.Signature, f.First.Hash, f.Second.Signature, f.Second.Hash)
}

// Reduce makes a plan smaller whose run fails. The error is [ErrHolds], a *[Flaky], or says why the plan cannot be run.
func Reduce(p *plan.Plan, o Options) (*Reduction, error) {
	if o.Run == nil {
		o.Run = scenarios.Run
	}
	first, err := twice(withoutSource(p), o.Run)
	if err != nil {
		return nil, err
	}
	r := newReducer(first, o)
	defer r.pools.close()
	r.reduce()
	return &Reduction{
		First: first, Last: r.search.Best().result, Others: r.others(), Runs: int(r.runs.Load()),
		Complete: !r.search.Over(),
	}, nil
}

// twice runs a plan two times, before time is spent on making it smaller.
func twice(p *plan.Plan, run Runner) (*scenarios.Result, error) {
	first, err := run(p, scenarios.RunOptions{})
	if err != nil {
		return nil, err
	}
	if !first.Failed() {
		return nil, ErrHolds
	}
	second, err := run(p, scenarios.RunOptions{})
	if err != nil {
		return nil, err
	}
	if first.Hash != second.Hash || first.Signature != second.Signature {
		return nil, &Flaky{First: first, Second: second}
	}
	return first, nil
}

func newReducer(first *scenarios.Result, o Options) *reducer {
	r := &reducer{options: o, first: first, other: map[string]*scenarios.Result{}}
	heal, check := scenarios.Phases(first.Plan)
	r.given = check - heal
	if first.Stop == nil {
		r.quiet = r.given
	}
	r.search = r.searchFrom(ranStory(first))
	return r
}

// searchFrom returns a search that begins at a story.
func (r *reducer) searchFrom(began *story) *shrink.Search[*story] {
	return shrink.New(began, shrink.Options[*story]{
		Budget: shrink.Budget{Jobs: r.options.Jobs, Done: r.options.Done},
		Fails:  r.fails,
		Less:   func(a, b *story) bool { return a.size.Less(b.size) },
		Tested: func(shrink.Progress) { r.tell() },
		Better: r.better,
	})
}

// better tells of a new best, unless it is one of a search beside the main one.
func (r *reducer) better(s *story) {
	if r.options.Better != nil && !r.aside {
		r.options.Better(s.result)
	}
}

func (r *reducer) tell() {
	if r.options.Tested != nil {
		r.options.Tested(Progress{
			Pass: r.pass, Runs: int(r.runs.Load()), Found: r.search.Progress().Found, Best: r.search.Best().plan,
		})
	}
}

// pass is one thing to make smaller.
type pass struct {
	name string
	run  func()
}

// reduce makes everything smaller in turn, until nothing can be. What shortens runs comes first; the schedule follows what
// changes it. At the end, what counts most is tried once more with more effort.
func (r *reducer) reduce() {
	structure := []pass{
		{"faults", r.cutFaults},
		{"nodes", r.cutNodes},
		{"commands", r.cutCommands},
		{"references", r.rewire},
		{"settings", r.cutSettings},
	}
	all := slices.Concat([]pass{
		{"time after the failure", r.cutAftermath},
		{"everything at once", r.lighten},
		{"time after the failure", r.cutAftermath},
		{"features", r.cutFeatures},
	}, structure, []pass{
		{"values", r.lowerValues},
		{"schedule", r.cutSchedule},
		{"names", r.rename},
	})
	for {
		r.effort = 1
		r.repeat(all)
		r.effort = hardEffort
		if !r.once(structure) {
			return
		}
	}
}

// hardEffort is how many times as many schedules are tried when it has become hard to make anything smaller.
const hardEffort = 5

func (r *reducer) repeat(passes []pass) {
	for r.once(passes) {
	}
}

// once makes the passes one after the other, and reports whether anything became smaller.
func (r *reducer) once(passes []pass) bool {
	before := r.search.Progress().Found
	for _, p := range passes {
		r.pass = p.name
		p.run()
	}
	return r.search.Progress().Found > before
}
