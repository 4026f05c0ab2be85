package scenarios

import (
	"maps"
	"slices"

	"onelane.test/runtime/controller"
	"onelane.test/runtime/environ"
	"onelane.test/runtime/fail"
	"onelane.test/runtime/lane"
	"onelane.test/scenarios/plan"
	"onelane.test/sim/trace"
)

// Activity counts what a run did, for the floors: a suite whose worlds hardly do anything proves nothing.
type Activity struct {
	Alternations int            // how often the lane changed from one kind of item to the other
	Overlaps     int            // creations that happened while a controller had lost a replica
	Drawn        map[string]int // faults that the plan holds, by kind
	Fired        map[string]int // faults that had an effect, by kind
	Idle         map[string]int // faults that began and had no effect, by kind
	Failpoints   map[string]int // failpoints that fired
	// Course tells, for the enumerations that ask for it, in which order certain events came.
	Course string
}

// activityWatch derives the activity from the trace.
type activityWatch struct {
	activity Activity
	last     itemKind
	down     map[link]bool // connections that a controller has lost
	course   *course       // nil where nobody asks for it
}

// link is a controller's connection to a replica.
type link struct {
	plane   controller.Plane
	replica string
}

type itemKind int

const (
	noItem itemKind = iota
	computeItem
	storageItem
)

func newActivityWatch(p *plan.Plan) *activityWatch {
	a := &activityWatch{down: map[link]bool{}}
	if s := Lookup(p.Scenario); s != nil && s.enumeration != nil && s.enumeration.course != nil {
		a.course = &course{}
	}
	a.activity = Activity{Drawn: map[string]int{}, Fired: map[string]int{}, Idle: map[string]int{}, Failpoints: map[string]int{}}
	for _, line := range p.Lines {
		if f, ok := line.Statement.(plan.Fault); ok {
			a.activity.Drawn[f.Kind()]++
		}
	}
	return a
}

// Observe counts alternations by what worker 0 consumed, and creations that met a lost connection.
func (a *activityWatch) Observe(r *trace.Record) {
	if a.course != nil {
		a.course.observe(r)
	}
	switch e := r.Event.(type) {
	case lane.Delivered:
		if e.Worker == 0 {
			a.delivered(e.Item)
		}
	case controller.Disconnected:
		a.down[link{e.Plane, e.Replica}] = true
	case controller.Connected:
		delete(a.down, link{e.Plane, e.Replica})
	case environ.Created:
		if len(a.down) > 0 {
			a.activity.Overlaps++
		}
	case fail.Fired:
		a.activity.Failpoints[string(e.Point)]++
	}
}

func (a *activityWatch) delivered(i lane.Item) {
	kind := storageItem
	if i.Compute != nil {
		kind = computeItem
	}
	if a.last != noItem && a.last != kind {
		a.activity.Alternations++
	}
	a.last = kind
}

// result adds what the injector counted.
func (a *activityWatch) result(s *system) Activity {
	for _, c := range s.injector.Counts() {
		a.activity.Fired[c.Kind] += c.Fired
		if c.Fired < c.Began {
			a.activity.Idle[c.Kind] += c.Began - c.Fired
		}
	}
	if a.course != nil {
		a.activity.Course = string(a.course.events)
	}
	return a.activity
}

// add merges the activity of another run into a sum.
func (a *Activity) add(b Activity) {
	a.Alternations += b.Alternations
	a.Overlaps += b.Overlaps
	a.Drawn = addCounts(a.Drawn, b.Drawn)
	a.Fired = addCounts(a.Fired, b.Fired)
	a.Idle = addCounts(a.Idle, b.Idle)
	a.Failpoints = addCounts(a.Failpoints, b.Failpoints)
}

func addCounts(into, from map[string]int) map[string]int {
	if into == nil {
		into = map[string]int{}
	}
	for _, k := range slices.Sorted(maps.Keys(from)) {
		into[k] += from[k]
	}
	return into
}
