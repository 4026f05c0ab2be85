package explanation

import (
	"slices"
	"sort"

	"onelane.test/scenarios"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Flip is a choice that decides: two runs are the same up to it, then two actors go one way or the other round, and from
// there on both run under fifo. One fails, the other does not.
type Flip struct {
	// Step is the number of the step that differs, At its time.
	Step uint64 `json:"step"`
	At   string `json:"at"`
	// First and Second are the two steps in the order that fails; the other order escapes.
	First  Event `json:"first"`
	Second Event `json:"second"`
	// Objects are what both steps touch, as far as they say so.
	Objects []string `json:"objects"`
	// Escape is what the run with the other order gives, "held" or a signature.
	Escape string `json:"escape"`
	// Choices counts the choices of the failing run up to this one, this one included.
	Choices int `json:"choices"`
}

// Event is a step of an actor with what it did.
type Event struct {
	Actor string   `json:"actor"`
	Step  uint64   `json:"step"` // of the world, in the run that fails; 0 if it never came
	Lines []string `json:"lines"`
}

// passingSeeds is how many schedules are tried to find one under which a plan does not fail that fails under fifo.
const passingSeeds = 64

// Flip looks for the choice that decides, by bisection between fifo and a run that ends otherwise. It returns nil if no
// schedule was found under which the plan ends otherwise: then it is not the order of steps that decides.
func (e *Explainer) Flip() (*Flip, error) {
	plain := *e.failure.Plan
	plain.Schedule, plain.Choices = "fifo", nil
	fifo, err := scenarios.Run(&plain, scenarios.RunOptions{})
	if err != nil {
		return nil, err
	}
	b := &bisection{e: e, plain: scenarios.RunOptions{}, fifoFails: e.same(fifo), choices: e.failure.Deviations}
	if b.fifoFails {
		if b.choices = e.passing(); b.choices == nil {
			return nil, nil
		}
	}
	if len(b.choices) == 0 {
		return nil, nil
	}
	return b.flip()
}

// passing returns the choices of a run under another schedule that does not fail.
func (e *Explainer) passing() []sim.Deviation {
	for seed := range uint64(passingSeeds) {
		if e.over() {
			return nil
		}
		r, err := scenarios.Run(e.failure.Plan, scenarios.RunOptions{Schedule: newDrawn(seed), Deviations: true})
		if err == nil && !e.same(r) {
			return r.Deviations
		}
	}
	return nil
}

// drawn is a random schedule with a seed of its own, so that nothing else in the world is drawn otherwise.
type drawn struct {
	sim.Schedule
	seed uint64
	rng  *sim.Stream
}

func newDrawn(seed uint64) *drawn { return &drawn{Schedule: sim.FIFO(), seed: seed} }

// Reset begins the stream anew.
func (d *drawn) Reset(*sim.World) { d.rng = sim.Derive(d.seed, "other schedule") }

// Pick draws.
func (d *drawn) Pick(enabled []*sim.Actor) int { return d.rng.IntN(len(enabled)) }

// bisection looks for neighbours among the beginnings of a list of choices, one of which fails and the other does not.
type bisection struct {
	e         *Explainer
	plain     scenarios.RunOptions
	fifoFails bool
	choices   []sim.Deviation
}

// run runs the plan with the first n choices, fifo from there on.
func (b *bisection) run(n int, watch *witness) (*scenarios.Result, error) {
	watch.Schedule, watch.wanted = sim.Recorded(sim.FIFO(), b.choices[:n]), n
	return scenarios.Run(b.e.failure.Plan, scenarios.RunOptions{Schedule: watch, Observer: watch})
}

func (b *bisection) flip() (*Flip, error) {
	var failed error
	last := sort.Search(len(b.choices), func(n int) bool {
		r, err := b.run(n+1, &witness{})
		if err != nil {
			failed = err
			return true
		}
		return b.e.same(r) != b.fifoFails
	})
	if failed != nil || last == len(b.choices) {
		return nil, failed
	}
	return b.describe(last)
}

// describe runs the two neighbours once more and looks at the step that differs.
func (b *bisection) describe(last int) (*Flip, error) {
	with := &witness{}
	taken, err := b.run(last+1, with)
	if err != nil {
		return nil, err
	}
	without := &witness{at: with.at}
	passed, err := b.run(last, without)
	if err != nil {
		return nil, err
	}
	failing, escape := with, passed
	if b.fifoFails {
		failing, escape = without, taken
	}
	choice := b.choices[last]
	first, second := choice.Run, choice.Actor
	if b.fifoFails {
		first, second = choice.Actor, choice.Run
	}
	f := &Flip{
		Step: with.at, At: with.when.String(), Choices: last + 1, Escape: "held",
		First: failing.event(first), Second: failing.event(second),
	}
	f.Objects = shared(failing.after[first], failing.after[second])
	if escape.Failed() {
		f.Escape = escape.Signature
	}
	return f, nil
}

// witness watches a run from the step on at which it differs: what each actor does first then.
type witness struct {
	sim.Schedule
	w      *sim.World
	wanted int    // which choice of the schedule decides
	taken  int    // how many were taken so far
	at     uint64 // the step of that choice
	when   sim.Time
	steps  uint64
	events []sighting
	after  map[string]*sighting // by actor
}

// sighting is the first step of an actor from the choice on.
type sighting struct {
	step    uint64
	objects []string
	lines   []string
}

// Reset begins to watch.
func (w *witness) Reset(world *sim.World) {
	w.Schedule.Reset(world)
	w.w, w.after = world, map[string]*sighting{}
}

// Pick counts the picks that fifo would not have made.
func (w *witness) Pick(enabled []*sim.Actor) int {
	picked := w.Schedule.Pick(enabled)
	if picked != 0 {
		w.taken++
		if w.taken == w.wanted && w.at == 0 {
			w.at, w.when = w.steps+1, w.w.Now()
		}
	}
	return picked
}

// Ran notes the first step of each actor from the choice on.
func (w *witness) Ran(a *sim.Actor, acc []sim.Access) {
	w.Schedule.Ran(a, acc)
	w.steps++
	if w.at == 0 || w.steps < w.at || w.after[a.Name] != nil {
		return
	}
	s := &sighting{step: w.steps}
	for _, access := range acc {
		s.objects = append(s.objects, w.w.ObjectName(access.Object))
	}
	w.after[a.Name] = s
	for i := len(w.events) - 1; i >= 0 && w.events[i].step == w.steps; i-- {
		s.lines = append(s.lines, w.events[i].lines...)
	}
	slices.Reverse(s.lines)
}

// Observe keeps the events from the choice on.
func (w *witness) Observe(r *trace.Record) {
	if w.at != 0 && r.Step >= w.at {
		w.events = append(w.events, sighting{step: r.Step, lines: []string{string(trace.AppendLine(nil, r))}})
	}
}

func (w *witness) event(actor string) Event {
	s := w.after[actor]
	if s == nil {
		return Event{Actor: actor}
	}
	return Event{Actor: actor, Step: s.step, Lines: s.lines}
}

// shared returns the objects that both steps touch.
func shared(a, b *sighting) []string {
	if a == nil || b == nil {
		return nil
	}
	var both []string
	for _, object := range a.objects {
		if slices.Contains(b.objects, object) && !slices.Contains(both, object) {
			both = append(both, object)
		}
	}
	return both
}
