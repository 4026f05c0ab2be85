package compute

import (
	"slices"
	"strings"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// plan is how a worker gets from what it has installed to what a new connection wants.
type plan struct {
	// old and wanted are the configurations of the instance, nil where none was given.
	old, wanted *protocol.InstanceConfig
	// instances is how many configurations the connection gave; more than one is none that it may.
	instances int
	// todo are the commands to apply: compactions first, then those of the connection that are not fulfilled already.
	todo []protocol.ComputeCommand
	// retained are the collections that stay, with the as_of from which they are reported.
	retained map[query.ID]frontier.Antichain
	// outcome counts dataflows, for the trace.
	outcome Reconciled
}

// reconcile decides what to keep. It is a function of the two lists alone, the reduced history of what is installed and
// the commands of the new connection up to the end of its initialization, so that all workers decide alike. The result
// must be the same as if everything were dropped and the commands were applied to nothing.
func reconcile(history, commands []protocol.ComputeCommand) *plan {
	installed := take(history)
	p := &plan{old: installed.instance, retained: map[query.ID]frontier.Antichain{}}
	for _, cmd := range commands {
		switch c := cmd.(type) {
		case protocol.CreateInstance:
			p.instances++
			p.wanted = &c.Config
		case protocol.CreateDataflow:
			p.place(installed, c)
		default:
			p.todo = append(p.todo, cmd)
		}
	}
	p.todo = append(p.compactions(installed), p.todo...)
	return p
}

// place keeps the installed dataflow that can serve as the wanted one, or has that created.
func (p *plan) place(installed *inventory, wanted protocol.CreateDataflow) {
	key := exportKey(wanted.Description)
	old, ok := installed.dataflows[key]
	if ok && installed.serves(old, wanted.Description) && p.retains(wanted.Description.IndexImports) {
		delete(installed.dataflows, key)
		for _, id := range old.ExportIDs() {
			p.retained[id] = wanted.Description.AsOf
		}
		p.outcome.Reused++
		return
	}
	if ok {
		p.outcome.Replaced++
	} else {
		p.outcome.Created++
	}
	p.todo = append(p.todo, wanted)
}

// retains reports whether all of the indexes stay: a dataflow over an index that is replaced would go on reading the
// old one.
func (p *plan) retains(indexes []query.ID) bool {
	return !slices.ContainsFunc(indexes, func(id query.ID) bool {
		_, ok := p.retained[id]
		return !ok
	})
}

// compactions returns the commands that come before all others: what stays may compact to its new as_of, and what is
// not wanted any more is dropped. They are in the descending order of ids, because a dataflow has a higher id than what
// it imports, and an arrangement must not go before those who read it.
func (p *plan) compactions(installed *inventory) []protocol.ComputeCommand {
	compaction := map[query.ID]frontier.Antichain{}
	for id, asOf := range p.retained {
		compaction[id] = asOf
	}
	//simvet:allow maporder it counts, and gives each id the same frontier
	for _, d := range installed.dataflows {
		p.outcome.Dropped++
		for _, id := range d.ExportIDs() {
			if !installed.gone(id) {
				compaction[id] = frontier.Empty()
			}
		}
	}
	p.outcome.Dropped -= p.outcome.Replaced
	ids := make([]query.ID, 0, len(compaction))
	for id := range compaction {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b query.ID) int { return b.Compare(a) })
	commands := make([]protocol.ComputeCommand, len(ids))
	for i, id := range ids {
		commands[i] = protocol.ComputeAllowCompaction{ID: id, Frontier: compaction[id]}
	}
	return commands
}

// inventory is what a history says is installed for certain.
type inventory struct {
	instance  *protocol.InstanceConfig
	dataflows map[string]*query.Description // by exportKey
	// compaction is how far collections have been allowed to compact, beyond their as_of.
	compaction map[query.ID]frontier.Antichain
}

func take(history []protocol.ComputeCommand) *inventory {
	i := &inventory{dataflows: map[string]*query.Description{}, compaction: map[query.ID]frontier.Antichain{}}
	for _, cmd := range history {
		switch c := cmd.(type) {
		case protocol.CreateInstance:
			i.instance = &c.Config
		case protocol.CreateDataflow:
			i.dataflows[exportKey(c.Description)] = c.Description
		case protocol.ComputeAllowCompaction:
			i.compaction[c.ID] = c.Frontier
		}
	}
	return i
}

// gone reports whether the collection has been dropped, from a dataflow that has others.
func (i *inventory) gone(id query.ID) bool { return i.compaction[id].IsEmpty() }

// serves reports whether the installed dataflow computes the wanted one at all times that are asked for.
func (i *inventory) serves(old, wanted *query.Description) bool {
	return old.CompatibleWith(wanted) && old.AsOf.Le(wanted.AsOf) && i.uncompacted(wanted)
}

// uncompacted reports whether no export has been allowed to compact beyond the as_of.
func (i *inventory) uncompacted(wanted *query.Description) bool {
	return !slices.ContainsFunc(wanted.ExportIDs(), func(id query.ID) bool {
		return !i.compaction[id].Le(wanted.AsOf)
	})
}

// exportKey is the set of a dataflow's exports as a text.
func exportKey(d *query.Description) string {
	ids := d.ExportIDs()
	slices.SortFunc(ids, query.ID.Compare)
	var b strings.Builder
	for _, id := range ids {
		b.WriteString(id.Name)
		b.WriteByte(' ')
	}
	return b.String()
}
