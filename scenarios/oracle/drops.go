package oracle

import (
	"onelane.test/runtime/controller"
	"onelane.test/runtime/environ"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim/trace"
)

// Drops demands that no storage object is ended that nobody has dropped: what a replica runs and a connection does not
// mention yet may still come (MaterializeInc/materialize#28841).
type Drops struct {
	Base
	objects map[query.ID]query.ID // the source that a collection belongs to
	dropped map[query.ID]bool
}

// NewDrops returns the oracle.
func NewDrops(world Violator) *Drops {
	return &Drops{
		Base:    newBase("drops", "no storage object is ended that nobody has dropped", world),
		objects: map[query.ID]query.ID{},
		dropped: map[query.ID]bool{},
	}
}

// Observe compares what workers end with what was dropped.
func (d *Drops) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case environ.Dropped:
		d.dropped[e.ID] = true
	case controller.ControllerSent:
		if run, ok := e.Command.(protocol.RunIngestion); ok {
			for _, id := range run.Ingestion.CollectionIDs() {
				d.objects[id] = run.Ingestion.ID
			}
		}
	case lane.Delivered:
		if drop, ok := e.Item.Storage.(protocol.DropDataflow); ok {
			d.ended(r, drop.IDs)
		}
	}
}

func (d *Drops) ended(r *trace.Record, ids []query.ID) {
	for _, id := range ids {
		d.looks++
		object, ok := d.objects[id]
		if !ok {
			object = id
		}
		if !d.dropped[object] {
			d.Violatef("an object is ended that nobody has dropped\n%s.%s ends %s", r.Node, r.Task, id)
		}
	}
}
