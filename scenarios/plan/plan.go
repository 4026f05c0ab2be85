package plan

import (
	"cmp"
	"slices"
	"time"

	"onelane.test/faults"
	"onelane.test/sim"
)

// Version is the version of the format that this package reads and prints.
const Version = 1

// Plan says everything that happens in one run.
type Plan struct {
	// Version is the version of the format; zero counts as [Version].
	Version  int
	Scenario string
	Seed     uint64
	// Schedule is a text for [sim.ParseSchedule].
	Schedule string
	World    World
	Cluster  Cluster
	// Sets are the knobs that differ from their defaults.
	Sets []Set
	// Arms are the failpoints that are on, beside those of the design.
	Arms []Arm
	// Lines are the timed statements, in the order in which they take effect.
	Lines []Line
	// Choices are the places where the run leaves the schedule.
	Choices []sim.Deviation

	// File is where the plan was read from, for messages; it is not part of the text.
	File string
}

// World is the configuration of the simulated world.
type World struct {
	Grain  sim.Grain
	Points sim.Points
	// Latency bounds the latency of links; both zero leave it to the scenario.
	Latency Range
	// Encode turns every message that crosses a link into bytes and back, which must not change the run.
	Encode bool
}

// Range is a span of durations, both ends included.
type Range struct {
	Min, Max time.Duration
}

// Cluster is the configuration of the system under test.
type Cluster struct {
	// Design names the set of known hazards that are closed or open. A failpoint that a line arms beside it has that
	// line's chance.
	Design string
	// Topology says which processes host which kind of objects.
	Topology  string
	Replicas  int
	Processes int // of each replica
	Workers   int // of each process
	// Isolation names the policy for objects that share a worker.
	Isolation string
}

// Peers returns the number of workers of a replica.
func (c Cluster) Peers() int { return c.Processes * c.Workers }

// Site returns what the cluster offers to go wrong, sources aside.
func (c Cluster) Site() faults.Site {
	return faults.Site{Replicas: c.Replicas, Processes: c.Processes, Workers: c.Workers}
}

// Set gives a knob of the scenario a value.
type Set struct {
	Key, Value string
	// Source is the number of the line that it was read from, zero for one that was not read.
	Source int
}

// Arm switches a failpoint on; each time it is hit it fires in Num of Den cases.
type Arm struct {
	Point    string
	Num, Den int
	// Source is the number of the line that it was read from, zero for one that was not read.
	Source int
}

// Line is a statement with the time at which it takes effect, counted from the world's beginning.
type Line struct {
	At        time.Duration
	Statement Statement
	// Source is the number of the line that it was read from, zero for one that was not read.
	Source int
}

// New returns a plan with nothing in it and the defaults of everything that a text may leave out.
func New(scenario string, seed uint64) *Plan {
	return &Plan{
		Version:  Version,
		Scenario: scenario,
		Seed:     seed,
		Schedule: "fifo",
		World:    World{Grain: sim.Grain(100 * time.Microsecond), Points: sim.PointsCoarse},
		Cluster: Cluster{
			Design: "hardened", Topology: "unified", Replicas: 1, Processes: 1, Workers: 1, Isolation: "shared",
		},
	}
}

// Clone returns a copy that shares nothing that can change.
func (p *Plan) Clone() *Plan {
	clone := *p
	clone.Sets = slices.Clone(p.Sets)
	clone.Arms = slices.Clone(p.Arms)
	clone.Lines = slices.Clone(p.Lines)
	clone.Choices = slices.Clone(p.Choices)
	return &clone
}

// Time returns when the first statement of a type takes effect, and whether there is one.
func Time[S Statement](p *Plan) (at time.Duration, ok bool) {
	for _, line := range p.Lines {
		if _, is := line.Statement.(S); is {
			return line.At, true
		}
	}
	return 0, false
}

// Merge joins groups of lines in the order of time; at one time, earlier groups come first.
func Merge(groups ...[]Line) []Line {
	lines := slices.Concat(groups...)
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(a.At, b.At) })
	return lines
}

// Faults makes lines of drawn faults.
func Faults(drawn []faults.Timed) []Line {
	lines := make([]Line, len(drawn))
	for i, timed := range drawn {
		lines[i] = Line{At: timed.At, Statement: Fault{timed.Fault}}
	}
	return lines
}
