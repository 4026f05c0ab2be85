package scenarios

import (
	"time"

	"onelane.test/scenarios/plan"
)

// dropWithin adds the drop of an object, between two times, if there is one then that nothing needs any more.
func (d *drawing) dropWithin(from, to time.Duration) {
	at := d.rng.Duration(from, to).Truncate(time.Millisecond)
	leaves := d.objectsAt(at).Leaves()
	for _, i := range d.rng.Perm(len(leaves)) {
		lines := d.plan.Lines
		d.add(at, plan.Drop{Name: leaves[i]})
		if d.possible() {
			return
		}
		d.plan.Lines = lines
	}
}

// objectsAt returns what the drawn lines make of an empty environment up to a time.
func (d *drawing) objectsAt(at time.Duration) *plan.Objects {
	objects := plan.NewObjects(d.plan.Cluster)
	for _, line := range d.plan.Lines {
		if line.At > at {
			break
		}
		if err := objects.Apply(line); err != nil {
			panic("scenarios: drew what cannot happen: " + line.String() + ": " + err.Error())
		}
	}
	return objects
}

// possible reports whether all drawn lines can happen.
func (d *drawing) possible() bool {
	objects := plan.NewObjects(d.plan.Cluster)
	for _, line := range d.plan.Lines {
		if objects.Apply(line) != nil {
			return false
		}
	}
	return true
}
