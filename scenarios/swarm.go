package scenarios

import (
	"slices"
	"time"

	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// Swarm testing (Groce et al., ISSTA 2012): what a run leaves out decides what it reaches as much as what it has, and
// the ends of a range reach other things than its middle. One run in swarmed has settings at an end of what they may be,
// each of them with a chance of one in swarmedEach, so mostly one or two. In one in encoded messages become bytes on
// their way. The draws come from a stream of their own, so that other runs are what they would be without them.
const (
	swarmed     = 5
	swarmedEach = 6
	encoded     = 20
)

// extreme is a setting with ends.
type extreme struct {
	// name is the knob, or what the setting is called where it is none.
	name string
	set  func(*drawing, *sim.Stream)
}

// extremes returns the settings of the whole system that are drawn at their ends.
func extremes() []extreme {
	return []extreme{
		{"latency", setLatency},
		ends("command", "100us", "1ms"),
		ends("iteration", "1us", "500us"),
		{"keepalive", setPatience},
		ends("maintenance", "0s", "1s"),
		ends("restart", "1ms", "5s"),
		{"statistics", setStatisticsEnd},
		ends("suspend-delay", "0s", "10s"),
		{"capacity", setCapacityEnd},
	}
}

// laneExtremes returns those that mean something where there is only the lane.
func laneExtremes() []extreme {
	return []extreme{{"latency", setLatency}, {"capacity", setCapacityEnd}, ends("items", "1", "20")}
}

// ends is a knob that is drawn at one of its ends.
func ends(key string, values ...string) extreme {
	return extreme{key, func(d *drawing, rng *sim.Stream) { d.set(key, pickFrom(rng, values...)) }}
}

// setPatience draws how soon the ends of a connection give each other up: at once, or hardly ever.
func setPatience(d *drawing, rng *sim.Stream) {
	keepalive, timeout := "100ms", "400ms"
	if rng.Chance(1, 2) {
		keepalive, timeout = "5s", "12s"
	}
	d.set("keepalive", keepalive)
	d.set("timeout", timeout)
}

// setStatisticsEnd draws workers that report all the time, or hardly ever. They do not report all the time where what they
// do otherwise takes any time: they could not catch up after a fault.
func setStatisticsEnd(d *drawing, rng *sim.Stream) {
	value := pickFrom(rng, "10ms", "1m")
	slow := func(s plan.Set) bool { return s.Key == "command" || s == plan.Set{Key: "iteration", Value: "500us"} }
	if slices.ContainsFunc(d.plan.Sets, slow) {
		value = "1m"
	}
	d.set("statistics", value)
}

// setCapacityEnd draws how little connections carry. It comes last, and makes sure that the rest can be carried with one
// message in each round trip, over links that are not slow, and without many statistics of each worker in a second, all of
// which go through the lane to all workers: what is to be said would grow for ever otherwise.
func setCapacityEnd(d *drawing, rng *sim.Stream) {
	often := func(s plan.Set) bool { return s.Key == "statistics" && (s.Value == "10ms" || s.Value == "50ms") }
	if slices.ContainsFunc(d.plan.Sets, often) {
		return
	}
	d.set("capacity", pickFrom(rng, "1", "8"))
	if d.plan.World.Latency.Max > time.Millisecond {
		d.plan.World.Latency = plan.Range{}
	}
}

// setLatency draws links that take no time, or that go round the world.
func setLatency(d *drawing, rng *sim.Stream) {
	d.plan.World.Latency = plan.Range{Max: time.Nanosecond}
	if rng.Chance(1, 2) {
		d.plan.World.Latency = plan.Range{Min: 5 * time.Millisecond, Max: 50 * time.Millisecond}
	}
}

// swarm draws what is at its ends in this run.
func (d *drawing) swarm() {
	rng := sim.Derive(d.plan.Seed, "swarm/"+d.scenario.Name)
	d.plan.World.Encode = rng.Chance(1, encoded)
	if !rng.Chance(1, swarmed) {
		return
	}
	all := extremes()
	if d.plan.Cluster.Topology == topologyLane {
		all = laneExtremes()
	}
	for _, e := range all {
		if rng.Chance(1, swarmedEach) && !slices.Contains(d.scenario.usual, e.name) {
			e.set(d, rng)
		}
	}
}
