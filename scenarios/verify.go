package scenarios

import (
	"fmt"

	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// verify runs a plan a second time and compares. It returns nil if the two runs are one, otherwise what differs first.
func verify(p *plan.Plan, first *Result, pool *sim.Pool) (*trace.Divergence, error) {
	second, err := Run(p, RunOptions{Pool: pool})
	if err != nil || second.Hash == first.Hash && second.Signature == first.Signature {
		return nil, err
	}
	var want, got trace.Recorder
	for _, recorder := range []*trace.Recorder{&want, &got} {
		if _, err := Run(p, RunOptions{Pool: pool, Recorder: recorder}); err != nil {
			return nil, err
		}
	}
	if d := trace.Compare(&want, &got); d != nil {
		return d, nil
	}
	return &trace.Divergence{
		Want: fmt.Sprintf("hash 0x%x", first.Hash), Got: fmt.Sprintf("hash 0x%x", second.Hash),
	}, nil
}

// diverge turns the result into that of a plan that does not mean one run.
func (r *Result) diverge(d *trace.Divergence) {
	r.Diverged, r.Class = d, ClassDivergence
	r.Signature, r.Report = "divergence", "the same plan gave two different traces: "+d.String()
}
