package reduction

//simvet:exempt a reduction stands above worlds and spreads them over the cores

import (
	"iter"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/shrink"
)

// reducer is a reduction at work.
type reducer struct {
	options Options
	first   *scenarios.Result
	search  *shrink.Search[*story]
	pass    string // what is made smaller now
	aside   bool   // the search is one beside the main one
	effort  int    // how many times as many schedules are tried as usual
	// quiet is how long a candidate must be allowed to run after everything has healed. It is set where the failure shows
	// only at the end: that something has not come to pass is no failure if there was no time for it.
	quiet time.Duration
	// given is how long the plan ran on that was given.
	given time.Duration

	idle  attempts // those that did not show the failure
	runs  atomic.Int64
	pools pools
	mu    sync.Mutex
	other map[string]*scenarios.Result // the smallest plan of each other signature
}

// takes tries candidates in order, and reports whether one of them is the best plan now.
func (r *reducer) takes(candidates ...*story) bool {
	_, ok := r.search.First(slices.Values(candidates))
	return ok
}

// fails runs a candidate under several schedules, and returns the first form of it that fails in the same way.
func (r *reducer) fails(candidate *story) (*story, bool) {
	if !r.patient(candidate.plan) {
		return candidate, false
	}
	best, steps := r.search.Best(), uint64(0)
	for p := range r.variants(candidate, best) {
		variant := storyOf(p)
		if !variant.size.Less(best.size) {
			continue
		}
		failed, took := r.try(variant)
		if failed != nil {
			return failed, true
		}
		if steps += took; steps > uint64(r.effort)*enoughSteps {
			break
		}
	}
	return candidate, false
}

// enoughSteps is how many steps in all the runs of a candidate may take that does not fail.
const enoughSteps = 40_000

// try runs a plan once, unless it is known not to show the failure: after a success elsewhere much is asked once more. It
// returns nil if the plan does not show it, and how many steps that took.
func (r *reducer) try(s *story) (*story, uint64) {
	text := s.plan.String()
	if steps, known := r.idle.of(text); known {
		return nil, steps
	}
	result, err := r.run(s.plan, scenarios.RunOptions{Deviations: s.size.Deviations > 0})
	if err != nil {
		return nil, 0
	}
	steps := result.Stats.Steps
	switch {
	case result.Signature != r.first.Signature || r.innocent(result):
		r.idle.add(text, steps)
	case r.alike(result):
		return ranStory(result), steps
	}
	if result.Failed() {
		r.note(result)
	}
	return nil, steps
}

// innocent says whether a verdict at the end has nothing to do with the failpoints: without them it is the same. What the
// system would still do is then taken for the bug, because the end comes too early.
func (r *reducer) innocent(result *scenarios.Result) bool {
	if result.Stop != nil || len(result.Plan.Arms) == 0 || !result.Failed() {
		return false
	}
	sound := *result.Plan
	sound.Arms = nil
	control, err := r.run(&sound, scenarios.RunOptions{})
	return err == nil && control.Signature == result.Signature
}

// run runs a plan on coroutines that an earlier run has used.
func (r *reducer) run(p *plan.Plan, o scenarios.RunOptions) (*scenarios.Result, error) {
	o.Pool = r.pools.take()
	defer r.pools.put(o.Pool)
	r.runs.Add(1)
	return r.options.Run(p, o)
}

// alike says whether a run failed as the first one did. What the best plan shows on the way is not taken for seen if it
// only shows at the end: the end may have come too early.
func (r *reducer) alike(result *scenarios.Result) bool {
	return result.Signature == r.first.Signature && result.Class == r.first.Class &&
		(result.Stop != nil || r.search.Best().result.Stop == nil)
}

// note remembers a run that failed in another way. What only had not come about by an end that came early is no failure.
func (r *reducer) note(result *scenarios.Result) {
	if heal, check := scenarios.Phases(result.Plan); result.Stop == nil && check-heal < r.given {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	known := r.other[result.Signature]
	if result.Signature != r.first.Signature && (known == nil || SizeOf(result.Plan).Less(SizeOf(known.Plan))) {
		r.other[result.Signature] = result
	}
}

func (r *reducer) others() (all []*scenarios.Result) {
	for _, signature := range slices.Sorted(maps.Keys(r.other)) {
		all = append(all, r.other[signature])
	}
	return all
}

// variants returns a candidate under the schedules that are worth a try: its own; the picks of the run that failed, as
// far as they apply; fifo; and, since a change moves all steps that follow it, other draws.
func (r *reducer) variants(candidate, best *story) iter.Seq[*plan.Plan] {
	return func(yield func(*plan.Plan) bool) {
		p := candidate.plan
		if !yield(p) || candidate.exact {
			return
		}
		if p.Schedule != fifo && !yield(following(p, best.result.Deviations)) {
			return
		}
		if candidate.size.Deviations > 0 && !yield(under(p, fifo, p.Seed)) {
			return
		}
		steps := best.result.Stats.Steps
		for seed := range uint64(r.effort * draws(steps)) {
			for _, schedule := range []string{fifo, sim.Random().Name(), sim.PCT(2+int(seed%3), max(steps, 2)).Name()} {
				if !yield(under(p, schedule, seed)) {
					return
				}
			}
		}
	}
}

// draws is how many seeds are worth a try, by how long a run takes.
func draws(steps uint64) int { return int(min(max(40_000/max(steps, 1), 1), 8)) }

// under returns the plan under a schedule without choices, with a seed.
func under(p *plan.Plan, schedule string, seed uint64) *plan.Plan {
	next := *p
	next.Schedule, next.Seed, next.Choices = schedule, seed, nil
	return &next
}

// following returns the plan under fifo with choices.
func following(p *plan.Plan, choices []sim.Deviation) *plan.Plan {
	next := *p
	next.Schedule, next.Choices = fifo, choices
	return &next
}

// attempts knows how many steps the runs of plans took, by the texts of the plans.
type attempts struct {
	mu    sync.Mutex
	steps map[string]uint64
}

func (a *attempts) of(text string) (steps uint64, known bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	steps, known = a.steps[text]
	return steps, known
}

func (a *attempts) add(text string, steps uint64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.steps == nil {
		a.steps = map[string]uint64{}
	}
	a.steps[text] = steps
}

// pools lends a pool of coroutines to each run.
type pools struct {
	mu   sync.Mutex
	idle []*sim.Pool
}

func (p *pools) take() *sim.Pool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		pool := p.idle[n-1]
		p.idle = p.idle[:n-1]
		return pool
	}
	return sim.NewPool()
}

func (p *pools) put(pool *sim.Pool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, pool)
}

func (p *pools) close() {
	for _, pool := range p.idle {
		pool.Close()
	}
}
