package scenarios

import (
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// learned returns a plan whose schedule says all that it needs to know: the plan itself if it does, else a copy with the
// estimates of a probe run. That is the same world up to its heal line, without armed failpoints and of the hardened
// design, so that a planted bug does not change the schedule that has to find it.
func learned(p *plan.Plan, pool *sim.Pool) (*plan.Plan, error) {
	schedule, err := sim.ParseSchedule(p.Schedule)
	if err != nil {
		return nil, err
	}
	schedule = sim.Learn(schedule, func(probe sim.Schedule) {
		err = runProbe(p, RunOptions{Schedule: probe, Pool: pool, Until: maxProbe, unwatched: true})
	})
	if err != nil || schedule.Name() == p.Schedule {
		return p, err
	}
	known := *p
	known.Schedule = schedule.Name()
	return &known, nil
}

// maxProbe bounds the steps of a probe run.
const maxProbe = 20_000

func runProbe(p *plan.Plan, o RunOptions) error {
	plain := *p
	plain.Cluster.Design, plain.Arms, plain.Choices = plan.New("", 0).Cluster.Design, nil, nil
	s, err := newSystem(&plain, o)
	if err != nil {
		return err
	}
	defer s.world.Close()
	s.start()
	heal, _ := Phases(p)
	s.world.RunTo(sim.Time(heal))
	return nil
}
