package oracle

import (
	"fmt"

	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
	"onelane.test/sim/trace"
)

// Effects demands that a storage item of the lane does the same on every worker: what they build, let go of and ignore,
// in the order in which they do it, is prefix-comparable. The order of construction is the part of this that timely
// needs. Where workers let go at different times, incarnations overlap that nobody meant to (src/storage/src/storage_state.rs
// in MaterializeInc/materialize#38579, handling of SuspendAndRestart).
type Effects struct {
	Base
	generations generations
	done        map[incarnation]*effects
}

// effects is what the workers of one replica incarnation did.
type effects struct {
	longest []string // of the worker that is furthest
	workers [][]string
}

// NewEffects returns the oracle.
func NewEffects(world Violator) *Effects {
	return &Effects{
		Base:        newBase("item-effects", "a storage item of the lane does the same on all workers", world),
		generations: generations{},
		done:        map[incarnation]*effects{},
	}
}

// Observe compares each effect with that of the furthest worker at the same position.
func (f *Effects) Observe(r *trace.Record) {
	f.generations.observe(r)
	worker, what := effectOf(r.Event)
	if what == "" {
		return
	}
	key := f.generations.of(r.Node)
	if f.done[key] == nil {
		f.done[key] = &effects{}
	}
	all := f.done[key]
	at, first := all.add(worker, what)
	if first {
		return
	}
	f.looks++
	if all.longest[at] != what {
		f.Violatef("an item had another effect on worker %d than on others\n%s: %s, others: %s\n%s",
			worker, r.Node, what, all.longest[at], divergence("effect", all.workers, at))
	}
}

// add appends one effect and says at which position it stands and whether this worker is the first to reach it.
func (e *effects) add(worker int, what string) (at int, first bool) {
	for len(e.workers) <= worker {
		e.workers = append(e.workers, nil)
	}
	at = len(e.workers[worker])
	e.workers[worker] = append(e.workers[worker], what)
	if at < len(e.longest) {
		return at, false
	}
	e.longest = append(e.longest, what)
	return at, true
}

// effectOf returns what an event says that a lane item did on a worker; "" if it is about something else.
func effectOf(event trace.Event) (worker int, what string) {
	say := func(verb string, id query.ID, dataflow int) string {
		return fmt.Sprintf("%s %s dataflow %d", verb, id, dataflow)
	}
	switch e := event.(type) {
	case storage.Rendered:
		return e.Worker, say("render", e.ID, e.Dataflow)
	case storage.NotRendered:
		return e.Worker, "nothing to render of " + e.ID.Name
	case storage.Suspended:
		return e.Worker, say("suspend", e.ID, e.Dataflow)
	case storage.TokenDropped:
		return e.Worker, say("let go of", e.ID, e.Dataflow)
	case storage.SuspendIgnored:
		return e.Worker, "ignore a suspension of " + e.ID.Name
	case storage.StartIgnored:
		return e.Worker, "ignore a start of " + e.ID.Name
	case storage.DropIgnored:
		return e.Worker, "ignore a drop of " + e.ID.Name
	}
	return 0, ""
}
