package scenarios

import (
	"time"

	"onelane.test/faults"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/workload"
)

// suspendScenario is what the scenarios share in which sources fail.
func suspendScenario(name, doc string, unseen []string, shape func(*drawing)) *Scenario {
	return &Scenario{
		Name: name, Doc: doc, unseen: unseen,
		topology: topologyUnified,
		replicas: 1, processes: 2, workers: 2, least: 2,
		workload: workload.Profile{
			Min: 2, Max: 6, From: 5 * time.Millisecond, Span: 300 * time.Millisecond,
			Weights: []workload.Weight{{Kind: "source", Weight: 4}, {Kind: "sink", Weight: 1}, {Kind: "index", Weight: 1}},
			Ticks:   ticks,
		},
		faults: faults.Profile{
			Kinds: []string{"reorder", "slow-async", "slow-persist"},
			Max:   2, From: 10 * time.Millisecond, To: 3 * time.Second, Budget: faults.DefaultBudget(),
		},
		shape: func(d *drawing) {
			d.set("suspend-delay", pickFrom(d.rng, "10ms", "100ms", "300ms"))
			shape(d)
		},
	}
}

// suspendAwayScenario lets sources fail while their controller is away: the guest has to restart them by itself, without
// a spin, and to tell of it later.
func suspendAwayScenario() *Scenario {
	return suspendScenario("suspend-while-away", "Sources fail while the storage controller is cut off.", []string{"last-words", "drops"}, func(d *drawing) {
		from := d.rng.Duration(350*time.Millisecond, time.Second).Truncate(time.Millisecond)
		length := d.rng.Duration(200*time.Millisecond, 1500*time.Millisecond).Truncate(time.Millisecond)
		for _, process := range d.plan.Cluster.Site().ProcessNames() {
			d.add(from, plan.Fault{Fault: faults.Cut{Plane: faults.Storage, Process: process, For: length}})
		}
		for range d.rng.Between(1, 3) {
			d.fails(d.rng.Duration(from-50*time.Millisecond, from+length))
		}
	})
}

// suspendReconcileScenario lets a suspension come through the lane while a new connection has said only a part of what it
// wants.
func suspendReconcileScenario() *Scenario {
	const doc = "Sources fail while a new connection is held up in the midst of what it says first."
	return suspendScenario("suspend-during-reconcile", doc, []string{"last-words", "drops"}, func(d *drawing) {
		processes := d.plan.Cluster.Site().ProcessNames()
		for range d.rng.Between(1, 3) {
			at := d.rng.Duration(350*time.Millisecond, 1500*time.Millisecond).Truncate(time.Millisecond)
			plane := []faults.Plane{faults.Compute, faults.Storage}[d.rng.IntN(2)]
			process := processes[d.rng.IntN(len(processes))]
			length := d.rng.Duration(50*time.Millisecond, time.Second).Truncate(time.Millisecond)
			d.add(at, plan.Fault{Fault: faults.HoldAt{Plane: plane, Process: process, Index: d.rng.IntN(6), Length: length}})
			d.add(at, plan.Fault{Fault: faults.Cut{Plane: plane, Process: process, For: time.Millisecond}})
			d.fails(at + d.rng.Duration(0, length))
		}
	})
}

// suspendDropScenario drops sources at every moment of their restart.
func suspendDropScenario() *Scenario {
	const doc = "Sources are dropped at any moment of being suspended and restarted."
	return suspendScenario("suspend-vs-drop", doc, []string{"first-reports"}, func(d *drawing) {
		for _, name := range d.objects.Leaves() {
			if !d.isSource(name) {
				continue
			}
			at := d.rng.Duration(350*time.Millisecond, 2*time.Second).Truncate(time.Millisecond)
			d.failsNamed(name, at)
			d.add(at+d.rng.Duration(0, 700*time.Millisecond).Truncate(time.Millisecond), plan.Drop{Name: name})
			d.holdPlanes(at)
		}
	})
}

// holdPlanes may hold up what one process hears of the environment, so that the planes of its workers are apart.
func (d *drawing) holdPlanes(at time.Duration) {
	if !d.rng.Chance(1, 3) {
		return
	}
	processes := d.plan.Cluster.Site().ProcessNames()
	d.add(at+d.rng.Duration(0, 300*time.Millisecond).Truncate(time.Millisecond), plan.Fault{Fault: faults.OneWay{
		From: faults.Environment, To: processes[d.rng.IntN(len(processes))],
		For: d.rng.Duration(10*time.Millisecond, 500*time.Millisecond).Truncate(time.Millisecond),
	}})
}

// doubleSuspendScenario lets one source fail on two workers, a moment apart, while what workers tell each other is slow.
func doubleSuspendScenario() *Scenario {
	const doc = "A source fails on two workers, a moment apart, and the mesh is slow."
	s := suspendScenario("double-suspend", doc, []string{"last-words", "drops", "first-reports"}, func(d *drawing) {
		for _, source := range d.objects.Sources() {
			at := d.rng.Duration(350*time.Millisecond, 1500*time.Millisecond).Truncate(time.Millisecond)
			d.failsNamed(source.Name, at)
			d.failsNamed(source.Name, at+d.rng.Duration(0, 400*time.Millisecond).Truncate(time.Millisecond))
		}
		for range d.rng.Between(0, 3) {
			d.slowMesh(d.rng.Duration(350*time.Millisecond, 1800*time.Millisecond).Truncate(time.Millisecond))
		}
	})
	s.several = true
	return s
}

// slowMesh holds up one direction of the mesh, or slows both.
func (d *drawing) slowMesh(at time.Duration) {
	a, b := faults.ProcessName(0, 0), faults.ProcessName(0, 1)
	length := d.rng.Duration(50*time.Millisecond, 800*time.Millisecond).Truncate(time.Millisecond)
	switch d.rng.IntN(3) {
	case 0:
		d.add(at, plan.Fault{Fault: faults.OneWay{From: a, To: b, For: length}})
	case 1:
		d.add(at, plan.Fault{Fault: faults.OneWay{From: b, To: a, For: length}})
	default:
		delay := d.rng.Duration(time.Millisecond, 200*time.Millisecond).Truncate(time.Millisecond)
		d.add(at, plan.Fault{Fault: faults.MeshDelay{A: a, B: b, Delay: delay, For: length}})
	}
}

// dropOvertakeScenario drops objects directly after their creation, while what leads to the creation is slow.
func dropOvertakeScenario() *Scenario {
	const doc = "Objects are dropped directly after their creation, which a slow async worker holds up."
	return suspendScenario("drop-overtake", doc, []string{"restarts", "first-reports"}, func(d *drawing) {
		d.add(0, plan.Fault{Fault: faults.SlowAsync{
			Replica: faults.ReplicaName(0), Delay: d.rng.Duration(time.Millisecond, 300*time.Millisecond).Truncate(time.Millisecond),
			For: 2 * time.Second,
		}})
		for _, name := range d.objects.Leaves() {
			if d.rng.Chance(2, 3) {
				d.add(d.createdAt(name)+d.rng.Duration(0, 40*time.Millisecond).Truncate(time.Millisecond), plan.Drop{Name: name})
			}
		}
	})
}

// fails lets a drawn source fail on a drawn worker at about a time, if there is one.
func (d *drawing) fails(at time.Duration) {
	if sources := d.objects.Sources(); len(sources) > 0 {
		d.failsNamed(sources[d.rng.IntN(len(sources))].Name, at.Truncate(time.Millisecond))
	}
}

func (d *drawing) failsNamed(source string, at time.Duration) {
	d.add(at, plan.Fault{Fault: faults.SourceError{Source: source, Worker: d.rng.IntN(d.plan.Cluster.Peers())}})
}

func (d *drawing) isSource(name string) bool {
	for _, object := range d.objects.Live() {
		if object.Name == name {
			return object.Kind == plan.KindSource
		}
	}
	return false
}

// createdAt returns when an object of the plan is created.
func (d *drawing) createdAt(name string) time.Duration {
	for _, line := range d.plan.Lines {
		if created, ok := line.Statement.(interface{ Creates() string }); ok && created.Creates() == name {
			return line.At
		}
	}
	return 0
}
