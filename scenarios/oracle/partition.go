package oracle

import (
	"fmt"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/controller"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim/trace"
)

// Partition demands that what workers answer is what the layers that merge their answers can take: nothing about a
// collection that the connection was not told of, one last word about a collection from each worker, and no frontier
// after it. The layers panic on anything else, in the replica or in the environment, whichever has the answer first
// (src/storage-client/src/client.rs; MaterializeInc/materialize#16271, #20020, #23037).
type Partition struct {
	Base
	told    map[connection]map[query.ID]bool
	dropped map[lastWord]bool
}

// connection is one connection of a controller to a replica.
type connection struct {
	plane string
	nonce protocol.Nonce
}

// lastWord is what one worker says last of a collection on a connection.
type lastWord struct {
	answers
	id query.ID
}

// NewPartition returns the oracle.
func NewPartition(world Violator) *Partition {
	return &Partition{
		Base:    newBase("partition", "workers answer nothing that the layers which merge their answers do not expect", world),
		told:    map[connection]map[query.ID]bool{},
		dropped: map[lastWord]bool{},
	}
}

// Observe follows which collections a connection was told of, and compares what workers answer on it.
func (p *Partition) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case controller.ControllerSent:
		p.sent(connection{e.Plane.String(), e.Nonce}, e.Command)
	case clusterd.Responded:
		p.answered(r, e)
	}
}

func (p *Partition) sent(c connection, command fmt.Stringer) {
	for _, id := range begun(command) {
		if p.told[c] == nil {
			p.told[c] = map[query.ID]bool{}
		}
		p.told[c][id] = true
	}
}

// begun returns the collections that a command of either protocol begins to talk about.
func begun(command fmt.Stringer) []query.ID {
	switch c := command.(type) {
	case protocol.CreateDataflow:
		return c.Description.ExportIDs()
	case protocol.RunIngestion:
		return c.Ingestion.CollectionIDs()
	case protocol.RunSink:
		return []query.ID{c.Sink.ID}
	}
	return nil
}

// about returns the collection that a response is about; statuses and statistics pass all layers as they are.
func about(response protocol.Response) (id query.ID, ok bool) {
	switch r := response.(type) {
	case protocol.Frontiers:
		return r.ID, true
	case protocol.FrontierUpper:
		return r.ID, true
	case protocol.DroppedID:
		return r.ID, true
	}
	return query.ID{}, false
}

func (p *Partition) answered(r *trace.Record, e clusterd.Responded) {
	id, ok := about(e.Response)
	if !ok {
		return
	}
	p.looks++
	if !p.told[connection{e.Plane.String(), e.Nonce}][id] {
		p.Violatef("a worker answers about a collection that its connection was not told of\n%s worker %d, %s connection %s: %s",
			r.Node, e.Worker, e.Plane, e.Nonce, e.Response)
		return
	}
	key := lastWord{answers{r.Node, e.Worker, e.Nonce}, id}
	if p.dropped[key] {
		p.Violatef("a worker answers about a collection after its last word\n%s worker %d, %s connection %s: %s",
			r.Node, e.Worker, e.Plane, e.Nonce, e.Response)
		return
	}
	if _, last := e.Response.(protocol.DroppedID); last {
		p.dropped[key] = true
	}
}
