package scenarios

import (
	"fmt"
	"time"

	"onelane.test/faults"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/workload"
	"onelane.test/sim"
)

// Scenario is a space of plans: what a seed may draw.
type Scenario struct {
	Name string
	Doc  string // one sentence
	// Aliases are names under which the scenario is known elsewhere.
	Aliases []string

	topology string
	// replicas, processes and workers are the largest sizes; the smallest are 1, or least workers of a replica.
	replicas, processes, workers, least int
	// several makes a replica have at least two processes.
	several  bool
	workload workload.Profile
	faults   faults.Profile
	// quiet is how long the run goes on after the last fault at most.
	quiet time.Duration
	// unseen names the oracles that have nothing to look at in any world of the scenario, or in too few for a floor.
	unseen []string
	// usual names the settings that are not drawn at their ends, see [drawing.swarm].
	usual []string
	// shape, if set, changes a drawn plan: for a scenario that wants something particular.
	shape func(*drawing)
	// enumeration, if set, counts the plans instead of drawing them.
	enumeration *enumeration
}

// Workload says what the scenario's user does.
func (s *Scenario) Workload() workload.Profile { return s.workload }

// Budget says how many faults may come together, where faults are added to a plan of the scenario.
func (s *Scenario) Budget() faults.Budget { return s.faults.Budget }

// PlanOptions override what a seed draws.
type PlanOptions struct {
	Schedule string // "" leaves the drawn one
	Design   string // "" leaves the hardened one
	Sets     []plan.Set
	Arms     []plan.Arm
}

// Plan draws the plan of a seed, or returns that of an enumeration's case. It depends on the scenario, the seed and the options alone.
func (s *Scenario) Plan(seed uint64, o PlanOptions) (*plan.Plan, error) {
	p, err := s.draft(seed, o)
	if err != nil {
		return nil, err
	}
	return learned(p, nil)
}

// draft draws the plan of a seed. What its schedule needs to know and lacks, [Run] finds out.
func (s *Scenario) draft(seed uint64, o PlanOptions) (*plan.Plan, error) {
	if err := s.checkCase(seed); err != nil {
		return nil, err
	}
	d := &drawing{scenario: s, rng: sim.Derive(seed, "plan/"+s.Name), plan: plan.New(s.Name, seed)}
	d.draw()
	p := d.plan
	p.Schedule = drawSchedule(sim.Derive(seed, "schedule/"+s.Name))
	p.Assign(o.Sets...)
	p.Arm(o.Arms...)
	if o.Schedule != "" {
		p.Schedule = o.Schedule
	}
	if o.Design != "" {
		p.Cluster.Design = o.Design
	}
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("scenarios: plan %s: %w", s.Name, err)
	}
	if err := p.ValidateNames(Names()); err != nil {
		return nil, err
	}
	return p, nil
}
