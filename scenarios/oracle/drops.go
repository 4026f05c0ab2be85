package oracle

import (
	"onelane.test/runtime/controller"
	"onelane.test/runtime/environ"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim/trace"
)

// Drops demands that a storage object is ended for one of two reasons only: it was dropped, or a connection has said all
// that there is and has not mentioned it, as that of an environment does which has been succeeded. What a connection has
// not mentioned yet may still come (MaterializeInc/materialize#28841).
type Drops struct {
	Base
	objects     map[query.ID]query.ID // the source that a collection belongs to
	first       map[query.ID]int      // how many connections there had been when the object was first mentioned
	dropped     map[query.ID]bool
	connections []*mentions
}

// mentions is what a connection has said before it said that this is all. An object that it mentions later begins anew.
type mentions struct {
	at       served
	nonce    protocol.Nonce
	objects  map[query.ID]bool
	complete bool
}

// NewDrops returns the oracle.
func NewDrops(world Violator) *Drops {
	return &Drops{
		Base:    newBase("drops", "no storage object is ended that nobody has dropped", world),
		objects: map[query.ID]query.ID{},
		first:   map[query.ID]int{},
		dropped: map[query.ID]bool{},
	}
}

// Observe compares what workers end with what was dropped.
func (d *Drops) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case environ.Dropped:
		d.dropped[e.ID] = true
	case controller.ControllerSent:
		if e.Plane == controller.Storage {
			d.sent(e)
		}
	case lane.Delivered:
		if drop, ok := e.Item.Storage.(protocol.DropDataflow); ok {
			d.ended(r, drop.IDs)
		}
	}
}

func (d *Drops) sent(e controller.ControllerSent) {
	if e.Index == 0 {
		d.connections = append(d.connections, &mentions{
			at: served{e.Plane.String(), e.Replica}, nonce: e.Nonce, objects: map[query.ID]bool{},
		})
	}
	c := d.connection(e.Nonce)
	if c == nil {
		return
	}
	switch command := e.Command.(type) {
	case protocol.RunIngestion:
		for _, id := range command.Ingestion.CollectionIDs() {
			d.objects[id] = command.Ingestion.ID
		}
		d.mention(c, command.Ingestion.ID)
	case protocol.RunSink:
		d.mention(c, command.Sink.ID)
	case protocol.StorageInitializationComplete:
		c.complete = true
	}
}

func (d *Drops) connection(nonce protocol.Nonce) *mentions {
	for i := len(d.connections) - 1; i >= 0; i-- {
		if d.connections[i].nonce == nonce {
			return d.connections[i]
		}
	}
	return nil
}

func (d *Drops) mention(c *mentions, object query.ID) {
	if !c.complete {
		c.objects[object] = true
	}
	if _, known := d.first[object]; !known {
		d.first[object] = len(d.connections)
	}
}

func (d *Drops) ended(r *trace.Record, ids []query.ID) {
	for _, id := range ids {
		d.looks++
		object, ok := d.objects[id]
		if !ok {
			object = id
		}
		if !d.dropped[object] && !d.left(replicaOf(r.Node), object) {
			d.Violatef("an object is ended that nobody has dropped\n%s.%s ends %s", r.Node, r.Task, id)
		}
	}
}

// left says whether a connection to a replica, made after the object was known, has said all without mentioning it.
func (d *Drops) left(replica string, object query.ID) bool {
	for _, c := range d.connections[d.first[object]:] {
		if c.complete && c.at.replica == replica && !c.objects[object] {
			return true
		}
	}
	return false
}
