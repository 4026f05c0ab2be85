package explanation

import (
	"math"
	"slices"
	"strconv"

	"onelane.test/scenarios"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Point is a point of the curve: what becomes of the run if it goes on at random from a step.
type Point struct {
	// Step is up to where the run is as it was, At when that is.
	Step uint64 `json:"step"`
	At   string `json:"at"`
	// Failed of Runs fail in the same way; the chance lies between Low and High with 95 % confidence.
	Failed int     `json:"failed"`
	Runs   int     `json:"runs"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

// Chance returns the share of runs that fail.
func (p Point) Chance() float64 { return float64(p.Failed) / float64(max(p.Runs, 1)) }

// Curve is how likely the failure was, by how much of the run had happened.
type Curve struct {
	Points []Point `json:"points"`
	// From and To are the steps between which the chance rises most; Events are what happened between them.
	From   uint64   `json:"from"`
	To     uint64   `json:"to"`
	Events []string `json:"events"`
	// Clear says that the rise is more than the sample would show by chance: the two intervals are apart.
	Clear bool `json:"clear"`
}

// refinements is how many points are added where the chance rises most; grid is into how many halves the run is cut.
const (
	refinements = 5
	grid        = 7
)

// Curve replays the run up to each of a grid of steps, and from there on lets it go on in so many ways, with all that is
// drawn drawn anew, under a random schedule. The grid is geometric, and finer where the chance rises most.
func (e *Explainer) Curve(suffixes int) (*Curve, error) {
	c := &curve{e: e, suffixes: suffixes, log: &sim.Log{}}
	if _, err := scenarios.Run(e.failure.Plan, scenarios.RunOptions{Record: c.log, Observer: &c.trace}); err != nil {
		return nil, err
	}
	c.index()
	last := uint64(len(c.steps))
	c.point(0)
	for i := grid; i > 0; i-- {
		c.point(last >> i)
	}
	c.point(last)
	for range refinements {
		from, to := c.steepest()
		c.point((from + to) / 2)
	}
	result := &Curve{Points: c.points, Clear: c.clear()}
	result.From, result.To = c.steepest()
	result.Events = c.between(result.From, result.To)
	return result, nil
}

// curve is a curve in the making.
type curve struct {
	e        *Explainer
	suffixes int
	log      *sim.Log
	steps    []int // for each step, how many entries of the log come before the next
	times    []sim.Time
	trace    recorder
	points   []Point
}

// recorder keeps the events with their steps.
type recorder struct {
	steps []uint64
	lines []string
}

// Observe implements [trace.Observer].
func (r *recorder) Observe(rec *trace.Record) {
	r.steps = append(r.steps, rec.Step)
	r.lines = append(r.lines, string(trace.AppendLine(nil, rec)))
}

// index finds where each step ends in the log: before the next one begins.
func (c *curve) index() {
	for i, entry := range c.log.All() {
		if entry.Kind == sim.EntryStep {
			if len(c.times) > 0 {
				c.steps = append(c.steps, i)
			}
			c.times = append(c.times, entry.At)
		}
	}
	c.steps = append(c.steps, c.log.Len())
}

// point adds the point of a step, unless it is there.
func (c *curve) point(step uint64) {
	at, known := slices.BinarySearchFunc(c.points, step, func(p Point, step uint64) int { return int(int64(p.Step) - int64(step)) })
	if known || c.e.over() {
		return
	}
	prefix, when := &sim.Log{}, sim.Time(0)
	if step > 0 {
		prefix, when = c.log.Prefix(c.steps[step-1]), c.times[step-1]
	}
	failed := c.e.count(c.suffixes, func(i int, pool *sim.Pool) bool {
		p := *c.e.failure.Plan
		p.Seed = sim.DeriveSeed(p.Seed, "suffix", strconv.Itoa(i))
		return c.e.fails(&p, scenarios.RunOptions{Pool: pool, Schedule: sim.Random(), Replay: prefix})
	})
	low, high := Wilson(failed, c.suffixes)
	c.points = slices.Insert(c.points, at, Point{
		Step: step, At: when.String(), Failed: failed, Runs: c.suffixes, Low: low, High: high,
	})
}

// steepest returns the neighbours between which the chance rises most.
func (c *curve) steepest() (from, to uint64) {
	most := math.Inf(-1)
	for i := 1; i < len(c.points); i++ {
		if rise := c.points[i].Chance() - c.points[i-1].Chance(); rise > most {
			most, from, to = rise, c.points[i-1].Step, c.points[i].Step
		}
	}
	return from, to
}

// clear reports whether the intervals are apart between which the chance rises most.
func (c *curve) clear() bool {
	from, to := c.steepest()
	for i := 1; i < len(c.points); i++ {
		if c.points[i-1].Step == from && c.points[i].Step == to {
			return c.points[i].Low > c.points[i-1].High
		}
	}
	return false
}

// between returns the lines of the trace of the steps after one and up to another.
func (c *curve) between(from, to uint64) (lines []string) {
	for i, step := range c.trace.steps {
		if from < step && step <= to {
			lines = append(lines, c.trace.lines[i])
		}
	}
	return lines
}

// Wilson returns between what a chance lies, with 95 % confidence, if so many of n tries succeed (Wilson, JASA 1927).
func Wilson(successes, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959964
	p, m := float64(successes)/float64(n), float64(n)
	centre := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max(0, centre-half), min(1, centre+half)
}
