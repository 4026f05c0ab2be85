package goal

import (
	"slices"
	"strings"

	"onelane.test/scenarios/plan"
	"onelane.test/sim/trace"
)

// Goal is a rare situation.
type Goal struct {
	Name string
	// Doc is one sentence that says what comes about.
	Doc string
	// watch returns what recognises the situation in one world.
	watch func(plan.Cluster) watcher
}

// watcher is told of every event of a world, until it says that the situation has come about.
type watcher func(r *trace.Record) (reached bool)

// Goals returns all goals, sorted by name.
func Goals() []Goal {
	all := slices.Concat(adapterGoals(), catalogGoals(), connectionGoals(), laneGoals(), processGoals(), suspensionGoals())
	slices.SortFunc(all, func(a, b Goal) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Watch looks for all goals in one world.
type Watch struct {
	open    []open
	reached []int
}

// open is a goal that has not been reached yet.
type open struct {
	index int
	watch watcher
}

// NewWatch returns what looks for goals in a world of a plan. The goals are those of [Goals].
func NewWatch(goals []Goal, p *plan.Plan) *Watch {
	w := &Watch{open: make([]open, len(goals))}
	for i, g := range goals {
		w.open[i] = open{i, g.watch(p.Cluster)}
	}
	return w
}

// Observe implements [trace.Observer].
func (w *Watch) Observe(r *trace.Record) {
	left := w.open[:0]
	for _, o := range w.open {
		if o.watch(r) {
			w.reached = append(w.reached, o.index)
			continue
		}
		left = append(left, o)
	}
	w.open = left
}

// Reached returns the indices of the goals that were reached, in the order in which they were.
func (w *Watch) Reached() []int { return w.reached }

// replicaOf returns the replica that a node belongs to, "" for a node of none.
func replicaOf(node string) string {
	replica, _, ok := strings.Cut(node, ".p")
	if !ok {
		return ""
	}
	return replica
}

// seat is a worker of a process, with its adapter and its guest.
type seat struct {
	node   string
	worker int
}
