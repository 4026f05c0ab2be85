package faults

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Env is what the injector acts on. The hooks reach into the system; scenarios wires them.
type Env struct {
	World *sim.World
	// CutPlane breaks the connections of one plane to a process and makes new ones fail until HealPlane; it reports
	// whether there was something to break.
	CutPlane  func(plane Plane, process string) bool
	HealPlane func(plane Plane, process string)
	// Flood makes the controller of a plane send its parameters once more.
	Flood func(plane Plane)
	// Environment returns the node of the environment that was started last; nil stands for [Environment].
	Environment func() string
	// Succeed starts a new environment beside the one that is there, and reports whether it could; Retire ends the
	// old one.
	Succeed func() bool
	Retire  func()
}

// Injector brings faults into a world. All its methods are called on the world's goroutine.
type Injector struct {
	env    Env
	stream *sim.Stream
	active []*running // in the order in which they began
	counts map[string]*Count
	healed bool
	// deceived are the incarnations of processes that do not notice the end of their mesh.
	deceived map[string]int
	// clocks are what the wall clocks of processes' machines have been moved by.
	clocks map[string]time.Duration
}

// running is a fault that has begun.
type running struct {
	Fault
	fired bool
}

// Count says how often faults of one kind came about: how many began, and how many of those had an effect.
type Count struct {
	Kind         string
	Began, Fired int
}

// NewInjector returns an injector that has done nothing yet.
func NewInjector(env Env) *Injector {
	in := &Injector{
		env: env, stream: env.World.Stream("faults"), counts: map[string]*Count{},
		deceived: map[string]int{}, clocks: map[string]time.Duration{},
	}
	env.World.Observe(in)
	return in
}

// Observe lets the injector see what a fault waits for.
func (in *Injector) Observe(r *trace.Record) {
	if e, ok := r.Event.(sim.NodeStarted); ok && len(in.active) > 0 {
		in.started(e.Node)
		in.joining(e.Node)
	}
}

// Begin brings a fault about now. It ends by itself after its length, if it has one.
func (in *Injector) Begin(f Fault) {
	in.count(f).Began++
	in.env.World.Emit(Began{Fault: f.String()})
	r := &running{Fault: f}
	span := f.Span()
	if span.Lasting {
		in.active = append(in.active, r)
	}
	if f.begin(in) {
		in.fire(r)
	}
	if span.Lasting && span.For > 0 {
		in.env.World.At(in.env.World.Now().Add(span.For), "fault-end", func() { in.finish(r) })
	}
}

// Heal ends all faults that still last.
func (in *Injector) Heal() {
	in.healed = true
	for len(in.active) > 0 {
		in.finish(in.active[0])
	}
}

// Active returns the faults that last now, in the order in which they began.
func (in *Injector) Active() []Fault {
	var active []Fault
	for _, r := range in.active {
		active = append(active, r.Fault)
	}
	return active
}

// Counts returns how often each kind came about, sorted by kind; kinds that never did are left out.
func (in *Injector) Counts() []Count {
	var counts []Count
	for _, name := range Names() {
		if count := in.counts[name]; count != nil {
			counts = append(counts, *count)
		}
	}
	return counts
}

// finish ends a fault, once. What else lasts on its target begins again, since an end heals the target as a whole.
func (in *Injector) finish(r *running) {
	if !slices.Contains(in.active, r) {
		return
	}
	in.active = without(in.active, r)
	r.end(in)
	in.env.World.Emit(Ended{Fault: r.String()})
	for _, other := range in.active {
		if other.target() == r.target() {
			other.begin(in)
		}
	}
}

// soon lets what a fault waited for have its effect, once, after a while, unless everything has healed by then. It may be
// called while an event is told of.
func (in *Injector) soon(r *running, wait time.Duration, effect func()) {
	in.active = without(in.active, r)
	in.env.World.At(in.env.World.Now().Add(wait), r.Kind(), func() {
		in.env.World.Emit(Ended{Fault: r.String()})
		if in.healed {
			return
		}
		in.fire(r)
		effect()
	})
}

// without returns the faults that last, but for one.
func without(active []*running, r *running) []*running {
	return slices.DeleteFunc(active, func(other *running) bool { return other == r })
}

// fire notes that a fault had an effect.
func (in *Injector) fire(r *running) {
	if r.fired {
		return
	}
	r.fired = true
	in.count(r).Fired++
	in.env.World.Emit(Fired{Fault: r.String()})
}

func (in *Injector) count(f Fault) *Count {
	count := in.counts[f.Kind()]
	if count == nil {
		count = &Count{Kind: f.Kind()}
		in.counts[f.Kind()] = count
	}
	return count
}

// find returns the first active fault of a kind that matches, for a hook that asks.
func find[F Fault](in *Injector, match func(F) bool) (F, *running) {
	for _, r := range in.active {
		if f, ok := r.Fault.(F); ok && match(f) {
			return f, r
		}
	}
	var none F
	return none, nil
}

// node returns a node that the plan's check found to be there.
func (in *Injector) node(name string) *sim.Node {
	if name == Environment && in.env.Environment != nil {
		name = in.env.Environment()
	}
	node := in.env.World.NodeByName(name)
	if node == nil {
		panic(fmt.Sprintf("faults: no node %q in this world", name))
	}
	return node
}

// others returns the other processes of a process's replica.
func (in *Injector) others(process string) []string {
	var others []string
	for _, n := range in.env.World.Nodes() {
		if name := n.Name(); name != process && strings.HasPrefix(name, replicaOf(process)+".") {
			others = append(others, name)
		}
	}
	return others
}

func (in *Injector) link(a, b string) *sim.Link {
	return in.env.World.Link(in.node(a), in.node(b))
}
