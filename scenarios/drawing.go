package scenarios

import (
	"time"

	"onelane.test/faults"
	"onelane.test/runtime/storage"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/workload"
	"onelane.test/sim"
)

// drawing is a plan while it is drawn.
type drawing struct {
	scenario *Scenario
	rng      *sim.Stream
	plan     *plan.Plan
	objects  *plan.Objects
}

func (d *drawing) draw() {
	d.world()
	d.cluster()
	if d.scenario.enumeration == nil {
		d.knobs()
		d.swarm()
	}
	d.objects = plan.NewObjects(d.plan.Cluster)
	source := workload.FromStream(d.rng)
	if d.scenario.workload.Max > 0 {
		d.plan.Lines = workload.Draw(source, d.scenario.workload, d.objects)
	}
	d.faults(source)
	if d.scenario.shape != nil {
		d.scenario.shape(d)
	}
	if e := d.scenario.enumeration; e != nil {
		e.shape(d, d.scenario.CaseOf(d.plan.Seed))
	}
	d.phases()
}

// world draws how time and scheduling points behave. Most worlds have a grain at which much happens at once, since two
// tasks that are never runnable together are never interleaved.
func (d *drawing) world() {
	grains := []sim.Grain{
		sim.GrainExact,
		sim.Grain(10 * time.Microsecond),
		sim.GrainInstant, sim.GrainInstant,
		sim.Grain(100 * time.Microsecond), sim.Grain(100 * time.Microsecond), sim.Grain(100 * time.Microsecond),
		sim.Grain(time.Millisecond), sim.Grain(time.Millisecond), sim.Grain(time.Millisecond),
	}
	d.plan.World.Grain = grains[d.rng.IntN(len(grains))]
	if d.rng.Chance(1, 8) {
		d.plan.World.Points = sim.PointsFine
	}
	if d.rng.Chance(1, 4) {
		d.plan.World.Latency = plan.Range{Min: 100 * time.Microsecond, Max: 5 * time.Millisecond}
	}
}

func (d *drawing) cluster() {
	c, s := &d.plan.Cluster, d.scenario
	c.Topology = s.topology
	c.Replicas = d.rng.Between(1, s.replicas)
	for {
		c.Processes, c.Workers = d.rng.Between(1, s.processes), d.rng.Between(1, s.workers)
		if c.Peers() >= s.least && (c.Processes > 1 || !s.several) {
			return
		}
	}
}

// knobs draws settings that are smaller or larger than usual.
func (d *drawing) knobs() {
	if d.plan.Cluster.Topology != topologyUnified {
		return
	}
	if d.rng.Chance(1, 4) {
		d.set("maintenance", pickFrom(d.rng, "1ms", "100ms"))
	}
	if d.rng.Chance(1, 4) {
		d.set("statistics", pickFrom(d.rng, "50ms", "200ms"))
	}
	if d.rng.Chance(1, 2) {
		d.set("suspend-delay", pickFrom(d.rng, "10ms", "200ms", "1s"))
	}
	if d.rng.Chance(1, 4) {
		d.set("restart", pickFrom(d.rng, "20ms", "2s"))
	}
}

func (d *drawing) set(key, value string) { d.plan.Assign(plan.Set{Key: key, Value: value}) }

func pickFrom(rng *sim.Stream, options ...string) string { return options[rng.IntN(len(options))] }

func (d *drawing) faults(source workload.Source) {
	if d.scenario.faults.Max == 0 {
		return
	}
	site := d.plan.Cluster.Site()
	site.Sources = d.objects.Sources()
	for _, f := range faults.Draw(source, d.scenario.faults, site) {
		d.add(f.At, plan.Fault{Fault: f.Fault})
	}
}

// add puts a statement into its place among the lines, behind those of the same time.
func (d *drawing) add(at time.Duration, s plan.Statement) {
	i := len(d.plan.Lines)
	for i > 0 && d.plan.Lines[i-1].At > at {
		i--
	}
	lines := append(d.plan.Lines[:i:i], plan.Line{At: at, Statement: s})
	d.plan.Lines = append(lines, d.plan.Lines[i:]...)
}

// phases ends the plan: when everything heals, and when the run ends at the latest.
func (d *drawing) phases() {
	heal := max(d.scenario.faults.To, lastStatement(d.plan).Truncate(time.Millisecond)+time.Millisecond)
	d.add(heal, plan.Heal{})
	d.add(heal+max(d.scenario.quiet, defaultQuiet), plan.Check{})
}

// defaultQuiet is how long a run may take to come to rest: a connection must time out, its replica be connected again,
// a suspended source be restarted, more than once if restarts meet.
const defaultQuiet = 30*time.Second + 2*storage.DefaultSuspendDelay
