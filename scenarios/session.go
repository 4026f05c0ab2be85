package scenarios

import (
	"fmt"

	"onelane.test/runtime/environ"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// runSession executes the workload, one statement after the other, each not before its time. The plan was validated, so
// a statement that the environment refuses is a fault of one of the two.
func (s *system) runSession(t *sim.Task) {
	for _, line := range s.plan.Lines {
		statement := statementOf(line.Statement)
		if statement == nil {
			continue
		}
		if wait := sim.Time(0).Add(line.At).Sub(t.Now()); wait > 0 {
			t.Sleep(wait)
		}
		if err := s.env.Execute(t, statement); err != nil {
			s.world.Violate("statements", err.Error())
			return
		}
	}
	s.session.done = true
}

// statementOf translates a plan's line into what the environment understands; nil for a fault or a phase.
func statementOf(s plan.Statement) environ.Statement {
	switch s := s.(type) {
	case plan.CreateSource:
		return environ.CreateSource{
			Name: s.Name, Rate: s.Rate, Partitions: s.Partitions, Exports: s.Exports, Tick: s.Tick, Shape: s.Shape,
		}
	case plan.CreateMaterializedView:
		return environ.CreateMaterializedView{Name: s.Name, Query: s.Query}
	case plan.CreateIndex:
		return environ.CreateIndex{Name: s.Name, On: s.On}
	case plan.CreateSink:
		return environ.CreateSink{Name: s.Name, From: s.From}
	case plan.Drop:
		return environ.Drop{Name: s.Name}
	case plan.Configure:
		return environ.SetParams{Params: s.Params}
	case plan.Fault, plan.Heal, plan.Check:
		return nil
	}
	panic(fmt.Sprintf("scenarios: no statement of the environment for %T", s))
}
