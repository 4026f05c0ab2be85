package sim

import "slices"

// history is what happened in a run of [classes]: its steps, and which of them had to come before which.
type history struct {
	events   []happening
	byActor  [][]int32 // by actor: the places of its steps
	barriers []barrier
	races    []int
	firsts   []int32 // by actor: its first step of a sequence, counted among its own; 0 for none
	leading  []int32
}

// happening is a step.
type happening struct {
	actor int32
	index int32 // it is the actor's index-th step, counted from 1
	footprint
	clock []int32 // by actor: so many of its steps had to come before, or are this one
	at    Time
	entry uint64 // how often the driver had called the world
}

// barrier is a place that nothing can pass: time went on, or the driver was at it.
type barrier struct {
	place  int
	counts []int32 // by actor: its steps before
}

// footprint is what a step touched, by stable numbers.
type footprint struct {
	accesses []footstep
	unknown  bool
}

type footstep struct {
	object int32
	part   uint32 // 0 for all of it
	write  bool
}

// meets says whether the two have something in common that one of them changes.
func (s footstep) meets(o footstep) bool {
	return s.object == o.object && (s.write || o.write) && (s.part == o.part || s.part == 0 || o.part == 0)
}

func (f *footprint) add(s footstep) {
	for i := range f.accesses {
		if f.accesses[i].object == s.object && f.accesses[i].part == s.part {
			f.accesses[i].write = f.accesses[i].write || s.write
			return
		}
	}
	f.accesses = append(f.accesses, s)
}

func (f *footprint) clone() footprint {
	return footprint{slices.Clone(f.accesses), f.unknown}
}

// conflicts says whether the order of two steps may matter.
func (f *footprint) conflicts(g *footprint) bool {
	if f.unknown || g.unknown {
		return true
	}
	for _, x := range f.accesses {
		for _, y := range g.accesses {
			if x.meets(y) {
				return true
			}
		}
	}
	return false
}

// add appends a step of the actor, which the given one enabled. Its footprint is still that of another one.
func (h *history) add(actor int32, enabler int, w *World) *happening {
	place := len(h.events)
	h.events = slices.Grow(h.events, 1)[:place+1]
	for len(h.byActor) <= int(actor) {
		h.byActor = append(h.byActor, nil)
	}
	h.byActor[actor] = append(h.byActor[actor], int32(place))
	e := &h.events[place]
	e.actor, e.index = actor, int32(len(h.byActor[actor]))
	e.at, e.entry = w.now, w.entries
	if place > 0 {
		if before := &h.events[place-1]; before.at != e.at || before.entry != e.entry {
			h.bar(place, actor)
		}
	}
	h.begin(e, enabler)
	return e
}

// bar notes that nothing before the given place, where the actor makes a step, can come after it.
func (h *history) bar(place int, actor int32) {
	n := len(h.barriers)
	h.barriers = slices.Grow(h.barriers, 1)[:n+1]
	b := &h.barriers[n]
	b.place, b.counts = place, b.counts[:0]
	for a, steps := range h.byActor {
		count := int32(len(steps))
		if a == int(actor) {
			count-- // the step itself
		}
		b.counts = append(b.counts, count)
	}
}

// begin sets the clock from what had to come before the step without any race: the actor's own steps, the one that
// enabled it, and everything before the last barrier.
func (h *history) begin(e *happening, enabler int) {
	e.clock = e.clock[:0]
	if e.index > 1 {
		e.clock = append(e.clock, h.events[h.byActor[e.actor][e.index-2]].clock...)
	}
	for len(e.clock) < len(h.byActor) {
		e.clock = append(e.clock, 0)
	}
	if enabler > 0 {
		e.join(h.events[enabler-1].clock)
	}
	if n := len(h.barriers); n > 0 {
		e.join(h.barriers[n-1].counts)
	}
}

func (e *happening) join(clock []int32) {
	for a, n := range clock {
		e.clock[a] = max(e.clock[a], n)
	}
}

// after says whether the step had to come after the other one, or is it.
func (e *happening) after(f *happening) bool {
	return int(f.actor) < len(e.clock) && e.clock[f.actor] >= f.index
}

// order compares the last step with those before it, completes its clock, and returns the places of the steps that it
// races with: they conflict, and nothing between them forces their order. The list is valid until the next call.
func (h *history) order() []int {
	e := &h.events[len(h.events)-1]
	h.races = h.races[:0]
	for a, steps := range h.byActor {
		if a == int(e.actor) {
			continue
		}
		for k := len(steps); k > int(e.clock[a]); k-- {
			if place := int(steps[k-1]); e.conflicts(&h.events[place].footprint) {
				h.races = append(h.races, place)
				break
			}
		}
	}
	for _, place := range h.races {
		e.join(h.events[place].clock)
	}
	e.clock[e.actor] = e.index
	h.races = slices.DeleteFunc(h.races, func(place int) bool {
		return slices.ContainsFunc(h.races, func(other int) bool {
			return other != place && h.events[other].after(&h.events[place])
		})
	})
	return h.races
}

// initials returns the actors that could begin at the given place, if the last step is to come before the one there:
// whose first step, among those that need not come after it, needs none of the others. The list is valid until the next
// call.
func (h *history) initials(at int) []int32 {
	h.firsts = slices.Grow(h.firsts[:0], len(h.byActor))[:len(h.byActor)]
	clear(h.firsts)
	h.leading = h.leading[:0]
	first, last := &h.events[at], len(h.events)-1
	for place := at + 1; place <= last; place++ {
		e := &h.events[place]
		if h.firsts[e.actor] != 0 || place < last && e.after(first) {
			continue
		}
		if h.leads(e) {
			h.leading = append(h.leading, e.actor)
		}
		h.firsts[e.actor] = e.index
	}
	return h.leading
}

// leads says whether none of the first steps that were met had to come before e.
func (h *history) leads(e *happening) bool {
	for a, index := range h.firsts {
		if index > 0 && a < len(e.clock) && e.clock[a] >= index {
			return false
		}
	}
	return true
}

// truncate forgets the steps from the given place on.
func (h *history) truncate(place int) {
	for n := len(h.events); n > place; n-- {
		a := h.events[n-1].actor
		h.byActor[a] = h.byActor[a][:len(h.byActor[a])-1]
	}
	h.events = h.events[:min(place, len(h.events))]
	for n := len(h.barriers); n > 0 && h.barriers[n-1].place >= place; n-- {
		h.barriers = h.barriers[:n-1]
	}
}

// numbering gives names numbers that are the same in every world. Within a world things have numbers of its own, which
// mostly are the same from one world to the next, so that looking a name up is rare.
type numbering[N comparable] struct {
	known map[N]int32
	local []numbered[N] // by the world's own number
}

type numbered[N comparable] struct {
	name   N
	number int32
}

// name notes what a thing of this world is called.
func (n *numbering[N]) name(own int, name N) {
	for len(n.local) <= own {
		n.local = append(n.local, numbered[N]{number: -1})
	}
	l := &n.local[own]
	if l.number >= 0 && l.name == name {
		return
	}
	number, ok := n.known[name]
	if !ok {
		if n.known == nil {
			n.known = make(map[N]int32)
		}
		number = int32(len(n.known))
		n.known[name] = number
	}
	*l = numbered[N]{name, number}
}

// of returns the stable number.
func (n *numbering[N]) of(own int) int32 { return n.local[own].number }
