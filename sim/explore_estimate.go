package sim

import (
	"math"
	"slices"
)

const defaultSamples = 200

// estimate says about how many orders the search would find in all: Knuth's method (Mathematics of Computation 29,
// 1975). A random descent through the tree counts for as many as the product of the numbers of branches that it passed;
// the mean over descents is what the whole tree holds. The tree is that of sleep sets, which holds each class once.
func (x *explorer) estimate() {
	samples := x.opts.Samples
	if samples == 0 {
		samples = defaultSamples
	}
	s := &descent{from: x.opts.From, delays: x.opts.Delays, all: x.opts.Delays > 0 || x.opts.Reduction == ReduceNone}
	s.rng = Derive(x.cfg.Seed, "explore estimate")
	steps := x.found.Steps
	var sum, squares float64
	for range samples {
		x.run(x.cfg, s)
		sum += s.weight
		squares += s.weight * s.weight
	}
	x.found.Steps = steps
	n := float64(samples)
	x.found.Estimate = sum / n
	x.found.Error = math.Sqrt(max(squares/n-x.found.Estimate*x.found.Estimate, 0) / n)
	x.found.Estimate = max(x.found.Estimate, float64(x.found.Schedules))
}

// descent is a schedule that goes down the tree of orders at random and knows how much that counts for. What a step
// touches is taken from its declaration alone, since it has not been tried.
type descent struct {
	all      bool // no order is left out
	from     Time
	delays   int
	left     int
	rng      *Stream
	w        *World
	weight   float64
	rotation rotation
	asleep   []dozer
	branches []int
}

// dozer is a sleeper of a descent.
type dozer struct {
	actor *Actor
	acc   []Access
}

func (d *descent) Name() string { return "exhaustive" }

func (d *descent) Reset(w *World) {
	d.w, d.weight, d.rotation, d.left, d.asleep = w, 1, rotation{}, d.delays, d.asleep[:0]
}

func (d *descent) New(*Actor) {}

func (d *descent) Pick(enabled []*Actor) int {
	if d.w.now < d.from {
		return 0
	}
	if d.delays > 0 {
		n := min(len(enabled), d.left+1)
		d.weight *= float64(n)
		skipped := d.rng.IntN(n)
		d.left -= skipped
		return d.rotation.nth(enabled, skipped)
	}
	d.branches = d.branches[:0]
	for i, a := range enabled {
		if !d.sleeps(a) {
			d.branches = append(d.branches, i)
		}
	}
	if len(d.branches) == 0 {
		d.giveUp()
		return 0
	}
	d.weight *= float64(len(d.branches))
	branch := d.rng.IntN(len(d.branches))
	if !d.all {
		for _, i := range d.branches[:branch] {
			d.asleep = append(d.asleep, dozer{enabled[i], slices.Clone(enabled[i].Access())})
		}
	}
	return d.branches[branch]
}

func (d *descent) sleeps(a *Actor) bool {
	return slices.ContainsFunc(d.asleep, func(z dozer) bool { return z.actor == a })
}

// giveUp stops a run that repeats another one, and so counts for nothing.
func (d *descent) giveUp() {
	d.weight = 0
	d.w.halt(&Stop{Kind: StopLimit, Reason: "the order repeats another one", Signature: "explore: redundant"})
}

func (d *descent) Ran(a *Actor, acc []Access) {
	d.rotation.ran(a)
	if d.sleeps(a) {
		d.giveUp()
	}
	d.asleep = slices.DeleteFunc(d.asleep, func(z dozer) bool { return z.actor == a || races(z.acc, acc) })
	d.w.touched, d.w.touchedAll = d.w.touched[:0], false
}
