package scenarios

//simvet:exempt certifying stands above worlds, as a sweep does

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// CertifyOptions say which small worlds are run twice.
type CertifyOptions struct {
	// Root is the seed of all; world i has the seed DeriveSeed(Root, "certify", i).
	Root uint64
	// From is the first world's number, and Worlds how many there are.
	From, Worlds int
	// Jobs, Progress, Started and Done are as in [SweepOptions].
	Jobs     int
	Progress func(Progress)
	Started  func(p *plan.Plan) (ended func())
	Done     <-chan struct{}
}

// Certificate is what running worlds twice showed.
type Certificate struct {
	Worlds  int // that were run twice; fewer than were asked for if it was ended early
	Steps   uint64
	Virtual time.Duration
	// Sum is made of the hashes of all worlds and their numbers. The sums of two slices add up to that of both, whatever
	// their order, and in whatever process they were run.
	Sum uint64
	// Differences are the worlds whose runs were not one.
	Differences []*Difference
	Real        time.Duration
}

// Difference is a plan that does not mean one run.
type Difference struct {
	World int
	Plan  *plan.Plan
	First *trace.Divergence
}

// certifyChunk is how many worlds are run before they are run again: enough that each has other neighbours then.
const certifyChunk = 1_000

// Certify runs each of a range of small worlds twice, the second time backwards and beside other neighbours, and compares.
// Whether the oracles are content does not matter here. An error means that a plan could not be drawn or run.
func Certify(o CertifyOptions) (*Certificate, error) {
	begin := time.Now()
	c := &Certificate{}
	s := &sweep{begin: begin, total: 2 * o.Worlds, options: SweepOptions{
		Jobs: o.Jobs, Progress: o.Progress, Started: o.Started, Done: o.Done,
	}}
	for from := 0; from < o.Worlds && !s.overdue(); from += certifyChunk {
		if err := c.chunk(s, o, from, min(o.Worlds, from+certifyChunk)); err != nil {
			return nil, err
		}
	}
	c.Real = time.Since(begin)
	return c, nil
}

// chunk certifies the worlds from one to another of those that were asked for. One that was ended early does not count.
func (c *Certificate) chunk(s *sweep, o CertifyOptions, from, to int) error {
	jobs := make([]job, to-from)
	for i := range jobs {
		p, err := certifyPlan(o.Root, o.From+from+i)
		if err != nil {
			return err
		}
		jobs[i].plan = p
	}
	results := make([]*Result, len(jobs))
	s.each(jobs, forward(len(jobs)), func(i int, pool *sim.Pool) (err error) {
		results[i], err = Run(jobs[i].plan, RunOptions{Pool: pool})
		return err
	})
	differ := make([]*trace.Divergence, len(jobs))
	again := make([]bool, len(jobs))
	backward := forward(len(jobs))
	slices.Reverse(backward)
	s.each(jobs, backward, func(i int, pool *sim.Pool) (err error) {
		if results[i] != nil {
			differ[i], err = verify(jobs[i].plan, results[i], pool)
			again[i] = true
		}
		return err
	})
	if s.failed != nil {
		return s.failed
	}
	if slices.Contains(again, false) {
		return nil
	}
	for i, r := range results {
		c.add(o.From+from+i, r, differ[i])
	}
	return nil
}

func (c *Certificate) add(world int, r *Result, d *trace.Divergence) {
	c.Worlds++
	c.Steps += r.Stats.Steps
	c.Virtual += r.Virtual
	c.Sum += fold(uint64(world)+1, r.Hash)
	if d != nil {
		c.Differences = append(c.Differences, &Difference{World: world, Plan: r.Plan, First: d})
	}
}

// Bounds of a world that is certified.
const (
	certifyCreations = 8
	certifySize      = 2 // processes of its replica, and workers of each
	certifyHeal      = 900 * time.Millisecond
	certifyEnd       = time.Second
)

// certifyPlan draws the plan of a world: all scenarios take turns, each smaller than it is by itself and cut off after a
// second.
func certifyPlan(root uint64, world int) (*plan.Plan, error) {
	s := *certified()[world%len(certified())]
	s.replicas, s.processes, s.workers = 1, min(s.processes, certifySize), min(s.workers, certifySize)
	s.workload.Min, s.workload.Max = min(s.workload.Min, certifyCreations-2), min(s.workload.Max, certifyCreations-2)
	p, err := s.draft(sim.DeriveSeed(root, "certify", strconv.Itoa(world)), PlanOptions{})
	if err != nil {
		return nil, fmt.Errorf("scenarios: certify world %d: %w", world, err)
	}
	p.Lines = slices.DeleteFunc(p.Lines, func(l plan.Line) bool {
		_, isHeal := l.Statement.(plan.Heal)
		return l.At >= certifyHeal || isHeal
	})
	p.Lines = append(p.Lines,
		plan.Line{At: certifyHeal, Statement: plan.Heal{}}, plan.Line{At: certifyEnd, Statement: plan.Check{}})
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("scenarios: certify world %d: %w", world, err)
	}
	return p, nil
}

// certified returns the scenarios that take turns: all that hold and are drawn.
func certified() []*Scenario {
	return slices.DeleteFunc(List(), func(s *Scenario) bool { return s.Name == "canary" || s.enumeration != nil })
}
