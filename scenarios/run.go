package scenarios

import (
	"io"
	"time"

	"onelane.test/runtime/frontier"
	"onelane.test/scenarios/oracle"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// RunOptions say what is wanted of a run beside its result. None of them changes the run, but for Until, Schedule and
// Replay.
type RunOptions struct {
	// Pool lends coroutines; nil means that the run makes its own.
	Pool *sim.Pool
	// Trace receives the lines of the trace that Lines selects.
	Trace io.Writer
	Lines Lines
	// Until, if not 0, ends the run at this step, unless it ends before. It is not judged then.
	Until uint64
	// Recorder keeps the whole trace, to be compared with another's.
	Recorder *trace.Recorder
	// Observer, if not nil, is told of every event.
	Observer trace.Observer
	// Tail is how many last lines of the trace a failed run's result holds.
	Tail int
	// Deviations lets the result say where the run's picks differ from those of a fifo schedule.
	Deviations bool
	// Schedule, if not nil, picks in place of the plan's schedule and choices.
	Schedule sim.Schedule
	// Record is an empty log for the run's decisions. Replay is a log that the run follows to its end, and then goes on by
	// itself; so with another seed in the plan, it is another run that begins in the same way.
	Record, Replay *sim.Log
	// AtStep, if not 0, calls Break before this step; the first is number 1.
	AtStep uint64
	Break  func()

	unwatched bool // no oracle looks; for runs that are not judged
}

// Run executes a plan: safety until its heal line, then liveness until every oracle is satisfied or its check line is
// reached, then the check. The same plan gives the same result. If its schedule lacks estimates, they come from a probe
// run, and stand in the plan that the result has. An error means that the plan cannot be run.
func Run(p *plan.Plan, o RunOptions) (*Result, error) {
	p, err := learned(p, o.Pool)
	if err != nil {
		return nil, err
	}
	s, err := newSystem(p, o)
	if err != nil {
		return nil, err
	}
	defer s.world.Close()
	ring := s.record(o)
	s.start()
	stop := s.live()
	if stop != nil && stop.Kind == sim.StopLimit && o.Until > 0 {
		return s.cutShort(p), nil
	}
	r := s.result(stop)
	if ring != nil && r.Failed() {
		r.TraceTail = ring.Lines()
	}
	return r, nil
}

// result judges a run that has ended.
func (s *system) result(stop *sim.Stop) *Result {
	r := &Result{
		Plan: s.plan, Stop: stop, Hash: s.world.Hash(), Stats: s.world.Stats(),
		Virtual: s.world.Now().Sub(0), Activity: s.activity.result(s), Deviations: s.world.Deviations(),
	}
	if s.recorded != nil {
		r.Missed = s.recorded.Missed()
	}
	r.Verdicts = s.check(stop)
	r.judge(s)
	return r
}

// cutShort is the result of a run that ended where it was told to.
func (s *system) cutShort(p *plan.Plan) *Result {
	return &Result{Plan: p, Hash: s.world.Hash(), Stats: s.world.Stats(), Virtual: s.world.Now().Sub(0)}
}

// record attaches what writes the trace down; the ring is nil if no tail is wanted.
func (s *system) record(o RunOptions) *trace.Ring {
	if o.Recorder != nil {
		s.world.Observe(o.Recorder)
	}
	if o.Observer != nil {
		s.world.Observe(o.Observer)
	}
	if o.Trace != nil {
		s.world.Observe(&filter{to: trace.NewWriter(o.Trace), lines: o.Lines})
	}
	if o.Tail == 0 {
		return nil
	}
	ring := trace.NewRing(o.Tail)
	s.world.Observe(ring)
	return ring
}

// settleEvery is how often the liveness phase asks whether the system has come to rest.
const settleEvery = 50 * time.Millisecond

// live runs the phases of the plan. It returns why the world stopped on the way, nil if it can go on.
func (s *system) live() *sim.Stop {
	heal, check := Phases(s.plan)
	if stop := s.world.RunTo(sim.Time(heal)); stop != nil {
		return stop
	}
	s.injector.Heal()
	for s.world.Now() < sim.Time(check) {
		if s.settled() {
			return nil
		}
		next := min(s.world.Now().Add(settleEvery), sim.Time(check))
		if stop := s.world.RunTo(next); stop != nil {
			return stop
		}
	}
	return nil
}

// Phases returns when everything heals and when the run ends at the latest.
func Phases(p *plan.Plan) (heal, check time.Duration) {
	check, _ = plan.Time[plan.Check](p)
	heal, ok := plan.Time[plan.Heal](p)
	if !ok {
		heal = min(lastEffect(p), check)
	}
	return heal, check
}

// lastEffect is when the last statement before the check comes and the last fault that says how long it lasts is over:
// when everything heals in a plan that does not say when.
func lastEffect(p *plan.Plan) time.Duration {
	last := lastStatement(p)
	for _, line := range p.Lines {
		if f, ok := line.Statement.(plan.Fault); ok {
			last = max(last, line.At+f.Span().For)
		}
	}
	return last
}

// lastStatement is when the last statement before the check comes.
func lastStatement(p *plan.Plan) (last time.Duration) {
	for _, line := range p.Lines {
		if _, ok := line.Statement.(plan.Check); !ok {
			last = max(last, line.At)
		}
	}
	return last
}

// settled says whether the workload is over and every oracle would hold if the run ended now. Where there is no time for
// what must come about, the run takes what there is: what goes wrong on the way is seen, however soon the check comes.
func (s *system) settled() bool {
	if s.env != nil && !s.session.done || len(s.recoverability.hopeless) > 0 {
		return false
	}
	state := s.state()
	for _, o := range s.oracles {
		if ok, _ := o.Settled(state); !ok {
			return false
		}
	}
	return true
}

func (s *system) state() *oracle.State {
	state := s.fixed
	state.Now, state.Blocked = s.world.Now(), s.recoverability.reason()
	if s.env != nil {
		state.Store, state.Frontier, state.Owed = s.store, s.env.Frontier, s.env.Owed
		state.Wanted, state.All = s.env.Wanted(), s.env.Catalog().All
	}
	return &state
}

// fixedState is the part of the state that the plan says.
func fixedState(p *plan.Plan) oracle.State {
	heal, _ := Phases(p)
	return oracle.State{
		Healed:   frontier.Time(heal / time.Millisecond),
		Replicas: p.Cluster.Replicas, Peers: p.Cluster.Peers(),
		BlockedFor: longestBlock(p),
	}
}

// check asks the oracles. A world that stopped on its way is not judged for what it did not come to.
func (s *system) check(stop *sim.Stop) []oracle.Verdict {
	state := s.state()
	verdicts := make([]oracle.Verdict, len(s.oracles))
	for i, o := range s.oracles {
		if stop == nil {
			verdicts[i] = o.Check(state)
			continue
		}
		verdicts[i] = o.Interrupted()
	}
	return verdicts
}
