package sim

import (
	"fmt"
	"strings"
)

// Reduction says which orders [Explore] need not run, because they differ from one that it runs only in the order of
// steps that do not race. It relies on what the steps declare and on what the kernel sees of them.
type Reduction int

const (
	// ReduceClasses runs one order of each class: dynamic partial-order reduction with source sets and sleep sets
	// (Flanagan, Godefroid, POPL 2005; Abdulla, Aronis, Jonsson, Sagonas, POPL 2014).
	ReduceClasses Reduction = iota
	// ReduceSleep finds the same classes with sleep sets alone. It starts more runs that it has to give up, and trusts
	// the kernel's knowledge of who enables whom less.
	ReduceSleep
	// ReduceNone runs every order.
	ReduceNone
)

var reductionNames = [...]string{ReduceClasses: "classes", ReduceSleep: "sleep", ReduceNone: "none"}

// String returns the reduction as one word.
func (r Reduction) String() string { return reductionNames[r] }

// ExploreOptions say what [Explore] does. The zero value runs one order of every class, without a limit.
type ExploreOptions struct {
	// Reduction says which orders are left out.
	Reduction Reduction
	// Delays bounds how often an order may depart from the one in which nobody is interrupted, counted as [Delay] counts
	// them; 0 means no bound. With a bound every order within it is run, whatever Reduction says.
	Delays int
	// From is when the search begins: until then each world does what it does under [FIFO]. It must be a time that the
	// world comes to.
	From Time
	// Max bounds the number of complete orders; 0 means no bound.
	Max uint64
	// Until is asked after each run whether to end the search; nil never does.
	Until func() bool
	// Samples is how many random descents estimate what a search that did not come to its end has left; 0 means 200.
	Samples int
	// Run drives a world and returns why it fails, nil if it holds. It must come to its verdict by the end of the run:
	// between two steps it may not look at what the order of steps that do not race can change. Nil runs the world to
	// its end and takes every stop but [StopDone] for a failure.
	Run func(*World) *Stop
}

// Exploration is what [Explore] found.
type Exploration struct {
	// Schedules counts complete orders, Redundant the runs that were given up since they repeat one, Limited the complete
	// ones that a limit of steps or time ended.
	Schedules, Redundant, Limited uint64
	// Steps counts the steps of all runs.
	Steps uint64
	// Delays is the bound that was set, 0 for none.
	Delays int
	// Complete says that there is no other order within the bound.
	Complete bool
	// Failed counts the orders that failed, Failures tells them apart by signature, in the order of their finding.
	Failed   uint64
	Failures []ExploredFailure
	// Estimate is about how many orders there are in all, and Error the standard error of that, if the search was not
	// complete.
	Estimate, Error float64
}

// ExploredFailure is a way in which orders failed.
type ExploredFailure struct {
	// Stop is the first of them.
	Stop *Stop
	// Deviations make it again, under [Recorded] with [FIFO].
	Deviations []Deviation
	// Count is how many orders failed in this way.
	Count uint64
}

// tree is a schedule that makes another order in each world, until there is none left.
type tree interface {
	Schedule
	// advance prepares the next order. It returns false if there is none.
	advance() bool
	// again makes the order that was made last once more.
	again()
	// redundant says that the run repeated an order and was stopped.
	redundant() bool
}

// Explore makes the world that build describes again and again, with cfg but for its schedule, and runs it under one
// order of steps after another until every order is known. What the world does must depend on the order alone: cfg's
// seed is the same for all, and build makes the same nodes and tasks each time. Worlds are made of the parts of the one
// before: nothing of them may be used once the next one is built. Tasks that wait by turning round need
// MaxSteps, and then each order up to that length counts.
//
// The reductions are sound if each step's access holds everything that it shares with other actors, as [Task.Point]
// demands; the kernel adds what its own primitives touch. Observers must not care about the order of steps that do not
// race. A driver's stream that several tasks draw from is shared.
func Explore(cfg Config, build func(*World), o ExploreOptions) *Exploration {
	if cfg.Pool == nil {
		cfg.Pool = NewPool()
		defer cfg.Pool.Close()
	}
	x := &explorer{cfg: cfg, build: build, opts: o, found: Exploration{Delays: o.Delays}}
	switch {
	case o.Delays > 0 || o.Reduction == ReduceNone:
		x.tree = newOrders(o.Delays, o.From)
	default:
		x.tree = newClasses(o.Reduction == ReduceSleep, o.From)
	}
	x.search()
	if !x.found.Complete {
		x.estimate()
	}
	return &x.found
}

type explorer struct {
	cfg      Config
	build    func(*World)
	opts     ExploreOptions
	tree     tree
	found    Exploration
	recycler recycler
}

func (x *explorer) search() {
	for {
		ended, failure := x.run(x.cfg, x.tree)
		switch {
		case ended != nil && ended.Kind == StopDivergence:
			x.found.Failed++
			x.found.Failures = append(x.found.Failures, ExploredFailure{Stop: ended, Count: 1})
			return
		case x.tree.redundant():
			x.found.Redundant++
		default:
			x.count(ended, failure)
		}
		switch {
		case !x.tree.advance():
			x.found.Complete = true
			return
		case x.opts.Max > 0 && x.found.Schedules >= x.opts.Max, x.opts.Until != nil && x.opts.Until():
			return
		}
	}
}

// run makes one world and runs it. It returns what stopped it, nil if nothing did, and why it fails.
func (x *explorer) run(cfg Config, s Schedule) (ended, failure *Stop) {
	w := x.world(cfg, s)
	defer w.Close()
	failure = x.drive(w)
	x.found.Steps += w.steps
	return w.stop, failure
}

func (x *explorer) world(cfg Config, s Schedule) *World {
	cfg.Schedule = s
	w := x.recycler.next(cfg)
	w.tracking = true
	x.build(w)
	return w
}

func (x *explorer) drive(w *World) *Stop {
	if x.opts.Run != nil {
		return x.opts.Run(w)
	}
	if stop := w.Run(); stop.Kind != StopDone {
		return stop
	}
	return nil
}

// count adds a complete order.
func (x *explorer) count(ended, failure *Stop) {
	x.found.Schedules++
	if ended != nil && (ended.Kind == StopLimit || ended.Kind == StopLivelock) {
		x.found.Limited++
	}
	if failure == nil {
		return
	}
	x.found.Failed++
	for i := range x.found.Failures {
		if f := &x.found.Failures[i]; f.Stop.Signature == failure.Signature {
			f.Count++
			return
		}
	}
	x.found.Failures = append(x.found.Failures, ExploredFailure{Stop: failure, Deviations: x.deviations(), Count: 1})
}

// deviations makes the last order again and notes how it differs from that of a fifo schedule.
func (x *explorer) deviations() []Deviation {
	x.tree.again()
	cfg := x.cfg
	cfg.RecordDeviations = true
	w := x.world(cfg, x.tree)
	defer w.Close()
	x.drive(w)
	return w.deviations
}

// String says what is known: "all 105 schedules explored, 3 failed".
func (e *Exploration) String() string {
	var b strings.Builder
	if e.Complete {
		fmt.Fprintf(&b, "all %d schedules", e.Schedules)
	} else {
		fmt.Fprintf(&b, "%d schedules", e.Schedules)
	}
	if e.Delays > 0 {
		fmt.Fprintf(&b, " with at most %d delays", e.Delays)
	}
	b.WriteString(" explored")
	if !e.Complete {
		fmt.Fprintf(&b, " of about %.3g (±%.0f %%)", e.Estimate, 100*e.Error/max(e.Estimate, 1))
	}
	if e.Limited > 0 {
		fmt.Fprintf(&b, ", %d up to a limit", e.Limited)
	}
	if e.Failed > 0 {
		fmt.Fprintf(&b, ", %d failed", e.Failed)
	}
	return b.String()
}
