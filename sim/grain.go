package sim

import (
	"fmt"
	"time"
)

// Grain is the raster, in nanoseconds, to which a world rounds up deliveries, ends of work and timers, so that many of
// them fall on one instant and the schedule has something to choose.
type Grain int64

const (
	// GrainExact rounds nothing.
	GrainExact Grain = 0
	// GrainInstant makes latencies and work take no time at all; timers stay exact.
	GrainInstant Grain = -1
	// Grain10us, Grain100us and Grain1ms are the rasters that worlds draw from.
	Grain10us  = Grain(10 * time.Microsecond)
	Grain100us = Grain(100 * time.Microsecond)
	Grain1ms   = Grain(time.Millisecond)
)

// String prints the grain as [ParseGrain] reads it: "exact", "instant" or a duration.
func (g Grain) String() string {
	switch {
	case g == GrainExact:
		return "exact"
	case g == GrainInstant:
		return "instant"
	case g%1000 == 0 && g < Grain(time.Millisecond):
		return fmt.Sprintf("%dus", int64(g)/1000) // "µ" cannot be typed everywhere
	}
	return time.Duration(g).String()
}

// ParseGrain reads "exact", "instant" or a positive duration such as "100us".
func ParseGrain(text string) (Grain, error) {
	switch text {
	case "exact":
		return GrainExact, nil
	case "instant":
		return GrainInstant, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("sim: parse grain %q: want exact, instant or a positive duration", text)
	}
	return Grain(d), nil
}

// WorkTime returns how long [Task.Work] of d takes on a free core, if it begins on the raster.
func (g Grain) WorkTime(d time.Duration) time.Duration {
	if g == GrainInstant || d <= 0 {
		return 0
	}
	return time.Duration(g.roundUp(Time(d)))
}

func (g Grain) roundUp(t Time) Time {
	if g <= 0 || t == Never {
		return t
	}
	if rest := t % Time(g); rest != 0 {
		return t.Add(time.Duration(Time(g) - rest))
	}
	return t
}

// Points says how fine the scheduling points of a world are.
type Points int

const (
	// PointsCoarse stops a task at [Task.Point] and where it blocks.
	PointsCoarse Points = iota
	// PointsFine also stops it before every operation on something shared: a push, an unpark, a send, a flag.
	PointsFine
)

// String prints the value as [ParsePoints] reads it.
func (p Points) String() string {
	if p == PointsFine {
		return "fine"
	}
	return "coarse"
}

// ParsePoints reads "coarse" or "fine".
func ParsePoints(text string) (Points, error) {
	switch text {
	case "coarse":
		return PointsCoarse, nil
	case "fine":
		return PointsFine, nil
	}
	return 0, fmt.Errorf("sim: parse points %q: want coarse or fine", text)
}
