package sim

import "slices"

// classes is the tree of orders of which each class of equivalent ones is completed once, visited depth first. It is a
// schedule that serves one world after another. What it remembers from one world to the next names actors and objects
// by stable numbers, since those of a world depend on the order in which it makes them.
type classes struct {
	everyone bool // every actor is tried at every place, unless it sleeps
	from     Time // when the search begins
	w        *World
	actors   numbering[string]
	objects  numbering[objectName]
	states   []state
	history  history
	born     []*Actor // since the last step
	skipped  uint64   // steps before the search begins
	depth    int      // steps that the run has made since
	replay   int      // how many of them are prescribed
	cut      bool     // the run repeats an order
}

// state is a place in the tree: what could be done after the steps before it.
type state struct {
	actors []int32 // who was enabled, in the order of Ready
	marks  []mark  // what is known of each
	picked int     // who made the step, as an index
	sleep  []sleeper
}

type mark uint8

const (
	markNone mark = iota
	markTodo
	markDone
)

// sleeper is an actor whose next step has been tried from an equivalent place: an order that begins with it repeats one.
type sleeper struct {
	actor int32
	footprint
}

func newClasses(everyone bool, from Time) *classes { return &classes{everyone: everyone, from: from} }

func (c *classes) Name() string { return "exhaustive" }

func (c *classes) Reset(w *World) {
	c.w, c.skipped, c.depth, c.cut, c.born = w, 0, 0, false, c.born[:0]
}

func (c *classes) New(a *Actor) {
	c.actors.name(a.ID, a.Name)
	c.born = append(c.born, a)
}

func (c *classes) redundant() bool { return c.cut }

func (c *classes) Pick(enabled []*Actor) int {
	if c.cut || c.w.now < c.from {
		return 0
	}
	if c.depth < c.replay {
		st := &c.states[min(c.depth, len(c.states)-1)]
		if len(st.actors) != len(enabled) || st.actors[st.picked] != c.actors.of(enabled[st.picked].ID) {
			c.diverge()
			return 0
		}
		return st.picked
	}
	st := c.open(enabled)
	for i, actor := range st.actors {
		if !st.sleeps(actor) {
			st.picked = i
			return i
		}
	}
	c.giveUp()
	return 0
}

func (c *classes) diverge() {
	c.cut = true
	c.w.Diverge("a world that is explored did not repeat itself: it depends on more than the order of its steps")
}

// giveUp stops a run that can only repeat another one.
func (c *classes) giveUp() {
	c.cut = true
	c.w.halt(&Stop{Kind: StopLimit, Reason: "the order repeats another one", Signature: "explore: redundant"})
}

// open adds the state that the run has come to.
func (c *classes) open(enabled []*Actor) *state {
	c.states = slices.Grow(c.states, 1)[:c.depth+1]
	st := &c.states[c.depth]
	st.actors, st.marks, st.sleep, st.picked = st.actors[:0], st.marks[:0], st.sleep[:0], 0
	first := markNone
	if c.everyone {
		first = markTodo
	}
	for _, a := range enabled {
		st.actors = append(st.actors, c.actors.of(a.ID))
		st.marks = append(st.marks, first)
	}
	if c.depth > 0 {
		c.follow(&c.states[c.depth-1], st)
	}
	return st
}

// follow hands on who sleeps, and notes in the state before whom its step has put out of action: had they gone first,
// something else might have happened.
func (c *classes) follow(before, st *state) {
	e := &c.history.events[c.depth-1]
	for _, z := range before.sleep {
		if z.actor != e.actor && !z.conflicts(&e.footprint) {
			st.sleep = append(st.sleep, z)
		}
	}
	for i, actor := range before.actors {
		if i != before.picked && !slices.Contains(st.actors, actor) {
			before.demand(i)
		}
	}
}

func (s *state) sleeps(actor int32) bool {
	for i := range s.sleep {
		if s.sleep[i].actor == actor {
			return true
		}
	}
	return false
}

// demand makes the search try the i-th actor at this place.
func (s *state) demand(i int) {
	if s.marks[i] == markNone {
		s.marks[i] = markTodo
	}
}

func (s *state) demandAll() {
	for i := range s.marks {
		s.demand(i)
	}
}

func (c *classes) Ran(a *Actor, acc []Access) {
	if c.cut {
		return
	}
	if c.w.now < c.from {
		c.skip()
		return
	}
	actor := c.actors.of(a.ID)
	c.depth++
	if c.depth < c.replay {
		if c.history.events[c.depth-1].actor != actor {
			c.diverge()
		}
		c.forget()
		c.born = c.born[:0]
		return
	}
	if c.depth > len(c.states) {
		c.depth--
		st := c.open([]*Actor{a}) // nobody else was enabled, and so nobody asked
		c.depth++
		if st.sleeps(actor) {
			c.giveUp()
			return
		}
	}
	st := &c.states[c.depth-1]
	st.marks[st.picked] = markDone
	e := c.history.add(actor, c.enabler(), c.w)
	c.fill(&e.footprint, acc)
	if c.w.stop != nil {
		// What stops the world stops everybody.
		e.unknown = true
	}
	c.reverseRaces()
	c.attempt(a, 0)
	for _, b := range c.born {
		c.attempt(b, c.depth)
	}
	c.born = c.born[:0]
}

// skip leaves out a step before the search begins.
func (c *classes) skip() {
	c.skipped++
	c.forget()
	c.born = c.born[:0]
}

// enabler returns the place behind the step that enabled the one that runs, 0 if that was before the search.
func (c *classes) enabler() int { return int(c.w.cause - min(c.w.cause, c.skipped)) }

func (c *classes) reverseRaces() {
	if races := c.history.order(); !c.everyone {
		for _, at := range races {
			c.reverse(at)
		}
	}
}

// attempt looks at an actor that now waits for something. Had it come here before a step that took this away or did not
// yet bring it, it might not have to wait; but its coming here was no step of its own, so the race shows only now.
func (c *classes) attempt(a *Actor, enabler int) {
	if c.everyone || a.task == nil || a.task.state != stateBlocked || len(a.acc) == 0 {
		return
	}
	n := len(c.history.events)
	e := c.history.add(c.actors.of(a.ID), enabler, c.w)
	c.fill(&e.footprint, a.acc)
	c.reverseRaces()
	c.history.truncate(n)
}

// fill notes what the step declared and what the kernel saw.
func (c *classes) fill(f *footprint, declared []Access) {
	f.accesses, f.unknown = f.accesses[:0], len(declared) == 0
	for _, list := range [...][]Access{declared, c.w.touched} {
		for _, a := range list {
			f.add(footstep{c.stable(a.Object), a.part, a.Write})
		}
	}
	f.unknown = f.unknown || c.w.touchedAll
	c.forget()
}

// forget drops what the kernel saw.
func (c *classes) forget() {
	c.w.touched, c.w.touchedAll = c.w.touched[:0], false
}

func (c *classes) stable(o Object) int32 {
	c.objects.name(int(o), c.w.objects.names[o])
	return c.objects.of(int(o))
}

// reverse makes the search try an order in which the last step comes before the racing one at the given place, unless
// one of those that it tries or has tried there leads to the same.
func (c *classes) reverse(at int) {
	st := &c.states[at]
	first := -1
	for _, actor := range c.history.initials(at) {
		i := slices.Index(st.actors, actor)
		if st.sleeps(actor) || i >= 0 && st.marks[i] != markNone {
			return
		}
		if first < 0 {
			first = i
		}
	}
	if first < 0 {
		st.demandAll()
		return
	}
	st.demand(first)
}

func (c *classes) advance() bool {
	if n := len(c.states); n > 0 && !c.cut {
		c.states[n-1].demandAll() // the last step has put the others out of action, or stopped the world
	}
	for n := len(c.states) - 1; n >= 0; n-- {
		st := &c.states[n]
		if n < len(c.history.events) {
			e := &c.history.events[n]
			st.sleep = append(st.sleep, sleeper{e.actor, e.footprint.clone()})
		}
		c.history.truncate(n)
		for i, m := range st.marks {
			if m == markTodo && !st.sleeps(st.actors[i]) {
				st.picked = i
				c.states = c.states[:n+1]
				c.replay = n + 1
				return true
			}
		}
	}
	return false
}

func (c *classes) again() { c.replay = len(c.history.events) + 1 }
