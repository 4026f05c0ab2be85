package scenarios

import (
	"time"

	"onelane.test/faults"
)

// disconnectScenario cuts a connection exactly at each command of what a controller says: the process has all commands
// before it, and of the rest nothing. Whoever takes the part for the whole acts on half of what there is
// (MaterializeInc/materialize#28841).
func disconnectScenario() *Scenario {
	cases := disconnections()
	return &Scenario{
		Name:     "disconnect-at-every-command",
		Doc:      "A connection breaks at each command in turn: of each plane, to each process, on each occasion to say everything.",
		topology: topologyUnified,
		replicas: 1, processes: 2, workers: 2, several: true,
		unseen: []string{"restarts"},
		faults: faults.Profile{To: 1500 * time.Millisecond},
		enumeration: &enumeration{
			cases: len(cases),
			shape: func(d *drawing, i int) { cases[i].shape(d) },
		},
	}
}

// disconnection is one case: on which occasion, and where, a connection breaks.
type disconnection struct {
	occasion occasion
	plane    faults.Plane
	process  string
	index    int
}

// occasion is a time at which a controller says everything.
type occasion struct {
	// commands is how many it says then, by plane, up to the last that is always said.
	compute, storage int
	// begin brings it about.
	begin func(*drawing, disconnection)
}

// stallBefore is how long a controller pauses before the command at which its connection breaks: longer than anything is
// under way.
const stallBefore = 25 * time.Millisecond

// occasions returns them all: a first connection with what is created on it, one that is made anew, that of an environment
// that was killed, and that to a replica whose process was killed.
func occasions() []occasion {
	return []occasion{
		{compute: 13, storage: 9, begin: func(d *drawing, c disconnection) {
			c.breaks(d, 0)
			d.dropTwo(populatedBy)
		}},
		{compute: 9, storage: 7, begin: func(d *drawing, c disconnection) {
			d.fault(populatedBy, faults.Cut{Plane: c.plane, Process: c.process, For: 20 * time.Millisecond})
			d.dropTwo(populatedBy + 2*time.Millisecond)
			c.breaks(d, populatedBy+15*time.Millisecond)
		}},
		{compute: 9, storage: 7, begin: func(d *drawing, c disconnection) {
			d.dropTwo(populatedBy - time.Millisecond)
			d.fault(populatedBy, faults.Kill{Node: faults.Environment})
			c.breaks(d, populatedBy)
		}},
		{compute: 9, storage: 7, begin: func(d *drawing, c disconnection) {
			d.fault(populatedBy, faults.Kill{Node: c.process})
			d.dropTwo(populatedBy + 2*time.Millisecond)
			c.breaks(d, populatedBy+9*time.Millisecond)
		}},
	}
}

// disconnections returns all cases.
func disconnections() []disconnection {
	var all []disconnection
	for _, o := range occasions() {
		for _, plane := range []faults.Plane{faults.Compute, faults.Storage} {
			commands := o.compute
			if plane == faults.Storage {
				commands = o.storage
			}
			for _, process := range []string{faults.ProcessName(0, 0), faults.ProcessName(0, 1)} {
				for index := range commands {
					all = append(all, disconnection{o, plane, process, index})
				}
			}
		}
	}
	return all
}

func (c disconnection) shape(d *drawing) {
	d.plan.Cluster.Processes = 2
	d.set("restart", "200ms")
	d.populate(100 * time.Millisecond)
	c.occasion.begin(d, c)
}

// breaks adds the fault that breaks the connection at the command, from a time on.
func (c disconnection) breaks(d *drawing, from time.Duration) {
	d.fault(from, faults.CutAt{
		Plane: c.plane, Process: c.process, Index: c.index, Length: 5 * time.Millisecond, Pause: stallBefore,
	})
}
