package oracle

import (
	"fmt"

	"onelane.test/runtime/controller"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
	"onelane.test/sim/trace"
)

// actual follows how far collections really are, which bounds what may be said of them: shards by the appends that the
// store took, and what is computed by the shards that it reads.
type actual struct {
	uppers    map[query.Shard]frontier.Antichain
	dataflows map[query.ID]*query.Description
	shards    map[query.ID]query.Shard // of sources' collections and of sinks
	dropped   map[query.ID]bool
}

func newActual() *actual {
	return &actual{
		uppers:    map[query.Shard]frontier.Antichain{},
		dataflows: map[query.ID]*query.Description{},
		shards:    map[query.ID]query.Shard{},
		dropped:   map[query.ID]bool{},
	}
}

func (a *actual) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case persist.Appended:
		if e.OK {
			a.uppers[e.Shard] = e.Upper
		}
	case persist.Finalised:
		a.uppers[e.Shard] = frontier.Empty()
	case controller.ControllerSent:
		a.sent(e.Command)
	}
}

func (a *actual) sent(command fmt.Stringer) {
	switch c := command.(type) {
	case protocol.CreateDataflow:
		for _, id := range c.Description.ExportIDs() {
			a.dataflows[id] = c.Description
		}
	case protocol.RunIngestion:
		for _, id := range c.Ingestion.CollectionIDs() {
			a.shards[id] = query.ShardOf(id)
		}
	case protocol.RunSink:
		a.shards[c.Sink.ID] = storage.SinkShard(c.Sink.ID)
	case protocol.ComputeAllowCompaction:
		a.dropped[c.ID] = a.dropped[c.ID] || c.Frontier.IsEmpty()
	case protocol.StorageAllowCompaction:
		a.dropped[c.ID] = a.dropped[c.ID] || c.Frontier.IsEmpty()
	}
}

// written returns how far a collection is written: a stored one in its shard, an index as its inputs are.
func (a *actual) written(id query.ID) frontier.Antichain {
	if shard, ok := a.shards[id]; ok {
		return a.uppers[shard]
	}
	d := a.dataflows[id]
	if d == nil {
		return frontier.Empty()
	}
	for _, export := range d.Exports {
		if export.ID == id && export.Kind == query.MaterializedView {
			return a.uppers[export.Shard]
		}
	}
	return a.readable(id)
}

// readable returns how far the inputs of what computes a collection are written; empty if it has none.
func (a *actual) readable(id query.ID) frontier.Antichain {
	all := frontier.Empty()
	d := a.dataflows[id]
	if d == nil {
		return all
	}
	for _, imported := range d.SourceImports {
		all = all.Meet(a.uppers[imported.Shard])
	}
	for _, index := range d.IndexImports {
		all = all.Meet(a.written(index))
	}
	return all
}
