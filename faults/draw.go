package faults

import (
	"cmp"
	"slices"
	"time"
)

// Timed is a fault with the time at which it begins.
type Timed struct {
	At    time.Duration
	Fault Fault
}

// Profile says which faults a scenario draws.
type Profile struct {
	// Kinds are the names of the kinds that may be drawn. Each run uses a part of them.
	Kinds []string
	// Always are kinds that are in every run's part; a reconnect scenario always cuts.
	Always []string
	// Min and Max bound how many faults are tried; the budget refuses some.
	Min, Max int
	// From and To bound the time in which faults begin and end; To is where everything heals.
	From, To time.Duration
	Budget   Budget
}

// Draw draws the faults of one run, sorted by time. The same choices give the same faults.
func Draw(src Choices, p Profile, site Site) []Timed {
	kinds := swarm(src, p)
	last := p.To - time.Millisecond
	if len(kinds) == 0 || last < p.From {
		return nil
	}
	var drawn []Timed
	budget := p.Budget.spending()
	tries := p.Min + src.IntN("faults/count", p.Max-p.Min+1)
	for range tries {
		at := src.Duration("faults/at", p.From, last)
		d := &drawer{src: src, site: site, at: max(p.From, at.Truncate(time.Millisecond)), to: p.To}
		f, ok := pick(d, "kind", kinds).draw(d)
		if ok && budget.admit(Timed{d.at, f}) {
			drawn = append(drawn, Timed{d.at, f})
		}
	}
	slices.SortStableFunc(drawn, func(a, b Timed) int { return cmp.Compare(a.At, b.At) })
	return drawn
}

// swarm draws the part of the kinds that this run uses: each with even chances, so that rare combinations come about,
// the absence of a kind among them.
func swarm(src Choices, p Profile) []Kind {
	var kinds []Kind
	for _, kind := range Kinds() {
		always := slices.Contains(p.Always, kind.Name)
		if always || slices.Contains(p.Kinds, kind.Name) && src.Chance("faults/swarm/"+kind.Name, 1, 2) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// drawer draws the parts of one fault.
type drawer struct {
	src    Choices
	site   Site
	at, to time.Duration // when it begins, and when it ends at the latest
}

func pick[T any](d *drawer, label string, options []T) T {
	return options[d.src.IntN("faults/"+label, len(options))]
}

func (d *drawer) process() string { return pick(d, "process", d.site.ProcessNames()) }
func (d *drawer) replica() string { return pick(d, "replica", d.site.ReplicaNames()) }

// source draws one of the sources that are there.
func (d *drawer) source() (string, bool) {
	var there []string
	for _, source := range d.site.Sources {
		if source.there(d.at) {
			there = append(there, source.Name)
		}
	}
	if len(there) == 0 {
		return "", false
	}
	return pick(d, "source", there), true
}

// scales are the orders of magnitude among which lengths are drawn evenly, since short ones meet other things than
// long ones.
var scales = [...]time.Duration{time.Millisecond, 10 * time.Millisecond, 100 * time.Millisecond, time.Second}

// length draws how long a fault lasts, at most until everything heals.
func (d *drawer) length() time.Duration {
	return max(time.Millisecond, min(d.delay(10*time.Second), d.to-d.at))
}

// delay draws a duration of any scale up to most.
func (d *drawer) delay(most time.Duration) time.Duration {
	scale := pick(d, "scale", scales[:])
	drawn := d.src.Duration("faults/length", scale, 10*scale)
	return min(drawn.Truncate(time.Millisecond), most)
}
