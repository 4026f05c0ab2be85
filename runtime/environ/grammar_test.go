package environ

import (
	"onelane.test/runtime/controller"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// computeGrammar follows one compute connection.
type computeGrammar struct {
	connectionGrammar
	dataflows map[query.ID]*query.Description
	scheduled map[query.ID]bool
	writable  map[query.ID]bool
}

func newComputeGrammar(a *acceptor, nonce protocol.Nonce) *computeGrammar {
	return &computeGrammar{
		connectionGrammar: connectionGrammar{acceptor: a, nonce: nonce, live: map[query.ID]bool{}},
		dataflows:         map[query.ID]*query.Description{},
		scheduled:         map[query.ID]bool{}, writable: map[query.ID]bool{},
	}
}

func (g *computeGrammar) accept(e controller.ControllerSent) {
	g.count(e)
	_, hello := e.Command.(protocol.ComputeHello)
	_, instance := e.Command.(protocol.CreateInstance)
	g.expect(hello == (e.Index == 0) && instance == (e.Index == 1), "command %d is %s", e.Index, e.Command)
	switch c := e.Command.(type) {
	case protocol.ComputeHello:
		g.hello(c.Nonce)
	case protocol.ComputeInitializationComplete:
		g.complete()
	case protocol.CreateDataflow:
		g.create(c.Description)
	case protocol.Schedule:
		g.schedule(c.ID)
	case protocol.ComputeAllowWrites:
		g.expect(g.live[c.ID], "AllowWrites of %s, which is not there", c.ID)
		g.expect(!g.writable[c.ID], "AllowWrites of %s twice", c.ID)
		g.writable[c.ID] = true
	case protocol.ComputeAllowCompaction:
		g.compact(c.ID, c.Frontier)
		for id, d := range g.dataflows {
			for _, index := range d.IndexImports {
				g.expect(index != c.ID || !g.live[id], "index %s ended under %s", c.ID, id)
			}
		}
	}
}

func (g *computeGrammar) create(d *query.Description) {
	g.expect(!d.AsOf.IsEmpty(), "%s with an empty as_of", d.Name)
	for _, index := range d.IndexImports {
		g.expect(g.live[index], "%s imports index %s, which is not there", d.Name, index)
		g.expect(g.asOfs[index].Le(d.AsOf), "%s reads index %s before its as_of", d.Name, index)
	}
	for _, id := range d.ExportIDs() {
		g.exists(id)
		_, known := g.dataflows[id]
		g.expect(!known, "%s created twice on a connection", id)
		g.fixed(id, d.AsOf)
		g.dataflows[id], g.live[id] = d, true
	}
}

func (g *computeGrammar) schedule(id query.ID) {
	g.expect(g.live[id], "Schedule of %s, which is not there", id)
	g.expect(!g.scheduled[id], "Schedule of %s twice", id)
	g.scheduled[id] = true
	asOf, _ := g.dataflows[id].AsOf.Time()
	for _, source := range g.dataflows[id].SourceImports {
		g.expect(!g.reached[source.ID].LessEqual(asOf), "%s scheduled before its input %s", id, source.ID)
	}
	for _, index := range g.dataflows[id].IndexImports {
		g.expect(!g.reached[index].LessEqual(asOf), "%s scheduled before its input %s", id, index)
	}
}

// storageGrammar follows one storage connection.
type storageGrammar struct {
	connectionGrammar
	replica    string
	writable   bool
	ingestions map[query.ID]string
}

func newStorageGrammar(a *acceptor, replica string, nonce protocol.Nonce) *storageGrammar {
	return &storageGrammar{
		connectionGrammar: connectionGrammar{acceptor: a, nonce: nonce, live: map[query.ID]bool{}},
		replica:           replica, ingestions: map[query.ID]string{},
	}
}

func (g *storageGrammar) accept(e controller.ControllerSent) {
	g.count(e)
	_, hello := e.Command.(protocol.StorageHello)
	g.expect(hello == (e.Index == 0), "command %d is %s", e.Index, e.Command)
	switch c := e.Command.(type) {
	case protocol.StorageHello:
		g.hello(c.Nonce)
	case protocol.StorageInitializationComplete:
		g.complete()
	case protocol.StorageAllowWrites:
		g.expect(!g.writable, "AllowWrites twice")
		g.writable = true
	case protocol.RunIngestion:
		before, known := g.ingestions[c.Ingestion.ID]
		g.expect(!known || before == c.Ingestion.String(), "ingestion %s told differently", c.Ingestion.ID)
		g.ingestions[c.Ingestion.ID] = c.Ingestion.String()
		for _, id := range c.Ingestion.CollectionIDs() {
			g.run(id)
		}
	case protocol.RunSink:
		g.expect(g.replica == "r1", "sink %s on replica %s", c.Sink.ID, g.replica)
		g.fixed(c.Sink.ID, c.Sink.AsOf)
		g.run(c.Sink.ID)
	case protocol.StorageAllowCompaction:
		g.compact(c.ID, c.Frontier)
	}
}

func (g *storageGrammar) run(id query.ID) {
	g.exists(id)
	_, known := g.live[id]
	g.expect(!known, "%s told twice on a connection", id)
	g.live[id] = true
}
