package storage

import (
	"fmt"
	"slices"

	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// externalMaps are what a worker was told on the external plane, as far as reconciling depends on it.
type externalMaps struct {
	ingestions *table[*query.Ingestion]
	sinks      *table[*query.Sink]
	dropped    []query.ID
}

// decision is what reconciling comes to.
type decision struct {
	// commands are those of the new connection that must still be executed, in their order.
	commands []protocol.StorageCommand
	// stale are the running objects that the new connection does not want.
	stale []query.ID
	// expected are the collections and sinks that the new connection knows. Nothing may be reported about others:
	// its merging layers would not know them (MaterializeInc/materialize#20020).
	expected map[query.ID]bool
	// unchanged are the objects that go on running as they are.
	unchanged []query.ID
	// unmatched are the ids of drops that nothing in the list explains. It is a fault of the controller.
	unmatched []query.ID
}

// reconciler is the state of the walks over the list.
type reconciler struct {
	maps   externalMaps
	drops  map[query.ID]bool
	seen   map[query.ID]bool
	gone   map[query.ID]bool
	result decision
}

// decide compares what runs with the commands that a new connection sent up to InitializationComplete. It changes
// neither. The error says that an object was told to become something that it cannot become.
func decide(maps externalMaps, commands []protocol.StorageCommand) (decision, error) {
	r := &reconciler{
		maps:   maps,
		drops:  map[query.ID]bool{},
		seen:   map[query.ID]bool{},
		gone:   map[query.ID]bool{},
		result: decision{expected: map[query.ID]bool{}},
	}
	for _, id := range maps.dropped {
		r.gone[id] = true
	}
	if err := r.forward(commands); err != nil {
		return decision{}, err
	}
	r.backward(commands)
	r.leftovers(commands)
	return r.result, nil
}

// forward collects the drops and checks that each description follows from the one before it.
func (r *reconciler) forward(commands []protocol.StorageCommand) error {
	ingestions := table[*query.Ingestion]{rows: slices.Clone(r.maps.ingestions.rows)}
	sinks := table[*query.Sink]{rows: slices.Clone(r.maps.sinks.rows)}
	for _, command := range commands {
		switch c := command.(type) {
		case protocol.StorageAllowCompaction:
			if c.Frontier.IsEmpty() {
				r.drops[c.ID] = true
			}
		case protocol.RunIngestion:
			if old, ok := ingestions.put(c.Ingestion.ID, c.Ingestion); ok && !old.AlterCompatible(c.Ingestion) {
				return fmt.Errorf("storage: reconcile ingestion %s: not alter-compatible with what runs", c.Ingestion.ID)
			}
		case protocol.RunSink:
			if old, ok := sinks.put(c.Sink.ID, c.Sink); ok && old.From != c.Sink.From {
				return fmt.Errorf("storage: reconcile sink %s: reads %s, runs on %s", c.Sink.ID, c.Sink.From, old.From)
			}
		}
	}
	return nil
}

// backward chooses the commands to execute. It walks from the newest to the oldest, because of several definitions
// of one object only the newest counts.
func (r *reconciler) backward(commands []protocol.StorageCommand) {
	for _, command := range slices.Backward(commands) {
		switch c := command.(type) {
		case protocol.StorageHello, protocol.StorageInitializationComplete:
			panic(fmt.Sprintf("storage: reconcile %T: never reaches a worker", c))
		case protocol.RunIngestion:
			r.ingestion(c.Ingestion)
		case protocol.RunSink:
			r.sink(c.Sink)
		case protocol.StorageAllowCompaction:
			if !c.Frontier.IsEmpty() {
				r.keep(c)
			}
		default:
			r.keep(c)
		}
	}
	slices.Reverse(r.result.commands)
	slices.SortFunc(r.result.unchanged, query.ID.Compare)
}

func (r *reconciler) keep(c protocol.StorageCommand) {
	r.result.commands = append(r.result.commands, c)
}

// matched reports whether the list drops id, and notes that the drop is explained. The id stays gone for older
// definitions of the same object.
func (r *reconciler) matched(id query.ID) bool {
	if !r.drops[id] {
		return false
	}
	delete(r.drops, id)
	r.gone[id] = true
	return true
}

func (r *reconciler) ingestion(told *query.Ingestion) {
	wanted := *told
	wanted.Exports = slices.DeleteFunc(slices.Clone(told.Exports), r.matched)
	if r.matched(wanted.ID) || r.gone[wanted.ID] {
		// Everything of a dropped ingestion is gone with it, whether or not the list says so of each part.
		for _, id := range wanted.CollectionIDs() {
			r.matched(id)
			r.gone[id] = true
		}
		return
	}
	if r.seen[wanted.ID] {
		return
	}
	r.seen[wanted.ID] = true
	for _, id := range wanted.CollectionIDs() {
		r.result.expected[id] = true
	}
	// The primary id need not be among the exports, but it is what the ingestion runs under.
	r.result.expected[wanted.ID] = true
	if running, ok := r.maps.ingestions.get(wanted.ID); ok && running.Equal(&wanted) {
		r.result.unchanged = append(r.result.unchanged, wanted.ID)
		return
	}
	r.keep(protocol.RunIngestion{Ingestion: &wanted})
}

func (r *reconciler) sink(told *query.Sink) {
	if r.matched(told.ID) || r.gone[told.ID] || r.seen[told.ID] {
		return
	}
	r.seen[told.ID] = true
	r.result.expected[told.ID] = true
	if running, ok := r.maps.sinks.get(told.ID); ok && *running == *told {
		r.result.unchanged = append(r.result.unchanged, told.ID)
		return
	}
	r.keep(protocol.RunSink{Sink: told})
}

// leftovers finds what runs without being wanted, and which drops nothing explained.
func (r *reconciler) leftovers(commands []protocol.StorageCommand) {
	for _, id := range append(r.maps.ingestions.ids(), r.maps.sinks.ids()...) {
		if !r.result.expected[id] {
			r.result.stale = append(r.result.stale, id)
		}
	}
	for _, command := range commands {
		if c, ok := command.(protocol.StorageAllowCompaction); ok && r.drops[c.ID] {
			delete(r.drops, c.ID)
			r.result.unmatched = append(r.result.unmatched, c.ID)
		}
	}
}
