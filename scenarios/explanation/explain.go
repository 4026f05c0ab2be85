package explanation

//simvet:exempt an explanation stands above worlds and spreads them over the cores

import (
	"errors"
	"sync"
	"sync/atomic"

	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// ErrHolds says that there is nothing to explain: the plan's run does not fail.
var ErrHolds = errors.New("explanation: the run of the plan holds")

// Explainer explains one failure.
type Explainer struct {
	// Jobs is how many worlds run side by side; 0 means one. No answer depends on it.
	Jobs int
	// Done ends the work early once it is closed; what has not been answered by then is left out.
	Done <-chan struct{}

	failure *scenarios.Result
}

// New runs a plan whose failure is to be explained. The error is [ErrHolds], or says why the plan cannot be run.
func New(p *plan.Plan) (*Explainer, error) {
	r, err := scenarios.Run(p, scenarios.RunOptions{Deviations: true})
	if err != nil {
		return nil, err
	}
	if !r.Failed() {
		return nil, ErrHolds
	}
	return &Explainer{failure: r}, nil
}

// Failure returns the run that is explained.
func (e *Explainer) Failure() *scenarios.Result { return e.failure }

// fails says whether a run fails as the one that is explained. A plan that cannot be run does not.
func (e *Explainer) fails(p *plan.Plan, o scenarios.RunOptions) bool {
	r, err := scenarios.Run(p, o)
	return err == nil && e.same(r)
}

func (e *Explainer) same(r *scenarios.Result) bool {
	return r.Class == e.failure.Class && r.Signature == e.failure.Signature
}

// over reports whether no further world is to be run.
func (e *Explainer) over() bool {
	select {
	case <-e.Done:
		return true
	default:
		return false
	}
}

// count returns for how many of n worlds fails is true. It asks side by side, each time with a pool of coroutines.
func (e *Explainer) count(n int, fails func(i int, pool *sim.Pool) bool) int {
	var next, failed atomic.Int64
	var workers sync.WaitGroup
	for range max(e.Jobs, 1) {
		workers.Go(func() {
			pool := sim.NewPool()
			defer pool.Close()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if fails(i, pool) {
					failed.Add(1)
				}
			}
		})
	}
	workers.Wait()
	return int(failed.Load())
}
