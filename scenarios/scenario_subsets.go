package scenarios

import (
	"strings"
	"time"

	"onelane.test/faults"
)

// subsetsScenario ends every subset of a replica's processes at once, at moments in which much is half done. Processes
// that are left over must not go on with what the others no longer know.
func subsetsScenario() *Scenario {
	cases := fates()
	return &Scenario{
		Name:     "shared-fate-subsets",
		Doc:      "Each subset of a replica's processes ends at once: in a bring-up, a creation, a reconciliation.",
		topology: topologyUnified,
		replicas: 1, processes: 3, workers: 2,
		unseen: []string{"restarts", "first-reports"},
		faults: faults.Profile{To: 1500 * time.Millisecond},
		enumeration: &enumeration{
			cases: len(cases),
			shape: func(d *drawing, i int) { cases[i].shape(d) },
		},
	}
}

// fate is one case: which processes end, and when.
type fate struct {
	processes string
	begin     func(d *drawing, processes string)
}

// subsetOf is of how many processes every subset is taken.
const subsetOf = 3

// fates returns all cases.
func fates() []fate {
	var all []fate
	for _, begin := range fatalMoments() {
		for set := 1; set < 1<<subsetOf; set++ {
			var names []string
			for process := range subsetOf {
				if set>>process&1 == 1 {
					names = append(names, faults.ProcessName(0, process))
				}
			}
			all = append(all, fate{strings.Join(names, ","), begin})
		}
	}
	return all
}

// fatalMoments returns how each moment is brought about: bring-ups, the first and one after the whole replica ended;
// creations, in each plane; and reconnects in the midst of what a controller says, and directly after.
func fatalMoments() []func(d *drawing, processes string) {
	var all []func(*drawing, string)
	for _, after := range []time.Duration{0, time.Millisecond, 4 * time.Millisecond} {
		all = append(all, func(d *drawing, processes string) {
			d.fault(0, faults.KillSetAt{Moment: faults.BringUp, Processes: processes, After: after})
		})
	}
	all = append(all, func(d *drawing, processes string) {
		d.fault(populatedBy, faults.KillSet{Processes: everyProcess()})
		d.fault(populatedBy, faults.KillSetAt{Moment: faults.BringUp, Processes: processes, After: time.Millisecond})
	})
	for _, at := range []faults.KillSetAt{
		{Moment: faults.Compute, Index: 4, After: 2 * time.Millisecond},
		{Moment: faults.Storage, Index: 4, After: 2 * time.Millisecond},
		{Moment: faults.Storage, Index: 7, After: 0},
	} {
		all = append(all, func(d *drawing, processes string) {
			at.Processes = processes
			d.fault(0, at)
		})
	}
	for _, plane := range []faults.Plane{faults.Compute, faults.Storage} {
		for _, index := range []int{3, faults.Last} {
			all = append(all, func(d *drawing, processes string) {
				d.fault(populatedBy, faults.Cut{Plane: plane, Process: faults.ProcessName(0, 0), For: 20 * time.Millisecond})
				d.fault(populatedBy+15*time.Millisecond, faults.KillSetAt{
					Moment: plane, Processes: processes, Index: index, After: 3 * time.Millisecond,
				})
				d.fault(populatedBy+15*time.Millisecond, faults.StallAt{
					Plane: plane, Replica: faults.ReplicaName(0), Index: index, Length: stallBefore,
				})
			})
		}
	}
	return all
}

func everyProcess() string {
	var names []string
	for process := range subsetOf {
		names = append(names, faults.ProcessName(0, process))
	}
	return strings.Join(names, ",")
}

func (f fate) shape(d *drawing) {
	d.plan.Cluster.Processes = subsetOf
	d.set("restart", "100ms")
	d.populate(100 * time.Millisecond)
	f.begin(d, f.processes)
	d.dropTwo(time.Second)
}
