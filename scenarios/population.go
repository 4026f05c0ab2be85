package scenarios

import (
	"time"

	"onelane.test/faults"
	"onelane.test/scenarios/plan"
)

// Objects of a world whose plan is counted rather than drawn; see [drawing.populate].
const (
	droppedSource, droppedView = "s3", "mv2"
	// populatedBy is when all of them run, in a world in which nothing goes wrong.
	populatedBy = 400 * time.Millisecond
)

// populate adds the creation of some objects of each kind, one after the other, among them two that nothing needs.
func (d *drawing) populate(tick time.Duration) {
	for i, s := range []plan.Statement{
		plan.CreateSource{Name: "s1", Kind: plan.SourceKinds[0], Partitions: 2, Rate: 50, Exports: 1, Tick: tick},
		plan.CreateSource{Name: "s2", Kind: plan.SourceKinds[0], Partitions: 1, Rate: 50, Exports: 2, Tick: tick},
		plan.CreateMaterializedView{Name: "mv1", Query: "count(s1)"},
		plan.CreateIndex{Name: "i1", On: "mv1"},
		plan.CreateMaterializedView{Name: droppedView, Query: "union(s1,s2/t1)"},
		plan.CreateSink{Name: "k1", From: "s1"},
		plan.CreateSource{Name: droppedSource, Kind: plan.SourceKinds[0], Partitions: 1, Rate: 20, Exports: 1, Tick: tick},
	} {
		d.add(time.Duration(5+i)*time.Millisecond, s)
	}
}

// dropTwo adds the drops of what nothing needs.
func (d *drawing) dropTwo(at time.Duration) {
	d.add(at, plan.Drop{Name: droppedView})
	d.add(at, plan.Drop{Name: droppedSource})
}

// fault adds a fault.
func (d *drawing) fault(at time.Duration, f faults.Fault) { d.add(at, plan.Fault{Fault: f}) }
