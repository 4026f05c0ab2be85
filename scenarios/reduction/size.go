package reduction

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"onelane.test/runtime/fail"
	"onelane.test/scenarios/plan"
	"onelane.test/sim/shrink"
)

// Size is how large a plan is, in the order in which it counts.
type Size struct {
	Faults, Nodes, Commands int
	// Deviations counts the choices of a plan that else runs under fifo. Beyond some number they are many, as those of
	// another schedule always are.
	Deviations int
	// Lines counts settings, failpoints, and whether there is a line that heals. A design with hazards counts as two.
	Lines int
	// Features counts what the world and the cluster have other than by default, and Weight measures the numbers.
	Features, Weight int
	seed, exactly    int // bits of the seed; deviations where they are many
}

// someDeviations is up to how many are counted; manyDeviations stands for more.
const (
	someDeviations = 64
	manyDeviations = math.MaxInt32
)

// SizeOf returns the size of a plan.
func SizeOf(p *plan.Plan) Size {
	s := Size{
		Nodes: p.Cluster.Replicas * p.Cluster.Peers(),
		Lines: len(p.Sets) + len(p.Arms),
		seed:  bits.Len64(p.Seed),
	}
	s.Deviations, s.exactly = len(p.Choices), len(p.Choices)
	if p.Schedule != fifo {
		s.exactly = manyDeviations
	}
	if s.exactly > someDeviations {
		s.Deviations = manyDeviations
	}
	for _, line := range p.Lines {
		switch kindOf(line) {
		case faultLine:
			s.Faults++
		case commandLine:
			s.Commands++
		case healLine:
			s.Lines++
		}
	}
	if p.Cluster.Design != soundDesign {
		s.Lines += 2
	}
	s.Features = features(p)
	s.Weight = weight(p)
	return s
}

const (
	fifo        = "fifo"
	soundDesign = fail.Hardened
)

// features counts what differs from the defaults.
func features(p *plan.Plan) (n int) {
	usual := plan.New(p.Scenario, p.Seed)
	for _, differs := range []bool{
		p.World.Grain != usual.World.Grain, p.World.Points != usual.World.Points,
		p.World.Latency != usual.World.Latency, p.World.Encode, p.Cluster.Processes > 1,
	} {
		if differs {
			n++
		}
	}
	return n
}

// wordWeight is what a word weighs beside its numbers: as much as a digit.
const wordWeight = 1 << 10

// weight measures what there is to read in the lines.
func weight(p *plan.Plan) (sum int) {
	for i, line := range p.Lines {
		sum += shrink.Weight(int64(line.At))
		if i > 0 && line.At == p.Lines[i-1].At {
			sum += 1 - shrink.Weight(int64(line.At)) // together with the line above: hardly anything to read
		}
		sum += textWeight(line.Statement.String())
	}
	for _, set := range p.Sets {
		sum += textWeight(set.String())
	}
	for _, arm := range p.Arms {
		if arm.Num < arm.Den {
			sum += wordWeight + shrink.Weight(int64(arm.Num)) + shrink.Weight(int64(arm.Den))
		}
	}
	return sum + shrink.Weight(int64(p.World.Latency.Min)) + shrink.Weight(int64(p.World.Latency.Max))
}

// textWeight measures a statement: its words, the operators of its query, its numbers.
func textWeight(text string) int {
	sum := wordWeight * (strings.Count(text, " ") + strings.Count(text, "("))
	for _, n := range numbersIn(text) {
		sum += shrink.Weight(n.value)
	}
	for _, name := range names.FindAllString(text, -1) {
		sum += len(name) + suffix(name)
	}
	return sum
}

// suffix returns the number at the end of a name, zero if there is none.
func suffix(name string) int {
	n, _ := strconv.Atoi(name[len(strings.TrimRight(name, "0123456789")):])
	return min(n, wordWeight)
}

// Less says whether a plan of size s is shorter than one of size o.
func (s Size) Less(o Size) bool { return slices.Compare(s.vector(), o.vector()) < 0 }

func (s Size) vector() []int {
	return []int{s.Faults, s.Nodes, s.Commands, s.Deviations, s.Lines, s.Features, s.Weight, s.seed, s.exactly}
}

// lineKind is the part that a line plays.
type lineKind int

const (
	commandLine lineKind = iota
	faultLine
	healLine
	checkLine
)

func kindOf(line plan.Line) lineKind {
	switch line.Statement.(type) {
	case plan.Fault:
		return faultLine
	case plan.Heal:
		return healLine
	case plan.Check:
		return checkLine
	}
	return commandLine
}

// String prints the size for people: "2 faults, 4 workers, 3 commands, 1 choice".
func (s Size) String() string {
	text := fmt.Sprintf("%s, %s, %s", counted(s.Faults, "fault"), counted(s.Nodes, "worker"), counted(s.Commands, "command"))
	if s.Deviations == manyDeviations {
		return text + ", drawn schedule"
	}
	return text + ", " + counted(s.Deviations, "choice")
}

func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
