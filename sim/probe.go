package sim

import "slices"

// Probe is a schedule that picks as another one does and notes what every step touches. [Learn] makes the run and
// draws conclusions from it.
type Probe struct {
	base   Schedule
	w      *World
	steps  []probedStep
	access []Access
}

// probedStep is a step of the probe run. Its accesses end where those of the next one begin.
type probedStep struct {
	actor *Actor
	first int
}

// NewProbe returns a probe on the given schedule.
func NewProbe(base Schedule) *Probe { return &Probe{base: base} }

// Name returns the name of the schedule that picks.
func (p *Probe) Name() string { return p.base.Name() }

// Reset forgets the run before.
func (p *Probe) Reset(w *World) {
	p.base.Reset(w)
	p.w, p.steps, p.access = w, p.steps[:0], p.access[:0]
}

// New hands the actor on to the schedule that picks.
func (p *Probe) New(a *Actor) { p.base.New(a) }

// Pick lets the schedule pick.
func (p *Probe) Pick(enabled []*Actor) int { return p.base.Pick(enabled) }

// Ran notes the step.
func (p *Probe) Ran(a *Actor, acc []Access) {
	p.base.Ran(a, acc)
	p.steps = append(p.steps, probedStep{a, len(p.access)})
	p.access = append(p.access, acc...)
}

// Steps returns the length of the run: the horizon for [PCT] and [Delay].
func (p *Probe) Steps() uint64 { return uint64(len(p.steps)) }

// Counts returns what each actor did, in the order of their making.
func (p *Probe) Counts() []Count {
	return p.count(func([]Access) bool { return true })
}

// CountsOf returns the same for the steps that touch one of the objects.
func (p *Probe) CountsOf(objects []string) []Count {
	return p.count(func(acc []Access) bool {
		return slices.ContainsFunc(acc, func(a Access) bool {
			return slices.Contains(objects, p.w.ObjectName(a.Object))
		})
	})
}

func (p *Probe) count(interesting func([]Access) bool) []Count {
	totals := make([]uint64, len(p.w.actors))
	for i, s := range p.steps {
		if !interesting(p.accessOf(i)) {
			continue
		}
		for a := s.actor; a != nil; a = a.parent {
			totals[a.ID]++
		}
	}
	var counts []Count
	for id, n := range totals {
		if n > 0 {
			counts = append(counts, Count{p.w.actors[id].Name, n})
		}
	}
	return counts
}

func (p *Probe) accessOf(i int) []Access {
	if i+1 < len(p.steps) {
		return p.access[p.steps[i].first:p.steps[i+1].first]
	}
	return p.access[p.steps[i].first:]
}

// Shared returns the names of the objects that several actors touched, one of them to change it, in the order in which
// the run came to them.
func (p *Probe) Shared() []string {
	var found []*sharing
	byName := make(map[string]*sharing)
	for i, s := range p.steps {
		for _, a := range p.accessOf(i) {
			name := p.w.ObjectName(a.Object)
			o := byName[name]
			if o == nil {
				o = &sharing{name: name, first: s.actor}
				byName[name] = o
				found = append(found, o)
			}
			o.several = o.several || o.first != s.actor
			o.written = o.written || a.Write
		}
	}
	var names []string
	for _, o := range found {
		if o.several && o.written {
			names = append(names, o.name)
		}
	}
	return names
}

// sharing is who touches an object.
type sharing struct {
	name             string
	first            *Actor
	several, written bool
}

// URW returns the schedule with the counts of the run.
func (p *Probe) URW() Schedule { return URW(p.Counts()) }

// SURW returns the schedule for a few shared objects and their counts. The stream draws which.
func (p *Probe) SURW(rng *Stream) Schedule {
	shared := p.Shared()
	var objects []string
	for _, i := range rng.Perm(len(shared)) {
		objects = append(objects, shared[i])
		if rng.Chance(1, 2) {
			break
		}
	}
	return SURW(objects, p.CountsOf(objects))
}

// Learn returns the schedule as it is to be used for a world: [URW] and [SURW] without counts get them from a probe
// run, all others return as they are. run makes the world with the schedule that it is given and runs it to its end. So
// what the schedule knows depends on the world's own seed alone, and its name tells all of it.
func Learn(s Schedule, run func(Schedule)) Schedule {
	switch s := s.(type) {
	case *fairSchedule:
		return Fair(Learn(s.base, run), s.prefix)
	case *urwSchedule:
		if len(s.counts) == 0 {
			return probe(run).URW()
		}
	case *surwSchedule:
		if len(s.counts) == 0 && len(s.objects) == 0 {
			p := probe(run)
			return p.SURW(Derive(p.w.cfg.Seed, "surw"))
		}
	}
	return s
}

func probe(run func(Schedule)) *Probe {
	p := NewProbe(Random())
	run(p)
	return p
}
