package oracle

import (
	"strings"

	"onelane.test/faults"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Exits demands that no process ends but for a fault that the plan injected. The processes of a replica share fate:
// when one ends, or the mesh between two is cut, the others halt with a communication error. This is allowed from then
// on until all processes of the replica are joined to one mesh again. So is that processes whose flags differ refuse each
// other, and that an environment halts which another has succeeded.
type Exits struct {
	Base
	fates       map[string]*fate // per replica
	environment string           // the one that was started last
}

// fate is what the processes of a replica share.
type fate struct {
	disturbed bool
	skewed    bool            // a process had another flag than the others, since they were last joined
	skews     map[string]bool // faults that give one another flag
	processes map[string]bool // that were ever started
	joined    map[string]bool // to the mesh of the generation
	cut       map[sim.LinkHealed]bool
	current   uint64 // the generation
}

// NewExits returns the oracle.
func NewExits(world Violator) *Exits {
	return &Exits{
		Base:  newBase("no-panic", "no process panics or halts but for an injected fault", world),
		fates: map[string]*fate{},
	}
}

// Observe judges the end of every process.
func (x *Exits) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case sim.NodeStarted:
		x.looks++
		x.started(e.Node)
	case faults.Began:
		x.skew(e.Fault, true)
	case faults.Ended:
		x.skew(e.Fault, false)
	case timely.MeshUp:
		x.of(r.Node).join(r.Node, e.Generation)
	case sim.LinkCut:
		if within(e.A, e.B) {
			x.of(e.A).disturb()
			x.of(e.A).cut[sim.LinkHealed{A: e.A, B: e.B}] = true
		}
	case sim.LinkHalfOpen:
		if within(e.A, e.B) {
			x.of(e.A).disturb()
			x.of(e.A).cut[sim.LinkHealed{A: e.A, B: e.B}] = true
		}
	case sim.LinkHealed:
		delete(x.of(e.A).cut, e)
	case sim.NodeExited:
		x.looks++
		x.judge(e)
	}
}

func (x *Exits) started(node string) {
	if isEnvironment(node) {
		x.environment = node
	}
	x.of(node).processes[node] = true
}

// skew notes that a process has another flag than the others of its replica, or has so no longer.
func (x *Exits) skew(text string, begins bool) {
	f, err := faults.Parse(text)
	skew, ok := f.(faults.FlagSkew)
	if err != nil || !ok {
		return
	}
	fate := x.of(skew.Process)
	fate.skewed = true
	if delete(fate.skews, text); begins {
		fate.skews[text] = true
	}
}

// within reports whether two nodes are processes of one replica.
func within(a, b string) bool { return replicaOf(a) != "" && replicaOf(a) == replicaOf(b) }

func (x *Exits) of(node string) *fate {
	replica := replicaOf(node)
	f := x.fates[replica]
	if f == nil {
		f = &fate{
			processes: map[string]bool{}, joined: map[string]bool{},
			cut: map[sim.LinkHealed]bool{}, skews: map[string]bool{},
		}
		x.fates[replica] = f
	}
	return f
}

// disturb notes that something allowed has happened to the replica.
func (f *fate) disturb() {
	f.disturbed = true
	clear(f.joined)
}

// join notes that a process has joined the mesh. Once all have, what was before troubles them no more.
func (f *fate) join(process string, generation uint64) {
	if f.current != generation {
		f.current = generation
		clear(f.joined)
	}
	f.joined[process] = true
	if len(f.joined) == len(f.processes) && len(f.cut) == 0 {
		f.disturbed = false
		f.skewed = len(f.skews) > 0
	}
}

func (x *Exits) judge(e sim.NodeExited) {
	if x.violation != "" {
		return
	}
	f := x.of(e.Node)
	if !f.allows(e) && !x.succeeded(e) {
		x.Violatef("a process ended with %s: %s\nit was %s, in task %s", e.Exit.Kind, e.Exit.Reason, e.Node, e.Exit.Task)
	}
	f.disturb()
}

// succeeded reports whether an environment halts because a later one has the catalog.
func (x *Exits) succeeded(e sim.NodeExited) bool {
	return isEnvironment(e.Node) && e.Node != x.environment &&
		e.Exit.Kind == sim.ExitHalt && strings.Contains(e.Exit.Reason, "fenced")
}

// allows reports whether a process may end like this: killed by a fault, together with its replica, or, for one that is
// no part of the system, because it is through.
func (f *fate) allows(e sim.NodeExited) bool {
	switch e.Exit.Kind {
	case sim.ExitKilled:
		return true
	case sim.ExitHalt:
		return f.disturbed && strings.Contains(e.Exit.Reason, "communication error") ||
			f.skewed && strings.Contains(e.Exit.Reason, "started for topology")
	case sim.ExitDone:
		return e.Node == "user"
	}
	return false
}
